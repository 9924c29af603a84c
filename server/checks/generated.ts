import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readCoverage } from '../../acceptance/coverage.ts';
import { apiDocument, platformDocument } from '../api-document.ts';
import { connectClient } from '../core/db/connect-client.ts';
import { startEmbeddedPostgres } from '../core/db/embedded/index.ts';
import { migrate } from '../core/db/migrate.ts';
import { readSchema } from '../core/db/schema-objects.ts';
import type { AnyEndpoint } from '../core/http/index.ts';
import type { OpenApiDocument } from '../core/http/openapi.ts';
import { ENDPOINTS } from '../endpoints.ts';
import { makeTemporaryDirectory } from '../testing/temporary-directory.ts';
import { withEventTable } from './documentation/event-table.ts';
import { withOperationTables } from './documentation/operation-tables.ts';
import { GUIDES } from './documentation/page.ts';
import { SETTINGS_GUIDE, withSettingTable } from './documentation/setting-table.ts';
import { extendFrozenMigrations, FROZEN_MIGRATIONS } from './frozen-migrations.ts';
import { extendRecordForms, RECORD_FORMS } from './record-forms.ts';

export const ROOT = join(import.meta.dirname, '../..');

const DATABASE_TYPES = 'server/core/db/generated/database.ts';
const DATABASE_SCHEMA = 'server/core/db/generated/schema.json';
const SDK_DIRECTORY = 'sdk/generated';
const CONSOLE_DIRECTORY = 'console/generated';
// The committed document is that of a service with default settings.
const PUBLIC_URL = 'http://localhost:8080';
// Written by hand, except for their tables of operations and events, as SETTINGS_GUIDE is except for its table of settings.
const GUIDE_FILES = readdirSync(join(ROOT, GUIDES)).map((name) => `${GUIDES}/${name}`);

/** Every generated file, by its path in the repository. */
export const GENERATED_FILES = [
  'openapi/v3.json',
  'openapi/platform.json',
  'openapi/operations.txt',
  'acceptance/COVERAGE.md',
  FROZEN_MIGRATIONS,
  RECORD_FORMS,
  ...GUIDE_FILES,
  SETTINGS_GUIDE,
  DATABASE_TYPES,
  DATABASE_SCHEMA,
  ...['schemas', 'operations', 'table'].map((name) => `${SDK_DIRECTORY}/${name}.ts`),
  ...['types', 'operations', 'limits'].map((name) => `${CONSOLE_DIRECTORY}/${name}.ts`),
];

/** Writes all generated files below this directory. Starts a temporary PostgreSQL. */
export async function generateInto(directory: string): Promise<void> {
  await writeInto(directory, 'openapi/v3.json', toJson(apiDocument(PUBLIC_URL)));
  await writeInto(directory, 'openapi/platform.json', toJson(platformDocument(PUBLIC_URL)));
  const operations = ENDPOINTS.filter(({ audience }) => audience === 'integration');
  await writeInto(directory, 'openapi/operations.txt', `${operations.map(operationLine).join('\n')}\n`);
  await writeInto(directory, 'acceptance/COVERAGE.md', (await readCoverage()).markdown);
  await writeInto(directory, FROZEN_MIGRATIONS, await extendFrozenMigrations());
  await writeInto(directory, RECORD_FORMS, await extendRecordForms());
  for (const path of GUIDE_FILES)
    await writeInto(
      directory,
      path,
      withEventTable(withOperationTables(await readFile(join(ROOT, path), 'utf8'))),
    );
  await writeInto(
    directory,
    SETTINGS_GUIDE,
    withSettingTable(await readFile(join(ROOT, SETTINGS_GUIDE), 'utf8')),
  );
  await generateSdk(directory);
  await generateConsole(directory);
  await generateDatabaseFiles(directory);
}

/** Returns the paths of committed files that are out of date. */
export async function findOutdated(): Promise<string[]> {
  const directory = await makeTemporaryDirectory('stellwerk-generated-');
  try {
    await generateInto(directory);
    const outdated: string[] = [];
    for (const path of GENERATED_FILES) {
      const committed = await readFile(join(ROOT, path), 'utf8').catch(() => undefined);
      if (committed !== (await readFile(join(directory, path), 'utf8'))) outdated.push(path);
    }
    return outdated;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function writeInto(directory: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(directory, path)), { recursive: true });
  await writeFile(join(directory, path), text);
}

function toJson(document: OpenApiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** METHOD path operationId permission event since, with a dash for what is absent. */
function operationLine({ method, path, id, permission, event, since }: AnyEndpoint): string {
  return [method, path, id, permission ?? '-', event?.name ?? '-', since ?? '-'].join(' ');
}

/** Generates the client's types and table from the document just written, with the client's own generator. */
async function generateSdk(directory: string): Promise<void> {
  const { status, output } = await run('sdk/generate/run.ts', [
    `--document=${join(directory, 'openapi/v3.json')}`,
    `--into=${join(directory, SDK_DIRECTORY)}`,
  ]);
  if (status !== 0) throw new Error(`The generator of the client failed:\n${output}`);
}

/** Generates the types, the table of operations, and the limits of the console from both documents. */
async function generateConsole(directory: string): Promise<void> {
  const { status, output } = await run('console/generate.ts', [
    `--documents=${join(directory, 'openapi')}`,
    `--into=${join(directory, CONSOLE_DIRECTORY)}`,
  ]);
  if (status !== 0) throw new Error(`The generator of the console failed:\n${output}`);
}

async function generateDatabaseFiles(into: string): Promise<void> {
  const outFile = join(into, DATABASE_TYPES);
  const directory = await makeTemporaryDirectory('stellwerk-schema-');
  const postgres = await startEmbeddedPostgres({
    directory,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  });
  try {
    await migrate(postgres.url);
    await mkdir(dirname(outFile), { recursive: true });
    // The types that core/db/connection.ts returns: times and dates as strings, int8 and numeric as numbers.
    const { status, output } = await run('kysely-codegen', [
      '--dialect=postgres',
      `--url=${postgres.url}`,
      `--out-file=${outFile}`,
      '--date-parser=string',
      '--numeric-parser=number',
      '--type-mapping={"timestamptz":"string","int8":"number","numeric":"number"}',
      '--log-level=error',
    ]);
    if (status !== 0) throw new Error(`kysely-codegen failed:\n${output}`);
    await writeInto(into, DATABASE_SCHEMA, await describeSchema(postgres.url));
  } finally {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** One line for each object, so that reviews show what a migration changes. */
async function describeSchema(url: string): Promise<string> {
  const client = await connectClient({ connectionString: url });
  try {
    const lines = (await readSchema(client)).map((one) => JSON.stringify(one));
    return `[\n${lines.join(',\n')}\n]\n`;
  } finally {
    await client.end();
  }
}

/** Runs a program of an installed package, or a .ts file with this Node, in the root of the repository. */
export function run(
  program: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<{ status: number; output: string }> {
  const isScript = program.endsWith('.ts');
  const command = isScript ? process.execPath : join(ROOT, 'node_modules/.bin', program);
  const child = spawn(command, isScript ? [program, ...args] : args, {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    shell: process.platform === 'win32' && !isScript,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ status: code ?? 1, output }));
  });
}
