import { testOperations } from './operation-tests.ts';
import { readAccess, startService } from './start-service.ts';
import { testStreams } from './stream-tests.ts';
import { testTokens } from './token-tests.ts';

// The client on a service that runs as a process of its own, with its demo data. STELLWERK_SDK_ACCESS names the
// demo.json of a service that is running already, for where there is no service beside these files.

const access = await readAccess(process.env.STELLWERK_SDK_ACCESS ?? (await startService(process.env)));
testTokens(access);
testOperations(access);
testStreams(access);
