import { runCommandLine } from '../commands/command-line.ts';

/**
 * Runs a command like `runCommand`, but in the process of the test, which saves the second of CPU time that a process takes to
 * load. Only for commands that write nothing but their result and read no input. `start` and `settings` also read the
 * environment of the process.
 */
export async function callCommand(
  words: readonly string[],
  environment: Record<string, string>,
): Promise<{ code: number; stdout: string; stderr: string }> {
  let stdout = '';
  let stderr = '';
  const code = await runCommandLine(words, {
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
    readEnvironment: () => environment,
  });
  return { code, stdout, stderr };
}
