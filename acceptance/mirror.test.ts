import { shortOrLong } from '../server/testing/long.ts';
import { proveMirror } from './mirror-proof.ts';

// The short version. `npm run proof:mirror` runs each for a minute.
proveMirror('feed', shortOrLong(3, 12));
proveMirror('windows', shortOrLong(3, 12));
