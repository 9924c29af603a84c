import { NotModifiedError, type PermissionError } from '../core/errors.ts';
import { type MirrorContext, ReloadNeeded } from './context.ts';
import { ENTITIES, type Entity } from './entities.ts';
import { isForbidden } from './refusals.ts';
import type { Store } from './store/store.ts';

/** The record types that the copy follows, as a query. Without any, the query names none, and the service returns what may be read. */
export async function readTypes(store: Store): Promise<{ entities?: Entity[] }> {
  const unread = await store.unread.all();
  const entities = ENTITIES.filter((entity) => !unread.has(entity));
  return entities.length === 0 ? {} : { entities };
}

/**
 * Notes the record types that the application may not read, with a warning. Everything must be read again once it may read one of them:
 * neither the feed nor an inventory has shown what was there before.
 */
export async function checkPermissions(context: MirrorContext): Promise<void> {
  const { store } = context;
  const forbidden = new Set<Entity>();
  if ((await refusalOf(context, ENTITIES)) !== undefined)
    for (const entity of ENTITIES)
      if ((await refusalOf(context, [entity])) !== undefined) forbidden.add(entity);
  const before = await store.unread.all();
  await store.transaction(async () => {
    for (const entity of forbidden) await store.unread.add(entity);
  });
  // Documents are found by their candidates.
  const isStillForbidden = (entity: Entity) =>
    forbidden.has(entity) || (entity === 'document' && forbidden.has('candidate'));
  if (forbidden.size > 0)
    context.warn(
      `This API client may not read records of these types, so the copy lacks them or their changes: ${ENTITIES.filter(isStillForbidden).join(', ')}. ` +
        'To have them in the copy, add the permissions to the client and start the mirror again.',
    );
  const readable = [...before].filter((entity) => !isStillForbidden(entity));
  if (readable.length > 0)
    throw new ReloadNeeded(`the copy lacks changes of types that can be read now: ${readable.join(', ')}`);
}

/** The response of the service if the application may not read one of these types. */
async function refusalOf(
  { client, signal }: MirrorContext,
  entities: readonly Entity[],
): Promise<PermissionError | undefined> {
  try {
    // The condition asks for a response without the records.
    const options = { signal, ifNoneMatch: '*' };
    const stream = await client.changes.inventory.stream({ entities: [...entities] }, options);
    stream.cancel();
    return undefined;
  } catch (error) {
    if (error instanceof NotModifiedError) return undefined;
    if (isForbidden(error)) return error;
    throw error;
  }
}
