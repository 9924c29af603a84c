import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import { importCommands } from '../../commands/import/candidates.ts';
import { makeDirectory } from '../command-line.ts';
import type { TestService } from '../harness.ts';
import { TEST_MASTER_KEY } from '../template.ts';

export type GivenOptions = Record<string, string | undefined>;

export interface ImportData {
  encoding: string;
  ignoredColumns: string[];
  rows: Record<string, number>;
  rowsWithoutDocument: number | null;
  problem: string | null;
  report: string;
}

/** Runs "import candidates" in this process against the database of a service. Collects what it writes to standard error. */
export async function openImporter(service: TestService) {
  const settings = {
    ...service.services.settings,
    databaseUrl: service.databaseUrl,
    masterKey: TEST_MASTER_KEY.toString('hex'),
  };
  const [command] = importCommands;
  const write = process.stderr.write;
  after(() => {
    process.stderr.write = write;
  });
  const state = { directory: '', notes: '', onNote: (_note: string): unknown => undefined };

  const execute = async (options: GivenOptions) => {
    const file = join(state.directory, 'people.csv');
    return (await command!.run({ arguments: [file], options, settings: () => settings }))!;
  };

  return {
    state,
    execute,
    /** Makes a directory for the files of a test. */
    async begin(): Promise<string> {
      Object.assign(state, { directory: await makeDirectory(), notes: '', onNote: () => {} });
      process.stderr.write = ((text: string) => {
        state.notes += text;
        state.onNote(text);
        return true;
      }) as typeof write;
      return state.directory;
    },
    async run(contents: string | Buffer, options: GivenOptions) {
      await writeFile(join(state.directory, 'people.csv'), contents);
      const result = await execute(options);
      const data = result.data as ImportData;
      return { ...result, data, report: await readReport(data.report) };
    },
  };
}

/** The report without its heading, as arrays of cells. */
async function readReport(path: string): Promise<string[][]> {
  const text = await readFile(path, 'utf8');
  assert.ok(text.startsWith('\uFEFFline;outcome;candidateId;property;message\r\n'), text);
  return text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) =>
      line
        .split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/)
        .map((cell) => cell.replaceAll(/^"|"$/g, '').replaceAll('""', '"')),
    );
}
