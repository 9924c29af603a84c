import { readAccess, startService } from './start-service.ts';

// The service that the tests call: a process with its demo data. Where there is no service beside these files,
// STELLWERK_SDK_ACCESS is the path of the demo.json of one that is already running.

export const access = await readAccess(process.env.STELLWERK_SDK_ACCESS ?? (await startService(process.env)));
