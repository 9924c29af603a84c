import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import {
  catalogLists,
  copySharedLists,
  importProfessions,
  ProfessionFileError,
} from '../areas/masterdata/index.ts';
import { nearest } from '../config/nearest.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { requireInputFile } from './input-file.ts';
import { withServices } from './installation.ts';

export const masterDataCommand: Command = {
  name: 'masterdata import',
  summary: 'Import the occupation catalog into the list "professions" from XML or CSV (id;code;title).',
  arguments: ['LIST', 'FILE'],
  async run({ arguments: [list, file], settings }) {
    if (list !== 'professions') {
      const isKnown = (catalogLists as readonly string[]).includes(list!);
      const suggestion = isKnown ? undefined : nearest(list!, catalogLists);
      const hint = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`;
      throw new UsageError(
        isKnown
          ? `The list ${list} is built in and cannot be imported. Only professions can be imported.`
          : `There is no list "${list}".${hint} Only professions can be imported.`,
      );
    }
    const format = extname(file!).slice(1).toLowerCase();
    if (format !== 'xml' && format !== 'csv') {
      throw new UsageError(`The file name must end in .xml or .csv, but is "${file}".`);
    }
    await requireInputFile(file!);
    return withServices(settings(), async ({ database, now }) => {
      const today = now().toISOString().slice(0, 10);
      const count = await importProfessions(database.system, read(file!), format, today).catch((error) => {
        if (!(error instanceof ProfessionFileError)) throw error;
        throw new CommandError(`The file ${file} cannot be imported. ${error.message}`);
      });
      await copySharedLists(database);
      return { data: { list, imported: count }, text: `Imported ${count} entries into ${list}.` };
    });
  },
};

/** Opens the file when the first part of it is read. A stream opens it at once, and nobody would listen to its error yet. */
async function* read(file: string): AsyncIterable<Buffer> {
  yield* createReadStream(file);
}
