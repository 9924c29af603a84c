import { copyDemoInstallation } from '../demo-installation.ts';

// For the tests of the client, which is a package of its own and imports nothing of the server.
await copyDemoInstallation(process.argv[2]!);
