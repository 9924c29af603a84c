import { proveMirror } from './mirror-proof.ts';

// The short form; npm run proof:mirror takes a minute for each.
proveMirror('feed', 12);
proveMirror('windows', 12);
