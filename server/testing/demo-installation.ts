import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { exists } from '../core/files/exists.ts';

// A first start initializes a cluster, migrates it, and creates the demo data, which takes half of its ten seconds of CPU time. A test
// that is not about a first start copies what one has left.

const COMMAND = join(import.meta.dirname, '../commands/stellwerk.ts');
const DEADLINE_MS = 180_000;
const runProgram = promisify(execFile);

/** Makes the directory an installation that has been started once, with demo data, and was stopped. The directory may exist. */
export async function copyDemoInstallation(directory: string): Promise<void> {
  const template = process.env.STELLWERK_TEST_DEMO;
  if (template === undefined) throw new Error('Run tests with "npm test [-- files]".');
  await ensureTemplate(template);
  await copyInstallation(template, directory);
}

/** Copies an installation that is not running. The directory may exist. */
export async function copyInstallation(from: string, directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  // Unlike cp of Node, it keeps the owners: if root runs the tests, the database has an account of its own.
  if (process.platform !== 'win32') await runProgram('cp', ['-a', `${from}/.`, directory]);
  else await cp(from, directory, { recursive: true });
}

/** The first file of a run that needs the template creates it, and the others wait. */
async function ensureTemplate(template: string): Promise<void> {
  const unfinished = `${template}-unfinished`;
  const isFirst = await mkdir(unfinished, { mode: 0o711 }).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    await startOnce(unfinished);
    await rename(unfinished, template);
    // Nobody else begins again.
    await mkdir(unfinished);
    return;
  }
  for (const deadline = Date.now() + DEADLINE_MS; !(await exists(template)); await delay(100))
    if (Date.now() > deadline) throw new Error('The installation with demo data was not created in time.');
}

async function startOnce(directory: string): Promise<void> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [COMMAND, 'start'], {
    env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: directory, PORT: '0', WORKERS: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('Ctrl-C stops it')) child.kill('SIGINT');
    });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The installation with demo data was not created:\n${output}`);
}
