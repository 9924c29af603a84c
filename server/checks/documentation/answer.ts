import { STATUS_CODES } from 'node:http';

/** A response or a call, as sent over the wire. */
export interface Message {
  status?: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

// biome-ignore lint/suspicious/noExplicitAny: messages of every shape are compared.
type Json = any;

const LEFT_OUT = '…';
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/;
/** A line such as CANDIDATE=4711, where 4711 stands for the real id in the response above. */
const ASSIGNMENT = /^([A-Z][A-Z0-9_]*)=([^\s$"'`()]+)$/gm;

/**
 * The values that a page prints in place of those that differ between installations. A page prints 4711 in a response and
 * CANDIDATE=4711 in the commands below it. Readers replace it by the id from their own response, and so does this class.
 */
export class StandIns {
  readonly #names = new Map<string, string>();
  readonly #real = new Map<string, string>();
  readonly #commands: string;

  /** `commands` are all shell commands of the page, `known` the variables that have a value from the start. */
  constructor(commands: string, known: Record<string, string>) {
    this.#commands = commands;
    for (const [, name, printed] of commands.matchAll(ASSIGNMENT)) {
      this.#names.set(printed!, name!);
      if (known[name!] !== undefined) this.#real.set(printed!, known[name!]!);
    }
  }

  /** Replaces printed values in a text of the page by the real ones. */
  toReal(text: string): string {
    // The longest first, and each place once: an address can be the beginning of another one.
    const printed = [...this.#names.keys()]
      .filter((value) => this.#real.has(value))
      .sort((a, b) => b.length - a.length);
    if (printed.length === 0) return text;
    const anywhere = new RegExp(printed.map((value) => occurrences(value).source).join('|'), 'g');
    return text.replaceAll(anywhere, (value) => this.#real.get(value)!);
  }

  /** Finds a printed value in commands, where it would be wrong for every reader; undefined if there is none. */
  findIn(commands: string): string | undefined {
    return [...this.#names.keys()].find((printed) => commands.search(occurrences(printed)) !== -1);
  }

  /** The commands without their assignments; the shell gets the variables instead. */
  withoutAssignments(commands: string): string {
    return commands.replaceAll(ASSIGNMENT, '');
  }

  /** Variables whose values the page has shown so far. */
  variables(): Record<string, string> {
    return Object.fromEntries(
      [...this.#names].flatMap(([printed, name]) =>
        this.#real.has(printed) ? [[name, this.#real.get(printed)!]] : [],
      ),
    );
  }

  /** Finds an assignment whose printed value no response has shown before; undefined if there is none. */
  unknownIn(text: string): string | undefined {
    return [...text.matchAll(ASSIGNMENT)].map((match) => match[2]!).find((value) => !this.#real.has(value));
  }

  /** Whether the page sets this value itself, so that the response must repeat it. */
  isGiven(time: string): boolean {
    const given = this.#commands.match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? [];
    return given.some((text) => Date.parse(text) === Date.parse(time));
  }

  /** Records the real value for a printed one the first time. Afterwards it must be the same. */
  stands(printed: string, real: string, always = false): boolean | undefined {
    if (!always && (!this.#names.has(printed) || isShort(printed))) return undefined;
    const known = this.#real.get(printed);
    if (known === undefined) this.#real.set(printed, real);
    return known === undefined || known === real;
  }
}

/** Values such as the number of an hour, which occur by chance in any text. */
function isShort(value: string): boolean {
  return value.length < 4;
}

/** Matches a value that is not part of a longer word. */
function occurrences(value: string): RegExp {
  return isShort(value) ? /(?!)/g : new RegExp(`(?<![\\w.-])${escaped(value)}(?![\\w-])`, 'g');
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Differences between a message and what the page shows of it, one line each. */
export function differences(shown: string, real: Message, standIns: StandIns): string[] {
  const [head, ...body] = shown.split('\n\n');
  const [start, ...headers] = head!.split('\n');
  const found: string[] = [];
  if (real.status !== undefined) {
    const line = `HTTP/1.1 ${real.status} ${STATUS_CODES[real.status]}`;
    if (start !== line) found.push(`The page shows "${start}", but the response is "${line}": ${real.text}`);
  }
  for (const header of headers) {
    const [, name, value] = /^([\w-]+): (.+)$/.exec(header) ?? [];
    if (name === undefined) found.push(`"${header}" is no header`);
    else compare(value, real.headers[name.toLowerCase()], name, standIns, found);
  }
  if (found.length === 0) found.push(...bodyDifferences(body.join('\n\n'), real, standIns));
  return found;
}

/** Like `differences`, for a page that shows only the body. */
export function bodyDifferences(shown: string, real: Message, standIns: StandIns): string[] {
  const found: string[] = [];
  const isJson = /json/.test(String(real.headers['content-type']));
  if (shown === '' || !isJson) compare(shown, real.text, 'the body', standIns, found);
  else if (shown !== LEFT_OUT) compare(parse(shown), JSON.parse(real.text), '', standIns, found);
  return found;
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`The page shows a body that is not JSON: ${(error as Error).message}\n${text}`);
  }
}

function compare(shown: Json, real: Json, path: string, standIns: StandIns, found: string[]): void {
  if (Array.isArray(shown) && Array.isArray(real)) {
    const isOpen = shown.at(-1) === LEFT_OUT;
    // What was there before the page: the entries that it shows are the last ones.
    const isContinued = !isOpen && shown[0] === LEFT_OUT;
    const items = isOpen ? shown.slice(0, -1) : isContinued ? shown.slice(1) : shown;
    const others = isContinued ? Math.max(real.length - items.length, 0) : 0;
    if (items.length > real.length || (!isOpen && items.length < real.length - others))
      found.push(`${path} has ${real.length} entries, the page shows ${items.length}`);
    else
      for (const [index, item] of items.entries())
        compare(item, real[others + index], `${path}[${others + index}]`, standIns, found);
  } else if (isRecord(shown) && isRecord(real)) {
    const { [LEFT_OUT]: isOpen, ...properties } = shown;
    const missing = Object.keys(real).filter((name) => !(name in properties));
    if (isOpen === undefined && missing.length > 0)
      found.push(`${path || 'the body'} also has ${missing.join(', ')}, which the page does not show`);
    for (const [name, value] of Object.entries(properties))
      compare(value, real[name], path === '' ? name : `${path}.${name}`, standIns, found);
  } else if (!isSame(shown, real, standIns)) {
    found.push(`${path} is ${JSON.stringify(real)}, the page shows ${JSON.stringify(shown)}`);
  }
}

function isRecord(value: Json): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSame(shown: Json, real: Json, standIns: StandIns): boolean {
  if (shown === LEFT_OUT) return real !== null && real !== undefined;
  if (typeof shown !== typeof real) return false;
  if (typeof shown === 'number') return standIns.stands(String(shown), String(real)) ?? shown === real;
  if (typeof shown !== 'string') return shown === real;
  if (UUID.test(shown)) return UUID.test(real) && standIns.stands(shown, real, true)!;
  if (TIME.test(shown) && !standIns.isGiven(shown)) return TIME.test(real) && shown.length === real.length;
  if (!shown.includes(LEFT_OUT)) return standIns.stands(shown, real) ?? standIns.toReal(shown) === real;
  const pieces = standIns.toReal(shown).split(LEFT_OUT).map(escaped);
  return new RegExp(`^${pieces.join('.+')}$`, 's').test(real) && (standIns.stands(shown, real) ?? true);
}
