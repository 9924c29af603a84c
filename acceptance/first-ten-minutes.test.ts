import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';

// Runs the script in README.md unchanged against a service that is started as README.md says.

const ROOT = join(import.meta.dirname, '..');
const START_MS = 180_000;
const POLL_MS = 100;

const directory = await mkdtemp(join(tmpdir(), 'stellwerk-readme-'));
// mkdtemp makes a private directory. If root runs the tests, the database runs under another account, which must be
// able to enter it. Otherwise the database is created elsewhere and is not removed with this directory.
await chmod(directory, 0o711);
const environment = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  LANG: 'C.UTF-8',
  DATA_DIR: directory,
  PORT: '0',
};
let service: ChildProcess;
let output = '';

before(async () => {
  service = spawn(process.execPath, ['server/commands/stellwerk.ts', 'start'], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [service.stdout!, service.stderr!])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  await waitUntilReady();
});

after(async () => {
  if (service.exitCode === null && service.signalCode === null) {
    const ended = once(service, 'exit');
    service.kill('SIGINT');
    await ended;
  }
  await rm(directory, { recursive: true, force: true });
});

test('the script of the README runs as printed', async () => {
  const lines = await runScript();
  assert.match(lines[0]!, /^1\. The API is at http/);
  assert.match(lines[2]!, /new to the tenant: true$/);
  assert.match(
    lines[3]!,
    /^4\. Read back: Jana Wieczorek, applied for ".+\(m\/w\/d\).*", document "Lebenslauf\.pdf"$/,
  );
  assert.match(lines[4]!, /ours is new$/);
  assert.match(lines[5]!, /^6\. The feed has \d{3,} changes so far, the last one: \/candidates\//);
});

test('a second run applies for the same candidate', async () => {
  const lines = await runScript();
  assert.match(lines[2]!, /new to the tenant: false$/);
});

/** Runs the script and returns the lines that it prints. Rejects with its output if it fails. */
async function runScript(): Promise<string[]> {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  const script = /^## The first ten minutes$.*?^```bash\n(.*?)^```$/ms.exec(readme)?.[1];
  assert.ok(script, 'README.md needs a bash block below "The first ten minutes".');
  return new Promise((resolve, reject) => {
    execFile('bash', ['-c', script], { cwd: ROOT, env: environment }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout.trimEnd().split('\n'));
      else reject(new Error(`${error.message}\n${stdout}${stderr}\n${output}`));
    });
  });
}

async function waitUntilReady(): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline && service.exitCode === null) {
    if (await isReady()) return;
    await delay(POLL_MS);
  }
  throw new Error(`The service did not become ready.\n${output}`);
}

async function isReady(): Promise<boolean> {
  try {
    const demo = JSON.parse(await readFile(join(directory, 'demo.json'), 'utf8'));
    return (await fetch(new URL('/health/ready', demo.baseUrl))).ok;
  } catch {
    return false;
  }
}
