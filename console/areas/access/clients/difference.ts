import type { ClientEntry } from './client-fields.tsx';
import { sorted } from './permissions.ts';

/** What is changed of a client: the operation replaces the whole list, but what a colleague has changed since stays. */
export class Difference {
  readonly #after: ClientEntry;
  /** Those that the client can have before or after. */
  readonly #names: readonly string[];
  readonly #isRenaming: boolean;
  readonly #added: readonly string[];
  readonly #removed: readonly string[];

  /** The client can be any of `befores`: if a change had no response, nobody knows whether it was made. */
  constructor(befores: readonly ClientEntry[], after: ClientEntry) {
    this.#after = after;
    this.#names = [...befores, after].map(({ name }) => name);
    this.#isRenaming = befores.some(({ name }) => name !== after.name);
    this.#added = after.permissions.filter((one) => !befores.every((before) => has(before, one)));
    this.#removed = befores.flatMap(({ permissions }) => permissions).filter((one) => !has(after, one));
  }

  /** False if a colleague has given the client a name that this would replace. */
  isAsSeen({ name }: ClientEntry): boolean {
    return !this.#isRenaming || this.#names.includes(name);
  }

  /** The client with the difference. */
  applyTo({ name, permissions }: ClientEntry): ClientEntry {
    return {
      name: this.#isRenaming ? this.#after.name : name,
      permissions: sorted([...permissions, ...this.#added]).filter((one) => !this.#removed.includes(one)),
    };
  }

  /** The client as it is now, but as it was in what can be different. */
  restore(now: ClientEntry, was: ClientEntry): ClientEntry {
    const changed = [...this.#added, ...this.#removed];
    return {
      name: this.#isRenaming && this.#names.includes(now.name) ? was.name : now.name,
      permissions: sorted([
        ...now.permissions.filter((one) => !changed.includes(one)),
        ...changed.filter((one) => has(was, one)),
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

const has = ({ permissions }: ClientEntry, permission: string) => permissions.includes(permission);
