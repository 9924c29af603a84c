import { ENTITIES } from '../entities.ts';
import type { States } from './states.ts';

const PREFIX = 'skipped.';

/**
 * What the version of the mirror that loaded the copy could not read. A later version that can must read everything again, because the
 * service does not send the changes a second time.
 */
export class Skipped {
  readonly #states: States;
  readonly #noted = new Set<string>();

  constructor(states: States) {
    this.#states = states;
  }

  /** Notes that records with this path, such as `/jobads/{id}`, or of this type are skipped. */
  note(pathOrType: string): void {
    this.#noted.add(pathOrType);
  }

  /** Stores what was noted. Must run inside the transaction that moves the position past the skipped records. */
  async save(): Promise<void> {
    for (const name of this.#noted) await this.#states.set(`${PREFIX}${name}`, 'yes');
  }

  /** The paths and types that were noted. */
  async noted(): Promise<string[]> {
    const names = Object.keys(await this.#states.all()).filter((name) => name.startsWith(PREFIX));
    return names.map((name) => name.slice(PREFIX.length));
  }

  /** The record types of this version that the copy was loaded without. Undefined for a copy that did not store its types. */
  async addedTypes(): Promise<string[] | undefined> {
    const loaded = (await this.#states.get('types'))?.split(' ');
    return loaded && ENTITIES.filter((entity) => !loaded.includes(entity));
  }

  /** All that the copy lacks, because the version of the mirror that loaded it could not read it. */
  async all(): Promise<string[]> {
    return [...new Set([...((await this.addedTypes()) ?? []), ...(await this.noted())])];
  }

  /** Everything is read again, with the types of this version. */
  async reset(): Promise<void> {
    for (const name of await this.noted()) await this.#states.set(`${PREFIX}${name}`, undefined);
    this.#noted.clear();
    await this.#states.set('types', ENTITIES.join(' '));
  }
}
