import type { Settings } from '../../config.ts';
import { claimStore } from '../../core/blobs/index.ts';
import type { Services } from '../../core/services.ts';
import { openBlobStore } from '../../open-services.ts';
import { type Command, CommandError, type Option, UsageError } from '../command.ts';
import { requireRereadableFile } from '../input-file.ts';
import { withServices } from '../installation.ts';
import { withInterruption } from '../interruption.ts';
import { prepareOperation, toOptionError } from '../operations.ts';
import { isRecordId } from '../record-id.ts';
import { requireTenant, TENANT_OPTION } from '../tenant.ts';
import { DocumentFolder } from './document-folder.ts';
import { readGivenMapping } from './given-mapping.ts';
import { type Mapping, mapColumns, noColumn } from './mapping.ts';
import { loadNames, type Names } from './names.ts';
import type { ApplicationDefaults } from './plan.ts';
import { createReport } from './report.ts';
import { describeCounts, type RowCounts, runImport } from './run.ts';
import { openTable, type Table } from './table.ts';
import { ENCODINGS, type Encoding } from './text-file.ts';
import { isTimeZone } from './time-zone.ts';
import { type ImportOptions, RowWriter } from './write-row.ts';

// More would slow down the service that shares the machine.
const MAXIMUM_CONCURRENCY = 4;
const DEFAULT_COUNTRY = 'DE';
const DEFAULT_TIME_ZONE = 'UTC';
const SEPARATORS: Readonly<Record<string, string>> = { ';': ';', ',': ',', tab: '\t', '\t': '\t', '|': '|' };

const OPTIONS = {
  tenant: TENANT_OPTION,
  recruiter: {
    value: 'ID|EMAIL|NAME',
    meaning:
      'Recruiter of the application that is recorded for each candidate. Users see only candidates with one.',
  },
  jobad: { value: 'ID', meaning: 'Job ad of these applications. Without it, they are speculative.' },
  'no-application': { meaning: 'Record no applications. Users do not see the candidates, integrations do.' },
  'dry-run': { meaning: 'Check every row as the import does, write a report, and import nothing.' },
  update: { meaning: 'Change candidates whose id is known already. Without it, their rows are skipped.' },
  'skip-duplicates': { meaning: 'Skip new rows whose mailbox a candidate has already.' },
  'id-column': { value: 'COLUMN', meaning: 'Column with the id of the source system (importExternalId).' },
  map: {
    value: 'COLUMN=PROPERTY',
    meaning:
      'Map a column to a property, such as "Ort=location.city". "Ort=" ignores the column. Can be repeated.',
    isRepeatable: true,
  },
  mapping: { value: 'FILE.json', meaning: 'File with the properties of columns.' },
  'print-mapping': { meaning: 'Print the mapping as such a file, and import nothing.' },
  documents: { value: 'FOLDER', meaning: 'Folder of CVs, named by a column or by the id.' },
  'parse-cv': { meaning: 'Parse the CVs in the background. They fill only what is empty.' },
  report: {
    value: 'FILE',
    meaning: 'File for the report. Default: FILE.report.csv. If it exists, a number is added to the name.',
  },
  encoding: { value: 'NAME', meaning: `One of ${ENCODINGS.join(', ')}. Recognized by default.` },
  separator: { value: 'CHARACTER', meaning: 'One of ; , | tab. Recognized by default.' },
  country: { value: 'ID|NAME|CODE', meaning: 'Country of addresses without a country. Default: DE.' },
  'time-zone': {
    value: 'NAME',
    meaning: 'Time zone of times without one, such as Europe/Berlin. Default: UTC.',
  },
} as const satisfies Record<string, Option>;

type Given = Readonly<Record<string, string | undefined>>;

export const importCommands: readonly Command[] = [
  {
    name: 'import candidates',
    summary:
      'Import candidates from a CSV file. A second run continues the first. See docs/importing-candidates.md.',
    arguments: ['FILE.csv'],
    options: OPTIONS,
    async run({ arguments: [path], options, settings }) {
      checkOptions(options);
      await requireRereadableFile(path!);
      const table = await openTable(path!, {
        encoding: options.encoding as Encoding | undefined,
        separator: options.separator === undefined ? undefined : SEPARATORS[options.separator],
      });
      try {
        const mapping = await readMapping(table, options);
        if (options['print-mapping'] !== undefined) {
          return { data: mapping.byHeading, text: JSON.stringify(mapping.byHeading, undefined, 2) };
        }
        checkMapping(mapping, options);
        return await importTable(path!, { table, mapping, options, settings: settings() });
      } finally {
        await table.close();
      }
    },
  },
];

