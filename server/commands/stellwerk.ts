import './node-version.ts';
import { loadEnvFile } from '../config/env-file.ts';
import { runCommandLine } from './command-line.ts';
import { unlessEnding } from './interruption.ts';

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
