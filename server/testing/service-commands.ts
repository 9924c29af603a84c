import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { findBlobDirectory } from '../open-services.ts';
import { callCommand } from './command-call.ts';
import { makeDirectory } from './command-line.ts';
import type { TestService } from './harness.ts';
import { TEST_MASTER_KEY } from './template.ts';

/** Commands that run in the process of the test, against the database of a service. */
interface ServiceCommands {
  /** The directory of the commands, for files of the test. */
  directory: string;
  environment: Record<string, string>;
  run(words: readonly string[]): ReturnType<typeof callCommand>;
  /** The result of a command that must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: each command has its own result.
  runJson(words: readonly string[]): Promise<any>;
  /** Fails unless the command exits with 1, and says only this. */
  assertRefused(words: readonly string[], message: RegExp): Promise<void>;
  /** Fails unless the command exits with 2, the code of a wrong use, and says only this. */
  assertMisused(words: readonly string[], message: RegExp): Promise<void>;
}

export async function commandsOf(service: TestService): Promise<ServiceCommands> {
  const directory = await makeDirectory();
  const { settings } = service.services;
  const environment = {
    DATA_DIR: directory,
    DATABASE_URL: service.databaseUrl,
    DATABASE_SERVERS: settings.databaseServers.map(({ name, url }) => `${name}=${url}`).join(' '),
    BLOB_URL: pathToFileURL(findBlobDirectory(settings)!).href,
    MASTER_KEY: TEST_MASTER_KEY.toString('hex'),
  };
  const run = (words: readonly string[]) => callCommand(words, environment);
  const assertFailure = async (exitCode: number, words: readonly string[], message: RegExp) => {
    const { code, stdout, stderr } = await run(words);
    assert.deepEqual([code, stdout], [exitCode, ''], stderr);
    assert.match(stderr, message);
  };
  return {
    directory,
    environment,
    run,
    async runJson(words) {
      const { code, stdout, stderr } = await run([...words, '--json']);
      assert.equal(code, 0, stderr + stdout);
      return JSON.parse(stdout);
    },
    assertRefused: (words, message) => assertFailure(1, words, message),
    assertMisused: (words, message) => assertFailure(2, words, message),
  };
}
