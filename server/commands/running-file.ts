import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../config.ts';
import {
  identifyProcess,
  isAlive,
  type ProcessIdentity,
  writeAtomically,
} from '../core/db/embedded/process.ts';

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

const FILE = /^service-(?:all|api|worker)\.json$/;

// One file per role, because a service with ROLE=api and one with ROLE=worker can share DATA_DIR.
function pathOf({ dataDirectory, role }: Pick<Settings, 'dataDirectory' | 'role'>): string {
  return join(dataDirectory, `service-${role}.json`);
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
  await writeAtomically(pathOf(settings), `${JSON.stringify(service, undefined, 2)}\n`, 0o600);
}

/** Removes the file, unless another process has replaced it. */
export async function removeRunningFile(settings: Settings): Promise<void> {
  const path = pathOf(settings);
  const stored = await readRunningFile(path);
  if (stored?.processId === process.pid) await rm(path, { force: true });
}

/** The services of DATA_DIR whose process exists. A service that was killed leaves its file behind. */
export async function findRunningServices(dataDirectory: string): Promise<RunningService[]> {
  const names = await readdir(dataDirectory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const found = await Promise.all(
    names
      .filter((name) => FILE.test(name))
      .sort()
      .map((name) => readRunningFile(join(dataDirectory, name))),
  );
  return found.filter((service) => service !== undefined && isAlive(service)) as RunningService[];
}

async function readRunningFile(path: string): Promise<RunningService | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as RunningService;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
