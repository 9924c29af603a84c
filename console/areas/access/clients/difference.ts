import type { ClientEntry } from './client-fields.tsx';
import { sorted } from './permissions.ts';

/** What is changed of a client: the operation replaces the whole list, but what a colleague has changed since stays. */
export class Difference {
  readonly #after: ClientEntry;
  readonly #isRenaming: boolean;
  readonly #added: readonly string[];
  readonly #removed: readonly string[];

  constructor(before: ClientEntry, after: ClientEntry) {
    this.#after = after;
    this.#isRenaming = before.name !== after.name;
    this.#added = without(after, before);
    this.#removed = without(before, after);
  }

  /** The client with the difference. */
  applyTo({ name, permissions }: ClientEntry): ClientEntry {
    return {
      name: this.#isRenaming ? this.#after.name : name,
      permissions: sorted([...permissions, ...this.#added]).filter((one) => !this.#removed.includes(one)),
    };
  }

  /** The client as it was, in what is different. */
  takeFrom({ name, permissions }: ClientEntry, was: ClientEntry): ClientEntry {
    const had = (one: string) => was.permissions.includes(one);
    return {
      name: this.#isRenaming ? was.name : name,
      permissions: sorted([
        ...permissions.filter((one) => !this.#added.includes(one) || had(one)),
        ...this.#removed.filter(had),
      ]),
    };
  }

  toBody({ name, permissions }: ClientEntry) {
    return {
      ...(this.#isRenaming ? { name } : {}),
      ...(this.#added.length + this.#removed.length === 0 ? {} : { permissions: [...permissions] }),
    };
  }
}

const without = (all: ClientEntry, others: ClientEntry) =>
  all.permissions.filter((name) => !others.permissions.includes(name));
