import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { waitFor } from '../../server/testing/command-line.ts';

export const ROOT = join(import.meta.dirname, '../..');
const TIMEOUT_MS = 900_000;

/** Why a test cannot run here, or false: `skip` of node:test. */
export function missing(programs: string[], { root = false } = {}): string | false {
  if (root && process.getuid?.() !== 0) return 'needs root';
  const absent = programs.filter((name) => !hasProgram(name));
  return absent.length > 0 && `needs ${absent.join(', ')}`;
}

function hasProgram(name: string): boolean {
  return [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].some((directory) => {
    try {
      accessSync(join(directory, name));
      return true;
    } catch {
      return false;
    }
  });
}

/** Runs a program to its end with low priority and returns its output. Throws if it fails. */
export function run(
  program: string,
  words: string[],
  options: SpawnOptions & { input?: string } = {},
): string {
  const { status, stdout, stderr, error } = spawnSync('nice', [program, ...words], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: TIMEOUT_MS,
    ...options,
  } as object) as unknown as { status: number | null; stdout: string; stderr: string; error?: Error };
  if (status !== 0) {
    const reason = error?.message ?? `status ${status}`;
    throw new Error(`${program} ${words[0]}: ${reason}\n${`${stdout}${stderr}`.slice(-3000)}`);
  }
  return stdout.trim();
}

export interface Started {
  process: ChildProcess;
  output(): string;
  /** Ends it with SIGTERM and returns its exit code. */
  stop(): Promise<number | null>;
}

export function start(program: string, words: string[], options: SpawnOptions): Started {
  const child = spawn(program, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const exited = once(child, 'exit');
  return {
    process: child,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      return child.exitCode;
    },
  };
}

/** Waits until the URL responds with 200. Fails with the output if the program ends before. */
export async function untilReady(url: string, { process: child, output }: Started): Promise<void> {
  await waitFor(
    `${url} (${output()})`,
    async () => {
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${output()}`);
      return fetch(url, { headers: { connection: 'close' } }).then(
        async (response) => {
          await response.arrayBuffer();
          return response.ok;
        },
        () => false,
      );
    },
    300_000,
  );
}
