import { BadRequestError } from '../core/errors.ts';
import { type MirrorContext, ReloadNeeded } from './context.ts';
import { TargetError } from './database/database.ts';
import { isForbidden } from './refusals.ts';
import { withoutCredentials } from './status.ts';

/**
 * Asks the service whether the position of the copy is from this tenant. Must come before everything else: for another tenant, the
 * records that are waiting to be fetched do not exist, and its value lists have other names.
 */
export async function checkPosition({ client, store, signal }: MirrorContext): Promise<void> {
  const cursor = await store.states.get('cursor');
  if (cursor === undefined) return;
  try {
    // The fewest changes are of branches.
    await client.changes.list({ cursor, limit: 1, entities: ['branch'] }, { signal });
  } catch (error) {
    if (!isForbidden(error)) throw error;
    await client.changes.list({ cursor, limit: 1 }, { signal });
  }
}

/** Whether the service refused a position because it is not from this tenant, or was altered. */
export function isForeignPosition(error: unknown): error is BadRequestError {
  return (
    error instanceof BadRequestError &&
    error.validationErrors.some(({ property, code }) => property === 'cursor' && code === 'format')
  );
}

/** The copy and the credentials do not belong together. */
export function foreignPosition(target: string, error: Error): TargetError {
  return new TargetError(
    `The service does not accept the position of the mirror at ${withoutCredentials(target)}: ${error.message.replace(/\.$/, '')}. ` +
      'Nothing was changed. Check STELLWERK_CLIENT_ID: the credentials probably belong to another tenant than the copy. ' +
      'To replace the copy by the records of this tenant, start once with --resync.',
  );
}

/** Everything must be read again if this version can read what the one that loaded the copy could not. */
export async function checkSkipped({ store, reader }: MirrorContext): Promise<void> {
  const types = await store.skipped.addedTypes();
  if (types === undefined) throw new ReloadNeeded('an earlier version of the mirror has loaded the copy');
  const noted = await store.skipped.noted();
  const added = [...types, ...noted.filter((path) => reader.canRead(path.replaceAll('{id}', '1')))];
  if (added.length > 0)
    throw new ReloadNeeded(
      `this version of the mirror can read what an earlier one skipped: ${added.join(', ')}`,
    );
}
