import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { startTestService } from '../testing/harness.ts';
import { ROOT } from './generated.ts';

// Third-party tools on the OpenAPI document that the service returns: a linter, and two generators whose clients are
// compiled and then call the service.

const EXAMPLE = join(ROOT, 'examples/generated-clients');
// Only the finished clients need a network. Anything else that uses it fails.
// Programs that these tools start inherit it.
const OFFLINE = [
  '--permission',
  '--allow-fs-read=*',
  '--allow-fs-write=*',
  '--allow-worker',
  '--allow-child-process',
  '--no-warnings',
];

const service = await startTestService();
// Beside the example, so that its packages resolve.
const directory = await mkdtemp(join(EXAMPLE, 'try-'));
const documentFile = join(directory, 'v3.json');

before(async () => {
  const served = await fetch(`${service.baseUrl}/v3/openapi.json`);
  await writeFile(documentFile, await served.text());
  const names = await readdir(EXAMPLE);
  for (const name of names.filter((file) => file.endsWith('.ts') || file === 'tsconfig.json'))
    await cp(join(EXAMPLE, name), join(directory, name));
});
after(() => rm(directory, { recursive: true, force: true }));

test('the linter reports nothing', async () => {
  const config = join(ROOT, 'redocly.yaml');
  const arguments_ = ['lint', '--format=json', `--config=${config}`, documentFile];
  const { output } = await runPackage(ROOT, '@redocly/cli', 'redocly', arguments_);
  assert.match(output, /"errors": 0,\s*"warnings": 0,/, output);
});

test('generated clients compile with two versions of TypeScript and work', async (t) => {
  await t.test('openapi-typescript generates', async () => {
    const types = join(directory, 'generated/types.ts');
    await succeed(EXAMPLE, 'openapi-typescript', 'openapi-typescript', [documentFile, '-o', types]);
  });
  await t.test('@hey-api/openapi-ts generates', async () => {
    const client = join(directory, 'generated/hey-api');
    await succeed(EXAMPLE, '@hey-api/openapi-ts', 'openapi-ts', [
      '-i',
      documentFile,
      '-o',
      client,
      '--no-log-file',
    ]);
  });
  await t.test('the TypeScript that integrators have compiles them', () =>
    succeed(EXAMPLE, 'typescript', 'tsc', ['-p', directory]),
  );
  await t.test('so does the one this repository is checked with', () =>
    run([join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', directory, '--noEmit']).then(assertSuccess),
  );
  await t.test('with-numbers works with a service', async () => {
    await service.platform('recruiter');
    assert.deepEqual(await runProgram('with-numbers'), {
      user: 200,
      hours: [200, 200, 200, 200],
      format: 200,
      log: 200,
    });
  });
  for (const program of ['with-openapi-fetch', 'with-hey-api']) {
    await t.test(`${program} works with a service`, async () => {
      assert.deepEqual(await runProgram(program), {
        changed: 204,
        name: 'Ada',
        email: 'ada.muster@example.org',
        languages: [25],
        missing: 404,
        faults: ['firstName required'],
      });
    });
  }
});

/** Runs a compiled program against the service and returns what it prints. */
async function runProgram(name: string): Promise<unknown> {
  const result = await run([join(directory, 'compiled', `${name}.js`)], {
    STELLWERK_URL: service.baseUrl,
    STELLWERK_AUDIENCE: `${service.services.settings.publicUrl}/api/v3`,
    STELLWERK_CLIENT_ID: service.tenant.clientId,
    STELLWERK_CLIENT_SECRET: service.tenant.clientSecret,
  });
  assertSuccess(result);
  return JSON.parse(result.output);
}

interface Result {
  status: number;
  output: string;
}

function assertSuccess({ status, output }: Result): void {
  assert.equal(status, 0, output);
}

async function succeed(user: string, name: string, program: string, arguments_: string[]): Promise<void> {
  assertSuccess(await runPackage(user, name, program, arguments_));
}

/** Runs a program of the package that `user` would import, without a network. */
async function runPackage(
  user: string,
  name: string,
  program: string,
  arguments_: string[],
): Promise<Result> {
  const file = findPackageJSON(name, join(user, 'package.json'));
  assert.ok(file !== undefined, `${name} is not installed`);
  const { bin } = JSON.parse(await readFile(file, 'utf8')) as { bin: string | Record<string, string> };
  const script = join(dirname(file), typeof bin === 'string' ? bin : bin[program]!);
  return run([...OFFLINE, script, ...arguments_], {
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  });
}

async function run(command: string[], environment: Record<string, string> = {}): Promise<Result> {
  const child = spawn(process.execPath, command, {
    cwd: directory,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const status = await new Promise<number>((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve(code ?? 1));
  });
  return { status, output };
}
