import { type Piece, PieceDecoder, ProfessionFileError, readLines, readMarkup } from './profession-file.ts';

/**
 * One entry of the occupation catalog. `code` is the KldB 2010 code without its leading "B " (`51312-10000`), or any other
 * code unchanged. `levelId` is the requirement level (1 to 4), which is the fifth digit of the code, or null if the code has
 * none. `lineNumber` is the line on which the entry starts, for error messages.
 */
export type ProfessionRow = {
  id: number;
  code: string | null;
  title: string;
  levelId: number | null;
  isExpired: boolean;
  kind: 'occupation' | 'activity';
  lineNumber: number;
};

const fixEntry = 'Fix the entry and import the file again.';
const maximumId = 2_147_483_647;
const maximumCodeLength = 40;
const maximumTitleLength = 500;

/**
 * Reads the occupation catalog, either as XML (root `alleBerufe`, empty `beruf` elements with `id`, `codenr`, `bezeichnung`,
 * `zustand`, `gueltigVon`, `gueltigBis`) or as CSV (`id;code;title`), in UTF-8 or windows-1252.
 *
 * Yields rows in file order while it reads. Uses memory for one chunk of the source and 64 KiB. Does not detect repeated ids,
 * which would need memory for the whole file. `today` (YYYY-MM-DD) is compared with `gueltigBis`: an entry is valid until the
 * end of that day. CSV entries never expire.
 *
 * @throws ProfessionFileError at the first malformed entry and at the end of a truncated XML file. The rows before it have
 * already been yielded, so run the import in one transaction.
 */
export async function* readProfessions(
  source: AsyncIterable<Uint8Array>,
  format: 'xml' | 'csv',
  today: string,
): AsyncGenerator<ProfessionRow> {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(today)) throw new RangeError('today must be a date in the form YYYY-MM-DD');
  yield* format === 'xml' ? readXml(source, today) : readCsv(source);
}

async function* readCsv(source: AsyncIterable<Uint8Array>): AsyncGenerator<ProfessionRow> {
  const decoder = new PieceDecoder();
  let isFirst = true;
  for await (const piece of readLines(source, decoder)) {
    const { lineNumber } = piece;
    const line = decoder.decode(piece);
    if (line.trim() === '') continue;
    const [id, code, title] = splitFields(line, lineNumber);
    const isHeader = isFirst && id.toLowerCase() === 'id';
    isFirst = false;
    if (isHeader) {
      checkHeader(code, title, lineNumber, line);
      continue;
    }
    yield toRow({ id, code, title }, lineNumber, { isExpired: false, kind: 'occupation' });
  }
}

function splitFields(line: string, lineNumber: number): [string, string, string] {
  const field = /(?:\s*"((?:[^"]|"")*)"\s*|([^;]*))(;|$)/y;
  const fields: string[] = [];
  for (;;) {
    const match = field.exec(line);
    // If the first alternative did not match, an opening quote is unclosed.
    if (!match || match[2]?.trimStart().startsWith('"')) {
      const rule = 'a quoted field must be closed on the same line, and quotes inside it must be doubled';
      throw new ProfessionFileError(lineNumber, rule, fixEntry, line);
    }
    fields.push((match[1]?.replaceAll('""', '"') ?? match[2] ?? '').trim());
    if (match[3] === '') break;
  }
  if (fields.length !== 3) {
    const rule = `the line must have three fields separated by semicolons (id;code;title), not ${fields.length}`;
    throw new ProfessionFileError(lineNumber, rule, fixEntry, line);
  }
  return fields as [string, string, string];
}

function checkHeader(code: string, title: string, lineNumber: number, line: string): void {
  const isKnown =
    ['code', 'codenr'].includes(code.toLowerCase()) &&
    ['title', 'titel', 'bezeichnung'].includes(title.toLowerCase());
  if (isKnown) return;
  const remedy = 'Put the columns in this order, or remove the header.';
  throw new ProfessionFileError(lineNumber, 'the header must be id;code;title', remedy, line);
}

