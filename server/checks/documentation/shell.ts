import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after } from 'node:test';
import { promisify } from 'node:util';
import { ROOT } from './page.ts';

const COMMAND_MS = 60_000;
/** Enough for a full export of the demo tenant. */
const MAXIMUM_OUTPUT_BYTES = 64 * 1024 * 1024;
/** The first version of curl with --json. */
const NEEDED_CURL = [7, 82];

export interface Shell {
  /** Runs commands as a reader's shell would. Rejects with their output if one fails. */
  run(commands: string, variables: Record<string, string>): Promise<string>;
  /** Runs a script of bash beside files with the given contents. Rejects with its output if it fails. */
  runScript(script: string, files: Record<string, string>): Promise<string>;
}

/**
 * Opens a shell in a temporary directory that contains the repository's examples. It uses the installed curl if that is
 * new enough, and the stand-in otherwise. It ends with the file's tests.
 */
export async function openShell({ usesStandIn }: { usesStandIn?: boolean } = {}): Promise<Shell> {
  const directory = await mkdtemp(join(tmpdir(), 'stellwerk-guides-'));
  after(() => rm(directory, { recursive: true, force: true }));
  await symlink(join(ROOT, 'examples'), join(directory, 'examples'));
  let path = process.env.PATH ?? '';
  if (usesStandIn || !(await hasCurl())) {
    const curl = join(directory, 'curl');
    const program = join(import.meta.dirname, 'curl.ts');
    await writeFile(curl, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
    await chmod(curl, 0o755);
    path = directory + delimiter + path;
  }
  const start = async (program: string, words: string[], variables: Record<string, string>) => {
    const { stdout } = await promisify(execFile)(program, words, {
      cwd: directory,
      // No settings of the machine: no .curlrc, no proxy.
      env: { PATH: path, HOME: directory, LC_ALL: 'C.UTF-8', ...variables },
      timeout: COMMAND_MS,
      maxBuffer: MAXIMUM_OUTPUT_BYTES,
    });
    return stdout;
  };
  return {
    run: (commands, variables) => start('sh', ['-euc', commands], variables),
    async runScript(script, files) {
      for (const [name, contents] of Object.entries(files)) {
        await mkdir(dirname(join(directory, name)), { recursive: true });
        await writeFile(join(directory, name), contents);
      }
      return start('bash', ['-c', script], {});
    },
  };
}

export async function hasShell(): Promise<boolean> {
  return promisify(execFile)('sh', ['-c', 'true']).then(
    () => true,
    () => false,
  );
}

export async function hasCurl(): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)('curl', ['--version']);
    const [, major, minor] = /^curl (\d+)\.(\d+)/.exec(stdout) ?? [];
    return (
      Number(major) > NEEDED_CURL[0]! ||
      (Number(major) === NEEDED_CURL[0] && Number(minor) >= NEEDED_CURL[1]!)
    );
  } catch {
    return false;
  }
}
