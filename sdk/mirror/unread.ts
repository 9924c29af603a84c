import { type Entity, isEntity } from './entities.ts';
import type { Store } from './store/store.ts';

const PREFIX = 'unread.';

/**
 * The record types that the application may not read, or could not for a while. The copy keeps what it has of them, but lacks their
 * changes, until everything is read again.
 */
export async function unreadTypes(store: Store): Promise<Set<Entity>> {
  const names = Object.keys(await store.states.all()).map((name) =>
    name.startsWith(PREFIX) ? name.slice(PREFIX.length) : '',
  );
  return new Set(names.filter(isEntity));
}

/** Must run inside a transaction. */
export async function markUnread(store: Store, entity: Entity): Promise<void> {
  await store.states.set(`${PREFIX}${entity}`, 'yes');
  // A load finds the documents by their candidates.
  if (entity === 'candidate') await store.states.set(`${PREFIX}document`, 'yes');
}
