import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { MAXIMUM_DOCUMENT_BYTES } from '../../areas/documents/index.ts';
import { CommandError } from '../command.ts';

/** Endings of files that are found by the id of the row, the most likely first. */
const ENDINGS = ['pdf', 'docx', 'doc', 'odt', 'rtf', 'txt', 'jpg', 'png'];

type Finding = { path: string } | { fault: string };
/** The names of the files in a directory, by what they are compared by. */
type Listing = ReadonlyMap<string, readonly string[]>;

const compose = (name: string) => name.normalize('NFC');
/** Systems that ignore case wrote the names, and Apple's decompose umlauts. */
const fold = (name: string) => compose(name).toLowerCase();

/** A folder of CVs. Lists each of its directories once. */
export class DocumentFolder {
  /** Absolute, without symbolic links. */
  readonly #path: string;
  readonly #listings = new Map<string, Promise<Listing>>();

  private constructor(path: string) {
    this.#path = path;
  }

  static async open(path: string): Promise<DocumentFolder> {
    const real = await realpath(path).catch(() => undefined);
    if (real === undefined || !(await stat(real)).isDirectory()) {
      throw new CommandError(`There is no folder ${path}. Correct --documents.`);
    }
    const folder = new DocumentFolder(real);
    await folder.#list(real).catch((error: NodeJS.ErrnoException) => {
      throw new CommandError(
        `The files of the folder ${path} cannot be listed (${error.code}). Allow it, or correct --documents.`,
      );
    });
    return folder;
  }

  /** The path of a row's CV, or what is wrong with the cell that names it. Undefined if the row has none. */
  async find(name: string | undefined, importExternalId: string | undefined): Promise<Finding | undefined> {
    if (name !== undefined) return this.#findNamed(name);
    if (importExternalId === undefined) return undefined;
    // An id is not a path, whatever characters it has.
    if (basename(importExternalId) !== importExternalId || importExternalId.includes('\\')) return undefined;
    const listing = await this.#list(this.#path);
    for (const ending of ENDINGS) {
      // Ids that differ in case are of different candidates.
      const fitting = (listing.get(fold(`${importExternalId}.${ending}`)) ?? []).filter((file) =>
        compose(file).startsWith(`${compose(importExternalId)}.`),
      );
      const file = choose(fitting, `${importExternalId}.${ending}`) ?? fitting.toSorted()[0];
      if (file !== undefined) return this.#check(join(this.#path, file));
    }
    return undefined;
  }

  async #findNamed(name: string): Promise<Finding> {
    const path = resolve(this.#path, name.replaceAll('\\', '/'));
    if (isAbsolute(name) || !this.#hasInside(path)) {
      return { fault: 'must be the name of a file inside the folder that --documents names.' };
    }
    let found = this.#path;
    for (const part of relative(this.#path, path).split(sep)) {
      const listing = await this.#list(found).catch((): Listing => new Map());
      const fitting = listing.get(fold(part)) ?? [];
      const file = choose(fitting, part);
      if (file === undefined && fitting.length > 0) {
        return {
          fault:
            'names more than one file if upper and lower case are the same. Write the name as the folder has it.',
        };
      }
      found = join(found, file ?? part);
    }
    return this.#check(found);
  }

  async #check(path: string): Promise<Finding> {
    const real = await realpath(path).catch(() => undefined);
    const found = real === undefined ? undefined : await stat(real).catch(() => undefined);
    if (real === undefined || !found?.isFile()) {
      return { fault: 'names a file that is not in the folder. Copy it there, or empty the cell.' };
    }
    if (!this.#hasInside(real))
      return { fault: 'names a link that leaves the folder. Copy the file into the folder.' };
    if (found.size === 0) return { fault: 'names a file that is empty.' };
    if (found.size > MAXIMUM_DOCUMENT_BYTES) {
      return { fault: `names a file that is larger than ${MAXIMUM_DOCUMENT_BYTES} bytes.` };
    }
    return { path: real };
  }

  #hasInside(path: string): boolean {
    return path.startsWith(this.#path + sep);
  }

  #list(directory: string): Promise<Listing> {
    const known = this.#listings.get(directory);
    if (known !== undefined) return known;
    const listing = readdir(directory).then((names) => Map.groupBy(names, fold));
    this.#listings.set(directory, listing);
    return listing;
  }
}

/** The name itself, or else the only one that fits. */
function choose(fitting: readonly string[], name: string): string | undefined {
  if (fitting.includes(name)) return name;
  return fitting.length === 1 ? fitting[0] : undefined;
}
