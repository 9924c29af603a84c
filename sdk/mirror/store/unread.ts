import { type Entity, isEntity } from '../entities.ts';
import type { States } from './states.ts';

const PREFIX = 'unread.';

/**
 * The record types that the application may not read, or could not for a while. The copy keeps what it has of them, but lacks their
 * changes, until everything is read again.
 */
export class Unread {
  readonly #states: States;

  constructor(states: States) {
    this.#states = states;
  }

  async all(): Promise<Set<Entity>> {
    const names = Object.keys(await this.#states.all()).map((name) =>
      name.startsWith(PREFIX) ? name.slice(PREFIX.length) : '',
    );
    return new Set(names.filter(isEntity));
  }

  async add(entity: Entity): Promise<void> {
    await this.#states.set(`${PREFIX}${entity}`, 'yes');
    // A load finds the documents by their candidates.
    if (entity === 'candidate') await this.#states.set(`${PREFIX}document`, 'yes');
  }

  /** Forgets all of them, because everything is read again. */
  async clear(): Promise<void> {
    for (const entity of await this.all()) await this.#states.set(`${PREFIX}${entity}`, undefined);
  }
}
