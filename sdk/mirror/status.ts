import { TargetError } from './database/database.ts';
import { openDatabase } from './database/open.ts';
import { ENTITIES } from './entities.ts';
import { Store } from './store/store.ts';

export interface MirrorStatus {
  service: string | null;
  mode: string | null;
  /** masterdata, inventory, candidates or records during the first load, then following; null before it starts. */
  phase: string | null;
  cursor: string | null;
  /** The next window to read, by stream. */
  windows: Record<string, string>;
  /** Number of records that are waiting to be fetched. */
  pending: number;
  loadedAt: string | null;
  caughtUpAt: string | null;
  /** The directory with the contents of documents. Null if the copy does not keep them. */
  documents: string | null;
  /** Number of documents whose contents are not in that directory yet. Null if the copy does not keep them. */
  missingContents: number | null;
  /** The record types of which the copy lacks records or changes, because the application may not read them or could not. */
  unread: string[];
  /**
   * The record types, and the paths such as `/jobads/{id}`, that the copy lacks because the version of the mirror that loaded it could not
   * read them.
   */
  skipped: string[];
  /** Number of records in the copy, by type. */
  records: Record<string, number>;
}

/** The status of the mirror in this target. Does not call the service. */
export async function statusOf(target: string): Promise<MirrorStatus> {
  const database = await openDatabase(target, { readOnly: true });
  try {
    const store = new Store(database);
    if (!(await store.exists()))
      throw new TargetError(`There is no mirror at ${withoutCredentials(target)}.`);
    return await readStatus(store);
  } finally {
    await database.close();
  }
}

export async function readStatus(store: Store): Promise<MirrorStatus> {
  const states = await store.states.all();
  const records: Record<string, number> = {};
  for (const entity of ENTITIES) records[entity] = await store.records.count(entity);
  return {
    service: states.service ?? null,
    mode: states.mode ?? null,
    phase: states.phase ?? null,
    cursor: states.cursor ?? null,
    windows: Object.fromEntries(
      Object.entries(states).flatMap(([name, value]) =>
        name.startsWith('window.') ? [[name.slice('window.'.length), value]] : [],
      ),
    ),
    pending: await store.pending.count(),
    loadedAt: states.loadedAt ?? null,
    caughtUpAt: states.caughtUpAt ?? null,
    documents: states.documents ?? null,
    missingContents: states.documents === undefined ? null : await store.contents.countMissing(),
    unread: [...(await store.unread.all())],
    skipped: await store.skipped.all(),
    records,
  };
}

/** The target as it may be shown in a message. */
export function withoutCredentials(target: string): string {
  return target.replace(/([?&]password=)[^&]*/g, '$1***').replace(/\/\/.*@/, '//');
}
