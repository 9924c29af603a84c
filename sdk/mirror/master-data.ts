import { NotModifiedError, PermissionError } from '../core/errors.ts';
import { OPERATIONS } from '../generated/table.ts';
import type { MirrorContext } from './context.ts';
import type { MirroredRecord } from './entities.ts';

/** Names of the value lists, such as `languages`. */
export const LISTS: readonly string[] = Object.values(OPERATIONS.masterData ?? {}).map(
  ({ path }) => path.split('/')[2]!,
);

type ReadList = (...values: unknown[]) => {
  withResponse(): Promise<{ data: Record<string, MirroredRecord[]>; etag: string | null }>;
};

/** Reads one list; undefined when it is as the copy, of which `etag` is the tag. */
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
    const answer = await (takesQuery ? read({}, options) : read(options)).withResponse();
    return { records: answer.data[list]!, etag: answer.etag };
  } catch (error) {
    if (error instanceof NotModifiedError) return undefined;
    throw error;
  }
}

/**
 * Reads the value lists that have changed. Answers the lists of which an entry is gone or has another name: records
 * show these names, and nothing tells which records do.
 */
export async function refreshMasterData(context: MirrorContext): Promise<string[]> {
  const { store } = context;
  const renamed: string[] = [];
  for (const list of LISTS) {
    const key = `etag.masterdata.${list}`;
    let answer: Awaited<ReturnType<typeof readList>>;
    try {
      answer = await readList(context, list, await store.state(key));
    } catch (error) {
      if (!(error instanceof PermissionError)) throw error;
      context.warn(`Left out: ${error.message}`);
      return renamed;
    }
    if (answer === undefined) continue;
    const { records, etag } = answer;
    await store.transaction(async () => {
      const now = new Map(records.map((record) => [Number(record.id), record]));
      const before = await store.masterData(list);
      if (
        [...before].some(
          ([id, { name, key: word }]) => now.get(id)?.name !== name || now.get(id)?.key !== word,
        )
      ) {
        renamed.push(list);
        // In the same transaction: a kill in between must not lose that records are to be read again.
        await store.setState('reload', `names in ${list} have changed`);
      }
      await store.putMasterData(list, records);
      await store.setState(key, etag ?? undefined);
    });
  }
  return renamed;
}
