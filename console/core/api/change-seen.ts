import type { Tagged } from './call.ts';
import { isStatus } from './errors.ts';

/** Somebody has changed the record since the user saw it. */
export class ChangedMeanwhileError<Stored = unknown> extends Error {
  override readonly name = 'ChangedMeanwhileError';
  /** The record as it is stored. */
  readonly stored: Stored;

  constructor(stored: Stored) {
    super('The record has been changed since it was read.');
    this.stored = stored;
  }
}

interface SeenChange<Stored> {
  read(): Promise<Tagged<Stored>>;
  /** Whether what the user decided about is as the page showed it. The rest of the record does not matter. */
  isAsSeen(stored: Stored): boolean;
  change(ifMatch: string, stored: Stored): Promise<unknown>;
}

/** Others can change the rest of the record again and again. */
const ATTEMPTS = 5;

/**
 * Changes a record if it still is what the user saw, and returns what it was before. Nobody can come between the comparison and the
 * change, because the service rejects the tag of an older version. Throws a ChangedMeanwhileError if it is not what the user saw.
 */
export async function changeSeen<Stored>({ read, isAsSeen, change }: SeenChange<Stored>): Promise<Stored> {
  for (let attempt = 1; ; attempt++) {
    const { record, tag } = await read();
    if (!isAsSeen(record)) throw new ChangedMeanwhileError(record);
    try {
      await change(tag, record);
      return record;
    } catch (error) {
      if (!isStatus(error, 412) || attempt === ATTEMPTS) throw error;
    }
  }
}
