import { nearest } from '../../config/nearest.ts';
import { toAscii } from '../../core/text/ascii.ts';
import { CommandError, UsageError } from '../command.ts';
import { PROPERTIES, PROPERTY_BY_PATH, type Property } from './properties.ts';

/** Properties by heading. Null for a column that is not imported. */
export type GivenMapping = ReadonlyMap<string, string | null>;

interface MappedColumn {
  index: number;
  heading: string;
  property: Property;
}

export interface Mapping {
  columns: readonly MappedColumn[];
  /** Headings that were not recognized and that no mapping names. */
  unknown: readonly string[];
  /** The property of each column, null for those that are not imported. */
  byHeading: Readonly<Record<string, string | null>>;
  /** The column, or columns, of a property as a message names them. Undefined if no column has it. */
  columnOf(path: string): string | undefined;
}

/** Letters and digits in lower case, so that "E-Mail" and "EMAIL", and "Straße" and "strasse" are the same. */
function toKey(heading: string): string {
  return toAscii(heading)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

const RECOGNIZED = new Map<string, Property>();
for (const property of PROPERTIES) {
  for (const heading of [...property.headings, property.path]) RECOGNIZED.set(toKey(heading), property);
}
// The last part of a path also names its property, unless a heading or another path does.
for (const property of PROPERTIES) {
  const name = toKey(property.path.split('.').at(-1)!);
  if (!RECOGNIZED.has(name)) RECOGNIZED.set(name, property);
}

/** The property that a heading means. "Sprache 1" and "Sprache 2" both mean the languages. */
function recognize(heading: string): Property | undefined {
  const key = toKey(heading);
  const found = RECOGNIZED.get(key);
  if (found !== undefined) return found;
  const numbered = RECOGNIZED.get(key.replace(/\d+$/, ''));
  return numbered?.kind === 'list' ? numbered : undefined;
}

/** Assigns each column its property: as given, or else as recognized by its heading. Throws a CommandError or UsageError. */
export function mapColumns(header: readonly string[], given: GivenMapping): Mapping {
  checkHeadings(header, given);
  const columns: MappedColumn[] = [];
  const unknown: string[] = [];
  for (const [index, heading] of header.entries()) {
    const path = given.get(heading);
    if (path === null) continue;
    const property = path === undefined ? recognize(heading) : findProperty(heading, path);
    if (property !== undefined) columns.push({ index, heading, property });
    else if (heading !== '') unknown.push(heading);
  }
  checkProperties(columns);
  const byIndex = new Map(columns.map(({ index, property }) => [index, property.path]));
  const headings = Map.groupBy(columns, ({ property }) => property.path);
  return {
    columns,
    unknown,
    byHeading: Object.fromEntries(
      header.flatMap((heading, index) => (heading === '' ? [] : [[heading, byIndex.get(index) ?? null]])),
    ),
    columnOf: (path) => {
      const named = headings.get(path)?.map(({ heading }) => `"${heading}"`);
      return named === undefined ? undefined : `Column ${named.join(' or ')}`;
    },
  };
}

function checkHeadings(header: readonly string[], given: GivenMapping): void {
  const seen = new Set<string>();
  for (const heading of header) {
    if (heading !== '' && seen.has(heading)) {
      throw new CommandError(`The file has two columns "${heading}". Give each column its own heading.`);
    }
    seen.add(heading);
  }
  for (const heading of given.keys()) if (!seen.has(heading)) throw noColumn(heading, header);
}

export function noColumn(heading: string, header: readonly string[]): CommandError {
  return new CommandError(
    `The file has no column "${heading}". Its columns are: ${header.map((name) => `"${name}"`).join(', ')}.`,
  );
}

function findProperty(heading: string, path: string): Property {
  const property = PROPERTY_BY_PATH.get(path);
  if (property !== undefined) return property;
  const paths = [...PROPERTY_BY_PATH.keys()];
  const suggestion = paths.find((known) => known.endsWith(`.${path}`)) ?? nearest(path, paths);
  const hint = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`;
  throw new UsageError(
    `There is no property "${path}", to which column "${heading}" is mapped.${hint} docs/importing-candidates.md lists all.`,
  );
}

/** Only a list can come from several columns. */
function checkProperties(columns: readonly MappedColumn[]): void {
  for (const [path, same] of Map.groupBy(columns, ({ property }) => property.path)) {
    if (same.length < 2 || same[0]!.property.kind === 'list') continue;
    const names = same.map(({ heading }) => `"${heading}"`).join(' and ');
    throw new CommandError(
      `The columns ${names} both mean ${path}. Ignore one of them, such as with --map ${JSON.stringify(`${same[1]!.heading}=`)}.`,
    );
  }
}