async function* readXml(source: AsyncIterable<Uint8Array>, today: string): AsyncGenerator<ProfessionRow> {
  const decoder = new PieceDecoder();
  const open: string[] = [];
  let isRootSeen = false;
  let lineNumber = 1;
  for await (const piece of readMarkup(source, decoder)) {
    lineNumber = piece.lineNumber;
    if (piece.bytes.startsWith('<!--')) continue;
    if (piece.bytes.startsWith('<?')) {
      declareEncoding(piece, decoder);
      continue;
    }
    const tag = parseTag(decoder.decode(piece), lineNumber);
    if (tag.isClosing) {
      if (open.pop() !== tag.name) throw unexpected(tag.name, lineNumber);
      continue;
    }
    if (
      open.length === 0 ? isRootSeen || tag.name !== 'alleBerufe' : open.length > 1 || tag.name !== 'beruf'
    ) {
      throw unexpected(tag.name, lineNumber);
    }
    isRootSeen = true;
    if (!tag.isEmpty) open.push(tag.name);
    if (tag.name === 'beruf') yield toXmlRow(tag.attributes, lineNumber, today);
  }
  if (!isRootSeen || open.length > 0) {
    const rule = isRootSeen ? 'the file ends before </alleBerufe>' : 'the root element alleBerufe is missing';
    throw new ProfessionFileError(lineNumber, rule, 'Download the complete file again.');
  }
}

function unexpected(name: string, lineNumber: number): ProfessionFileError {
  const rule = 'only empty beruf elements inside one alleBerufe element are allowed here';
  const remedy = 'Check that the file is the occupation catalog as XML, and import it again.';
  return new ProfessionFileError(lineNumber, rule, remedy, name);
}

function declareEncoding(piece: Piece, decoder: PieceDecoder): void {
  const declaration = /^<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)["']/.exec(piece.bytes);
  if (declaration) decoder.declare(declaration[1]!, piece.lineNumber);
}

type Tag = { name: string; attributes: Map<string, string>; isClosing: boolean; isEmpty: boolean };

