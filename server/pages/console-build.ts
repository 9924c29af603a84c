import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
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
  styles: readonly string[];
  /** Scripts that the first one imports, so that the browser fetches them at once. */
  imports: readonly string[];
}

export interface ConsoleFile {
  type: string;
  encoding: Encoding | undefined;
  body: Buffer;
}

const ENTRY = 'main.tsx';
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
  const imported = new Set<string>();
  const visit = (key: string): void => {
    if (imported.has(key)) return;
    imported.add(key);
    for (const name of manifest[key]?.imports ?? []) visit(name);
  };
  visit(ENTRY);
  imported.delete(ENTRY);
  const chunks = [...imported].flatMap((key) => manifest[key] ?? []);
  return {
    builtAtMs,
    script: entry.file,
    styles: [entry, ...chunks].flatMap(({ css = [] }) => css),
    imports: chunks.map(({ file }) => file),
  };
}
