import { proveMirror } from './mirror-proof.ts';

// npm run proof:mirror
proveMirror('feed', 60);
proveMirror('windows', 60);
