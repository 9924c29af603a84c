import { trimText } from '../../core/http/normalization.ts';
import { toNameMatch } from '../../core/text/name-form.ts';
import { type LanguageEntry, readLanguage, splitLanguages } from './languages.ts';
import type { Mapping } from './mapping.ts';
import type { Names } from './names.ts';
import type { Property } from './properties.ts';
import type { Row } from './table.ts';
import { type CellContext, readValue, splitList, splitQuoted } from './values.ts';

/** A fault of a row, or a remark about it. `message` names the column. */
export interface RowMessage {
  property: string;
  message: string;
}

const LICENCE = 'driver licence';

/** The values of a row, in the form of the operations that store them. */
export interface Draft {
  /** The id of a candidate who exists. */
  stellwerkId: number | undefined;
  candidate: Record<string, unknown>;
  languages: LanguageEntry[];
  driversLicences: number[];
  keywords: string[];
  qualifications: string[];
  professions: number[];
  statusId: number | undefined;
  application: Record<string, unknown>;
  /** Name of the file with the CV, as the row has it. */
  document: string | undefined;
  faults: RowMessage[];
}

interface DraftContext extends CellContext {
  mapping: Mapping;
}

/** Reads a row. Empty cells have no property. */
export function toDraft({ cells }: Row, { mapping, ...context }: DraftContext): Draft {
  const draft: Draft = {
    stellwerkId: undefined,
    candidate: {},
    languages: [],
    driversLicences: [],
    keywords: [],
    qualifications: [],
    professions: [],
    statusId: undefined,
    application: {},
    document: undefined,
    faults: [],
  };
  for (const { index, heading, property } of mapping.columns) {
    const text = withoutGuard(trimText(cells[index] ?? ''));
    if (text === '') continue;
    const fault =
      property.kind === 'list'
        ? addList(draft, property, text, context.names)
        : addValue(draft, property, text, context);
    if (fault !== undefined)
      draft.faults.push({ property: property.path, message: `Column "${heading}" ${fault}` });
  }
  return draft;
}

/** Exports put an apostrophe before what a spreadsheet would take for a formula, such as +49 30 901820. */
function withoutGuard(text: string): string {
  return text.replace(/^'(?=[=+\-@＝＋－＠])/, '');
}

function addValue(draft: Draft, property: Property, text: string, context: CellContext): string | undefined {
  const reading = readValue(text, property, context);
  if ('fault' in reading) return reading.fault;
  const { path } = property;
  if (path === 'stellwerkId') draft.stellwerkId = reading.value as number;
  else if (path === 'statusId') draft.statusId = reading.value as number;
  else if (path === 'document') draft.document = text;
  else if (path.startsWith('application.'))
    draft.application[path.slice('application.'.length)] = reading.value;
  else setAt(draft.candidate, path, reading.value);
  return undefined;
}

function setAt(body: Record<string, unknown>, path: string, value: unknown): void {
  const [first, second] = path.split('.') as [string, string?];
  if (second === undefined) body[first] = value;
  else body[first] = { ...(body[first] as object | undefined), [second]: value };
}

function addList(draft: Draft, { path }: Property, text: string, names: Names): string | undefined {
  switch (path) {
    case 'languages':
      return addEach(
        splitLanguages(text, names),
        (entry) => addLanguage(draft, readLanguage(entry, names)),
        'one language, with or without its level, such as Englisch B2',
        'Separate languages by commas, give each one level, and leave out those that the candidate does not speak.',
      );
    case 'driversLicences':
      return addEach(
        splitLicences(text, names),
        (entry) => addId(draft.driversLicences, findLicence(entry, names)),
        "a driver's license",
        `There are: ${[...names.all(LICENCE).values()].toSorted().join(', ')}. An old German class, such as 3, stands for several of them: name those.`,
      );
    case 'professions':
      // Names of occupations contain commas.
      return addEach(
        splitList(text, ';|\n'),
        (entry) => addId(draft.professions, names.find('profession', entry)),
        'the id (DKZID) or the name of an occupation of the catalog',
      );
    default: {
      const list = path === 'keywords' ? draft.keywords : draft.qualifications;
      for (const entry of splitQuoted(text)) {
        if (!list.some((known) => toNameMatch(known) === toNameMatch(entry))) list.push(entry);
      }
      return undefined;
    }
  }
}

/** Adds each entry. Returns a fault that counts the entries which are not what they must be, with the advice. */
function addEach(
  entries: string[],
  add: (entry: string) => boolean,
  what: string,
  advice?: string,
): string | undefined {
  const faulty = entries.flatMap((entry, index) => (add(entry) ? [] : [index + 1]));
  if (faulty.length === 0) return undefined;
  const fault = `must be a list, and each entry ${what}. Entry ${faulty.join(', ')} of ${entries.length} is not.`;
  return advice === undefined ? fault : `${fault} ${advice}`;
}

function addId(list: number[], id: number | undefined): boolean {
  if (id !== undefined && !list.includes(id)) list.push(id);
  return id !== undefined;
}

/** Several columns can have the same language, one of them with its level. Two levels contradict each other. */
function addLanguage({ languages }: Draft, language: LanguageEntry | undefined): boolean {
  if (language === undefined) return false;
  const { languageId, languageLevelId } = language;
  const known = languages.find((entry) => entry.languageId === languageId);
  if (known === undefined) languages.push(language);
  else if (known.languageLevelId === undefined) Object.assign(known, language);
  else return languageLevelId === undefined || languageLevelId === known.languageLevelId;
  return true;
}

/** "B BE C1" is three licences, although "driver card" is one. */
function splitLicences(text: string, names: Names): string[] {
  return splitList(text, ',;|/\n').flatMap((entry) => {
    const words = entry.split(/\s+/);
    return findLicence(entry, names) === undefined &&
      words.every((word) => findLicence(word, names) !== undefined)
      ? words
      : [entry];
  });
}

function findLicence(text: string, names: Names): number | undefined {
  const className = text.replace(/^(?:führerschein\s*)?(?:klasse|kl\.|class)\s+/i, '');
  const id = names.find(LICENCE, text) ?? names.find(LICENCE, className);
  // "3" is hardly an id, but a class of before 1999.
  return id !== undefined && names.all(LICENCE).has(id) ? id : undefined;
}