function parseTag(text: string, lineNumber: number): Tag {
  const opening = /^<(\/?)([\p{L}_][\p{L}\p{N}_:.-]*)/u.exec(text);
  const attributes = new Map<string, string>();
  const attribute = /[ \t\r\n]+([\p{L}_][\p{L}\p{N}_:.-]*)[ \t\r\n]*=[ \t\r\n]*(?:"([^"]*)"|'([^']*)')/uy;
  let offset = opening?.[0].length ?? 0;
  for (;;) {
    attribute.lastIndex = offset;
    const match = attribute.exec(text);
    if (!match) break;
    offset = attribute.lastIndex;
    const name = match[1]!;
    if (attributes.has(name)) {
      throw new ProfessionFileError(lineNumber, 'an attribute occurs twice', fixEntry, name);
    }
    attributes.set(name, decodeEntities(match[2] ?? match[3] ?? '', lineNumber));
  }
  const ending = /^[ \t\r\n]*(\/?)>$/.exec(text.slice(offset));
  const isClosing = opening?.[1] === '/';
  if (!opening || !ending || (isClosing && (ending[1] || attributes.size > 0))) {
    throw new ProfessionFileError(lineNumber, 'a tag is malformed', fixEntry, text);
  }
  return { name: opening[2]!, attributes, isClosing, isEmpty: ending[1] === '/' };
}

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(value: string, lineNumber: number): string {
  if (!value.includes('&')) return value;
  const reference = /&(?:(amp|lt|gt|quot|apos);|#x([0-9a-fA-F]{1,6});|#([0-9]{1,7});)?/g;
  return value.replace(reference, (whole, name?: string, hexadecimal?: string, decimal?: string) => {
    if (name) return namedEntities[name]!;
    const digits = hexadecimal ?? decimal;
    const codePoint = digits === undefined ? -1 : Number.parseInt(digits, hexadecimal ? 16 : 10);
    if (!isXmlCharacter(codePoint)) {
      const rule = 'only &amp; &lt; &gt; &quot; &apos; and numeric character references are allowed';
      throw new ProfessionFileError(lineNumber, rule, fixEntry, digits === undefined ? value : whole);
    }
    return String.fromCodePoint(codePoint);
  });
}

/** Whether XML 1.0 allows this character (production Char, section 2.2). */
function isXmlCharacter(codePoint: number): boolean {
  return (
    [0x9, 0xa, 0xd].includes(codePoint) ||
    (codePoint >= 0x20 && codePoint <= 0xd7ff) ||
    (codePoint >= 0xe000 && codePoint <= 0xfffd) ||
    (codePoint >= 0x10000 && codePoint <= 0x10ffff)
  );
}

function toXmlRow(attributes: Map<string, string>, lineNumber: number, today: string): ProfessionRow {
  const id = attributes.get('id')?.trim();
  const title = attributes.get('bezeichnung');
  if (id === undefined || title === undefined) {
    throw new ProfessionFileError(
      lineNumber,
      'a beruf element needs the attributes id and bezeichnung',
      fixEntry,
    );
  }
  const state = attributes.get('zustand')?.trim() ?? '';
  readDate(attributes.get('gueltigVon'), lineNumber);
  const validUntil = readDate(attributes.get('gueltigBis'), lineNumber);
  return toRow({ id, code: attributes.get('codenr') ?? '', title }, lineNumber, {
    // A and R mean old, L means deleted. Other letters do not affect the validity.
    isExpired: ['A', 'R', 'L'].includes(state) || (validUntil !== null && validUntil < today),
    kind: state === 'E' || state === 'T' ? 'activity' : 'occupation',
  });
}

/** Converts DD.MM.YYYY to YYYY-MM-DD, which sorts as text. Returns null if the date is missing. */
function readDate(value: string | undefined, lineNumber: number): string | null {
  const text = value?.trim() ?? '';
  if (text === '') return null;
  const match = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(text);
  const date = match && `${match[3]}-${match[2]}-${match[1]}`;
  // Date turns 31 February into a day in March, so only converting it back shows whether the day exists.
  const parsed = date ? new Date(`${date}T00:00:00Z`) : undefined;
  if (!date || !parsed || Number.isNaN(parsed.getTime()) || !parsed.toISOString().startsWith(date)) {
    throw new ProfessionFileError(
      lineNumber,
      'a date must have the form DD.MM.YYYY and exist',
      fixEntry,
      text,
    );
  }
  return date;
}

function toRow(
  fields: { id: string; code: string; title: string },
  lineNumber: number,
  state: Pick<ProfessionRow, 'isExpired' | 'kind'>,
): ProfessionRow {
  const id = /^\d{1,10}$/.test(fields.id) ? Number(fields.id) : 0;
  if (id < 1 || id > maximumId) {
    const rule = `the id must be an integer from 1 to ${maximumId}`;
    throw new ProfessionFileError(lineNumber, rule, fixEntry, fields.id);
  }
  const title = cleanText(fields.title, 'title', maximumTitleLength, lineNumber);
  if (title === '') throw new ProfessionFileError(lineNumber, 'the title must not be empty', fixEntry);
  const code = cleanText(fields.code, 'code', maximumCodeLength, lineNumber);
  const classified = /^(?:B ?)?(\d{4}(\d)(?:-\d{5})?)$/.exec(code);
  const level = Number(classified?.[2]);
  return {
    id,
    code: classified?.[1] ?? (code || null),
    title,
    levelId: level >= 1 && level <= 4 ? level : null,
    ...state,
    lineNumber,
  };
}

function cleanText(value: string, name: string, maximumLength: number, lineNumber: number): string {
  const text = value.replace(/\s+/g, ' ').trim();
  if (/\p{Cc}/u.test(text)) {
    const rule = `the ${name} must not contain control characters`;
    throw new ProfessionFileError(lineNumber, rule, fixEntry, text);
  }
  if (text.length > maximumLength) {
    const rule = `the ${name} must have at most ${maximumLength} characters`;
    throw new ProfessionFileError(lineNumber, rule, fixEntry, text);
  }
  return text;
}
