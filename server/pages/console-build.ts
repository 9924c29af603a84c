import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '../core/http/index.ts';
import { chooseEncoding, type Encoding } from '../core/http/static-text.ts';

/** An entry of the manifest that the build writes. */
interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
  assets?: string[];
}

interface Build {
  /** When the stamp was written, which the build does last. */
  builtAtMs: number;
  script: string;
  /** What the script needs at once. */
  start: Files;
  /** What it needs besides if somebody has signed in. */
  frame: Files;
  /** The script with the texts of each language, which the frame needs. */
  texts: Readonly<Record<Language, readonly string[]>>;
}

/** Named in the page, so that the browser fetches them at once, and not each when a script before it has run. */
interface Files {
  styles: readonly string[];
  scripts: readonly string[];
}

interface ConsoleFile {
  type: string;
  encoding: Encoding | undefined;
  body: Buffer;
}

const ENTRY = 'main.tsx';
/** What surrounds every screen of somebody who has signed in. */
const FRAME = 'core/frame/frame.tsx';
const TEXTS: Readonly<Record<Language, string>> = {
  de: 'core/texts/texts-de.ts',
  en: 'core/texts/texts-en.ts',
};
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  ttf: 'font/ttf',
  pfb: 'application/octet-stream',
  bcmap: 'application/octet-stream',
  css: 'text/css; charset=utf-8',
};
const EXTENSIONS: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };
/** With the folder of a library that builds the addresses of its files itself. */
const NAME = /^(?:[\w-]+(?:\.[\w-]+)*\/)?[\w-]+(?:\.[\w-]+)*\.(\w+)$/;

/**
 * The files that the build of the console wrote. A build can finish while the service runs, so the stamp is looked at for every
 * page; the files have hashes in their names and are read once.
 */
export class ConsoleBuild {
  readonly #directory: string;
  #current: Build | undefined;
  readonly #contents = new Map<string, Promise<Buffer>>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Returns what the page refers to, or undefined if nothing has been built. */
  async find(): Promise<Build | undefined> {
    const stamp = await stat(join(this.#directory, 'stamp')).catch(() => undefined);
    if (stamp === undefined) return undefined;
    if (this.#current?.builtAtMs !== stamp.mtimeMs) {
      const manifest = await readFile(join(this.#directory, 'manifest.json'), 'utf8');
      this.#current = toBuild(JSON.parse(manifest), stamp.mtimeMs);
    }
    return this.#current;
  }

  /** Returns a file in the encoding that the reader prefers, or undefined if there is none with this name. */
  async file(name: string, headers: Parameters<typeof chooseEncoding>[0]): Promise<ConsoleFile | undefined> {
    const type = TYPES[NAME.exec(name)?.[1] ?? ''];
    if (type === undefined) return undefined;
    const encoding = chooseEncoding(headers);
    const path = encoding === undefined ? name : `${name}${EXTENSIONS[encoding]}`;
    try {
      return { type, encoding, body: await this.#read(path) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Only files that exist are kept, and all of them together are a few megabytes. */
  #read(path: string): Promise<Buffer> {
    const known = this.#contents.get(path);
    if (known !== undefined) return known;
    const reading = readFile(join(this.#directory, 'assets', path));
    this.#contents.set(path, reading);
    reading.catch(() => this.#contents.delete(path));
    return reading;
  }
}

function toBuild(manifest: Record<string, Chunk>, builtAtMs: number): Build {
  const entry = manifest[ENTRY];
  if (entry === undefined) throw new Error(`The manifest of the console has no ${ENTRY}.`);
  const start = importsOf(manifest, ENTRY);
  const frame = importsOf(manifest, FRAME).filter((key) => !start.includes(key));
  const filesOf = (keys: readonly string[]): Files => {
    const chunks = keys.flatMap((key) => manifest[key] ?? []);
    return { styles: chunks.flatMap(({ css = [] }) => css), scripts: chunks.map(({ file }) => file) };
  };
  const { styles, scripts } = filesOf(start);
  return {
    builtAtMs,
    script: entry.file,
    start: { styles, scripts: scripts.filter((file) => file !== entry.file) },
    frame: filesOf(frame),
    texts: { de: filesOf([TEXTS.de]).scripts, en: filesOf([TEXTS.en]).scripts },
  };
}

/** The keys of a chunk and of those that it imports. */
function importsOf(manifest: Record<string, Chunk>, key: string): string[] {
  const found = new Set<string>();
  const visit = (next: string): void => {
    if (found.has(next)) return;
    found.add(next);
    for (const name of manifest[next]?.imports ?? []) visit(name);
  };
  visit(key);
  return [...found];
}
