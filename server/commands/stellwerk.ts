import './node-version.ts';
import { loadEnvFile } from '../config/env-file.ts';
import { runCommandLine } from './command-line.ts';
import { unlessEnding } from './interruption.ts';

// A reader such as "head" can leave. A service goes on then, and so does the work of a command: half of an import is worse than lines
// that nobody reads. Without a listener, Node would end the process at once, and leave the database of a command running.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
process.exitCode = await runCommandLine(process.argv.slice(2), {
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  readEnvironment() {
    loadEnvFile(process.env);
    return process.env;
  },
});
await unlessEnding();
// Exit even if a library leaves a handle open, but flush the output first.
await Promise.all(
  [process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write('', done))),
);
process.exit();
