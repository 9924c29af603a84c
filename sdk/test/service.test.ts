import { useService } from './service.ts';
import { readAccess, startService } from './start-service.ts';

// The client against a real service: a process with its demo data. Where there is no service beside these files,
// STELLWERK_SDK_ACCESS is the path of the demo.json of one that is already running.

useService(await readAccess(process.env.STELLWERK_SDK_ACCESS ?? (await startService(process.env))));

// Only now, because the files create clients of the service when they are imported.
await import('./token-tests.ts');
await import('./token-cache-tests.ts');
await import('./operation-tests.ts');
await import('./document-tests.ts');
await import('./stream-tests.ts');
