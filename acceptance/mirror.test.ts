import { proveMirror } from './mirror-proof.ts';

// The short version. `npm run proof:mirror` runs each for a minute.
proveMirror('feed', 12);
proveMirror('windows', 12);
