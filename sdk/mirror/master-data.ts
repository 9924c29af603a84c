import type { ApiResponse } from '../core/call.ts';
import { NotModifiedError } from '../core/errors.ts';
import { unexpected } from '../core/foreign.ts';
import { OPERATIONS } from '../generated/table.ts';
import type { MirrorContext } from './context.ts';
import type { MirroredRecord } from './entities.ts';
import { isForbidden } from './refusals.ts';

/** The names of the value lists, such as `languages`. */
export const LISTS: readonly string[] = Object.values(OPERATIONS.masterData ?? {}).map(
  ({ path }) => path.split('/')[2]!,
);

type ReadList = (...values: unknown[]) => {
  withResponse(): Promise<ApiResponse<Record<string, MirroredRecord[]>>>;
};

/** Reads one list. Returns undefined if it still has this ETag. */
export async function readList(
  { reader, signal }: MirrorContext,
  list: string,
  etag?: string,
): Promise<{ records: MirroredRecord[]; etag: string | null } | undefined> {
  const path = `/masterdata/${list}`;
  const takesQuery = Object.values(OPERATIONS.masterData ?? {}).some(
    (operation) => operation.path === path && operation.query,
  );
  const options = { signal, ...(etag === undefined ? {} : { ifNoneMatch: etag }) };
  const read = reader.find(path) as unknown as ReadList;
  try {
    const response = await (takesQuery ? read({}, options) : read(options)).withResponse();
    const records = response.data?.[list];
    if (!Array.isArray(records))
      throw unexpected(`GET ${path}`, response, 'the response is not the value list.');
    return { records, etag: response.etag };
  } catch (error) {
    if (error instanceof NotModifiedError) return undefined;
    throw error;
  }
}

/**
 * Reads the value lists that have changed. Returns the lists in which an entry was removed or renamed: records show
 * these names, and the service does not say which records do.
 */
export async function refreshMasterData(context: MirrorContext): Promise<string[]> {
  const { store } = context;
  const renamed: string[] = [];
  for (const list of LISTS) {
    const etagState = `etag.masterdata.${list}`;
    let changed: Awaited<ReturnType<typeof readList>>;
    try {
      changed = await readList(context, list, await store.states.get(etagState));
    } catch (error) {
      if (!isForbidden(error)) throw error;
      context.warn(`Skipped: ${error.message}`);
      return renamed;
    }
    if (changed === undefined) continue;
    const { records, etag } = changed;
    await store.transaction(async () => {
      const after = new Map(records.map((record) => [Number(record.id), record]));
      const before = await store.masterData.get(list);
      if (
        [...before].some(([id, { name, key }]) => after.get(id)?.name !== name || after.get(id)?.key !== key)
      ) {
        renamed.push(list);
        // In the same transaction, so that a kill cannot lose the fact that records must be read again.
        await store.states.set('reload', `names in ${list} have changed`);
      }
      await store.masterData.replace(list, records);
      await store.states.set(etagState, etag ?? undefined);
    });
  }
  return renamed;
}