function checkOptions(options: Given): void {
  const { encoding, separator, jobad } = options;
  if (encoding !== undefined && !(ENCODINGS as readonly string[]).includes(encoding))
    throw new UsageError(`--encoding must be one of ${ENCODINGS.join(', ')}.`);
  if (separator !== undefined && SEPARATORS[separator] === undefined)
    throw new UsageError('--separator must be one of ; , | tab.');
  const timeZone = options['time-zone'];
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new UsageError('--time-zone must be the name of a time zone, such as Europe/Berlin, or UTC.');
  if (jobad !== undefined && !isRecordId(jobad)) throw new UsageError('--jobad must be an id, such as 1.');
  if (options['parse-cv'] !== undefined && options.documents === undefined)
    throw new UsageError('--parse-cv needs --documents.');
  if (options['no-application'] === undefined) return;
  const unusable = ['recruiter', 'jobad'].find((name) => options[name] !== undefined);
  if (unusable !== undefined)
    throw new UsageError(`--${unusable} and --no-application cannot be used together.`);
}

async function readMapping(table: Table, options: Given): Promise<Mapping> {
  const idColumn = options['id-column'];
  if (idColumn !== undefined && !table.header.includes(idColumn)) throw noColumn(idColumn, table.header);
  const given = await readGivenMapping({ mapping: options.mapping, map: options.map, idColumn });
  return mapColumns(table.header, given);
}

/** Throws if no row could be imported with this mapping. Not a UsageError: with another file, the same options can be right. */
function checkMapping(mapping: Mapping, options: Given): void {
  const ids = ['importExternalId', 'stellwerkId'];
  if (ids.every((path) => mapping.columnOf(path) === undefined)) {
    throw new CommandError(
      'No column has importExternalId, the id of the source system, by which a second run finds what is imported. Pass the column with --id-column, or add one with a number for each row.',
    );
  }
  const missing = ['firstName', 'lastName'].find((path) => mapping.columnOf(path) === undefined);
  if (missing !== undefined && options.update === undefined) {
    throw new CommandError(`No column has ${missing}. Map a column to it: --map "COLUMN=${missing}".`);
  }
  const hasRecruiter =
    options.recruiter !== undefined || mapping.columnOf('application.recruiterId') !== undefined;
  if (!hasRecruiter && options['no-application'] === undefined) {
    throw new CommandError(
      'Users see only candidates with an application. Pass the recruiter of the applications with --recruiter, or pass --no-application.',
    );
  }
}

interface Import {
  table: Table;
  mapping: Mapping;
  options: Given;
  settings: Settings;
}

function importTable(path: string, { table, mapping, options, settings }: Import) {
  return withServices(settings, async (services) => {
    const tenant = await requireTenant(services, options.tenant!);
    const folder = options.documents === undefined ? undefined : await DocumentFolder.open(options.documents);
    // An import can come before the first start.
    if (folder !== undefined) await claimStore(services.database.system, openBlobStore(settings));
    const names = await loadNames(services, tenant.id);
    const writer = new RowWriter({
      ...flags(options),
      services,
      tenantId: tenant.id,
      header: table.header,
      mapping,
      names,
      timeZone: options['time-zone'] ?? DEFAULT_TIME_ZONE,
      folder,
      countryId: await readCountry(services, tenant.id, names, options.country ?? DEFAULT_COUNTRY),
      application: await readApplication(services, tenant, names, options),
    });
    const report = await createReport(options.report, path);
    const note = (line: string) => process.stderr.write(`${line}\n`);
    note(`${path} is read as ${table.encoding}, with ${nameOf(table.separator)} between the columns.`);
    noteColumns(mapping, { folder, recordsApplications: options['no-application'] === undefined }, note);
    noteUnnamed(table.header, note);
    if (options['time-zone'] === undefined) noteTimes(mapping, note);
    const concurrency = Math.max(1, Math.min(MAXIMUM_CONCURRENCY, settings.databaseConnections - 1));
    const result = await withInterruption((signal) =>
      runImport({ table, writer, report, concurrency, signal, note }),
    ).finally(() => report.close());
    const isDryRun = options['dry-run'] !== undefined;
    const { counts, withoutDocument, lastLine, isInterrupted, problem } = result;
    const stop = isInterrupted ? 'Interrupted' : problem;
    const isRenamed = options.report !== undefined && options.report !== report.path;
    return {
      data: {
        tenant: tenant.key,
        file: path,
        encoding: table.encoding,
        separator: table.separator,
        ignoredColumns: mapping.unknown,
        dryRun: isDryRun,
        rows: counts,
        rowsWithoutDocument: folder === undefined ? null : withoutDocument,
        interrupted: isInterrupted,
        problem: problem ?? null,
        lastLine,
        report: report.path,
      },
      text: [
        `${isDryRun ? 'Dry run, nothing was imported' : `Imported into tenant "${tenant.key}"`}: ${describeCounts(counts)}. Rows: ${counts.total}.`,
        ...(stop === undefined ? [] : [stopMessage(stop, lastLine, isDryRun)]),
        ...(folder === undefined ? [] : documentMessages(counts, withoutDocument)),
        `Report: ${report.path}${isRenamed ? ` (${options.report} exists)` : ''}`,
      ].join('\n'),
      exitCode: stop === undefined && counts.faulty === 0 ? 0 : 1,
    };
  });
}

function stopMessage(stop: string, lastLine: number, isDryRun: boolean): string {
  const what =
    stop === 'Interrupted' ? `Interrupted after line ${lastLine}.` : `Ended after line ${lastLine}. ${stop}`;
  return isDryRun ? what : `${what} To continue, run the command again. It skips imported rows.`;
}

