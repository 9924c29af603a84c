import { StellwerkError } from '../core/errors.ts';

const FIRST_WAIT_MS = 1_000;
const MAXIMUM_WAIT_MS = 3_600_000;
const IDS_SHOWN = 20;

/** The service could not send the contents of some documents. Everything else is in the copy. */
export class UnreadableContentsError extends StellwerkError {
  override name = 'UnreadableContentsError';
  readonly ids: readonly number[];

  constructor(ids: readonly number[]) {
    super(describeUnreadable(ids));
    this.ids = ids;
  }
}

export function describeUnreadable(ids: readonly number[]): string {
  const shown = ids.slice(0, IDS_SHOWN).join(', ');
  const more = ids.length > IDS_SHOWN ? ` and ${ids.length - IDS_SHOWN} more` : '';
  const documents = ids.length === 1 ? `document ${shown}` : `${ids.length} documents (ids ${shown}${more})`;
  return `The service could not send the contents of ${documents}, so the copy lacks them. Give the ids to its operator, who finds the cause with "npx stellwerk documents verify".`;
}

/** The documents whose contents could not be read now, and the delay before the mirror asks for them again. */
export interface ContentsFailure {
  ids: readonly number[];
  delayMs: number;
}

/** The documents of the last passes whose contents could not be read, and when to ask for them again. */
export class UnreadableContents {
  #ids: readonly number[] = [];
  #failures = 0;
  #retryAtMs = 0;

  get ids(): readonly number[] {
    return this.#ids;
  }

  get isRetryDue(): boolean {
    return this.#ids.length > 0 && Date.now() >= this.#retryAtMs;
  }

  /** After a pass that asked for all contents again. Returns the delay before the next one, in milliseconds. */
  replace(ids: readonly number[]): number {
    this.#ids = ids;
    this.#failures = ids.length === 0 ? 0 : this.#failures + 1;
    const delayMs = Math.min(FIRST_WAIT_MS * 2 ** (this.#failures - 1), MAXIMUM_WAIT_MS);
    this.#retryAtMs = Date.now() + delayMs;
    return delayMs;
  }

  /** After a pass that left out those that are known. */
  add(ids: readonly number[]): number {
    this.#ids = [...this.#ids, ...ids].sort((a, b) => a - b);
    return Math.max(0, this.#retryAtMs - Date.now());
  }
}
