import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../config.ts';
import {
  identifyProcess,
  isAlive,
  type ProcessIdentity,
  writeAtomically,
} from '../core/db/embedded/process.ts';
import { explainFileError } from '../core/files/file-error.ts';

/** What a running service says about itself in DATA_DIR, for `stellwerk status`. Contains no secrets. */
export interface RunningService extends ProcessIdentity {
  role: Settings['role'];
  version: string;
  startedAtUtc: string;
  /** Both are null if the service serves no requests (ROLE=worker). */
  host: string | null;
  port: number | null;
  publicUrl: string;
  /** Both are null without a management port, and absent in the file of an older version. */
  managementHost?: string | null;
  managementPort?: number | null;
}

/** The file of an older version has no process id in its name. */
const FILE = /^service-(?:all|api|worker)(?:-\d+)?\.json$/;

// One file per process, because services can share DATA_DIR if it does not contain their database.
function pathOf({ dataDirectory, role }: Pick<Settings, 'dataDirectory' | 'role'>): string {
  return join(dataDirectory, `service-${role}-${process.pid}.json`);
}

export async function writeRunningFile(settings: Settings, version: string): Promise<void> {
  const { role, host, port, publicUrl, managementHost, managementPort } = settings;
  const listens = role !== 'worker';
  const service: RunningService = {
    ...identifyProcess(process.pid)!,
    role,
    version,
    startedAtUtc: new Date().toISOString(),
    host: listens ? host : null,
    port: listens ? port : null,
    publicUrl,
    managementHost: managementPort === undefined ? null : managementHost,
    managementPort: managementPort ?? null,
  };
  await removeStaleFiles(settings.dataDirectory);
  await writeAtomically(pathOf(settings), `${JSON.stringify(service, undefined, 2)}\n`, 0o600);
}

export async function removeRunningFile(settings: Settings): Promise<void> {
  await rm(pathOf(settings), { force: true });
}

/** The services of DATA_DIR whose process exists. A service that was killed leaves its file behind. */
export async function findRunningServices(dataDirectory: string): Promise<RunningService[]> {
  const files = await readRunningFiles(dataDirectory);
  return files.flatMap(({ service }) => (service !== undefined && isAlive(service) ? service : []));
}

async function removeStaleFiles(dataDirectory: string): Promise<void> {
  for (const { path, service } of await readRunningFiles(dataDirectory))
    if (service === undefined || !isAlive(service)) await rm(path, { force: true });
}

async function readRunningFiles(dataDirectory: string) {
  const names = await readdir(dataDirectory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw explainFileError(error, { path: dataDirectory, what: 'the directory', setting: 'DATA_DIR' });
  });
  const paths = names.filter((name) => FILE.test(name)).map((name) => join(dataDirectory, name));
  return Promise.all(paths.sort().map(async (path) => ({ path, service: await readRunningFile(path) })));
}

async function readRunningFile(path: string): Promise<RunningService | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as RunningService;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