function documentMessages({ skipped }: RowCounts, withoutDocument: number): string[] {
  return [
    ...(withoutDocument === 0
      ? []
      : [`Rows without a file in the folder of --documents: ${withoutDocument}. The report names them.`]),
    ...(skipped === 0
      ? []
      : ['Skipped rows got no file. To store those of known candidates, pass --update.']),
  ];
}

const nameOf = (separator: string) => (separator === '\t' ? 'a tab' : `"${separator}"`);

function noteColumns(
  mapping: Mapping,
  { folder, recordsApplications }: { folder: DocumentFolder | undefined; recordsApplications: boolean },
  note: (line: string) => void,
): void {
  const files = mapping.columnOf('document');
  if (files !== undefined && folder === undefined)
    note(
      `${files} names files, which are not imported. To import them, pass their folder: --documents FOLDER.`,
    );
  const unused = mapping.columns.filter(({ property }) => property.path.startsWith('application.'));
  if (!recordsApplications && unused.length > 0)
    note(
      `Columns that are not imported, because --no-application records no applications: ${quote(unused.map(({ heading }) => heading))}.`,
    );
  if (mapping.unknown.length === 0) return;
  note(
    `Ignored columns, because their headings are unknown: ${quote(mapping.unknown)}. To import them, use --map.`,
  );
}

/** Those behind the last heading are not among them: a value there makes its row faulty. */
function noteUnnamed(header: readonly string[], note: (line: string) => void): void {
  const last = header.findLastIndex((heading) => heading !== '');
  const unnamed = header.flatMap((heading, index) => (heading === '' && index < last ? [index + 1] : []));
  if (unnamed.length > 0)
    note(
      `Ignored columns, because they have no heading: ${unnamed.join(', ')}. To import them, give them one.`,
    );
}

function noteTimes(mapping: Mapping, note: (line: string) => void): void {
  const times = mapping.columns.filter(({ property }) => property.kind === 'time');
  if (times.length === 0) return;
  note(
    `Times without a time zone in ${quote(times.map(({ heading }) => heading))} are read as UTC. If they are local times, pass the time zone, such as --time-zone Europe/Berlin.`,
  );
}

const quote = (headings: readonly string[]) => headings.map((heading) => `"${heading}"`).join(', ');

function flags(
  options: Given,
): Pick<ImportOptions, 'parsesCvs' | 'updates' | 'skipsDuplicates' | 'isDryRun'> {
  return {
    parsesCvs: options['parse-cv'] !== undefined,
    updates: options.update !== undefined,
    skipsDuplicates: options['skip-duplicates'] !== undefined,
    isDryRun: options['dry-run'] !== undefined,
  };
}

interface NamedOption {
  /** Without dashes. */
  option: string;
  kind: string;
  text: string;
  /** What to do if the text names nothing. */
  remedy: string;
}

function requireName(names: Names, { option, kind, text, remedy }: NamedOption): number {
  const id = names.find(kind, text);
  if (id === undefined) throw new CommandError(`--${option} ${names.explain(kind, text)} ${remedy}`);
  return id;
}

/** The country of --country, checked once instead of in each row, whose message would blame an empty cell. */
async function readCountry(
  services: Services,
  tenantId: number,
  names: Names,
  text: string,
): Promise<number> {
  const remedy = 'Pass its name or its code, such as Germany or DE.';
  const countryId = requireName(names, { option: 'country', kind: 'country', text, remedy });
  const property = 'location.countryId';
  const body = { location: { countryId } };
  const { faults } = await prepareOperation(services, 'candidate_create', { tenantId, body });
  const wrong = faults.find((fault) => fault.property === property);
  if (wrong !== undefined) throw toOptionError([wrong], { [property]: 'country' });
  return countryId;
}

/** The recruiter and the job ad, checked once instead of in each row. */
async function readApplication(
  services: Services,
  tenant: { id: number; key: string },
  names: Names,
  options: Given,
): Promise<ApplicationDefaults | undefined> {
  if (options['no-application'] !== undefined) return undefined;
  const { recruiter, jobad } = options;
  const listedBy = {
    recruiterId: `user list --tenant ${tenant.key}`,
    jobAdId: `jobad list --tenant ${tenant.key}`,
  };
  const remedy = `See: npx stellwerk ${listedBy.recruiterId}`;
  const application: ApplicationDefaults = {
    recruiterId:
      recruiter === undefined
        ? undefined
        : requireName(names, { option: 'recruiter', kind: 'user', text: recruiter, remedy }),
    jobAdId: jobad === undefined ? undefined : Number(jobad),
  };
  const body = Object.fromEntries(Object.entries(application).filter(([, value]) => value !== undefined));
  const { faults } = await prepareOperation(services, 'candidate_apply', { tenantId: tenant.id, body });
  const wrong = faults.find(({ property }) => property in body);
  if (wrong !== undefined) {
    throw toOptionError([wrong], { recruiterId: 'recruiter', jobAdId: 'jobad' }, listedBy);
  }
  return application;
}
