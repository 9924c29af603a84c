// The client against a real service. The files share one service, so they run as one test program.

import './token-tests.ts';
import './token-cache-tests.ts';
import './operation-tests.ts';
import './document-tests.ts';
import './stream-tests.ts';
