import type { TenantDatabase } from '../../core/db/connection.ts';
import { ApiError, notFound } from '../../core/http/index.ts';
import { CANDIDATE_STATUS, MATCHES, recordMoveOfDocuments } from '../candidates/index.ts';
import { refuseUndoOnHold } from '../privacy/index.ts';
import { lockProposalsOf, recordProposalsOf } from '../proposals/index.ts';
import { alignedChannel } from './channels.ts';
import type { PropertyChange } from './choose.ts';
import type { Kept, KeptMerge } from './kept.ts';
import { propertyNames } from './merge.ts';
import { endMerge, findStatus, insertDismissal, readMerges, saveKept } from './merge-queries.ts';
import { type NotRestored, summarized, told } from './not-restored.ts';
import { dividePictures } from './picture-queries.ts';
import { isSame, PROPERTIES, type Values, valuesOf } from './properties.ts';
import {
  changeRow,
  deleteRows,
  findAttachments,
  findReferring,
  findUnusable,
  insertCandidateRow,
  insertRemoved,
  lockCandidates,
  moveProposals,
  moveRows,
  readLists,
  recordCandidate,
  recordDocuments,
  setColumns,
} from './queries.ts';
import { branchOf, ownerOf, revertProperty, revertRow, rowKey, type State } from './revert.ts';
import {
  COMBINED,
  COMBINED_TABLES,
  type CombinedTableName,
  MOVED,
  MOVED_PROPERTIES,
  type RankOf,
  type Row,
  tableOf,
} from './tables.ts';

interface Undoing {
  candidateId: number;
  mergeId: number;
  userId: number;
  now: Date;
  rankOf: RankOf;
}

/**
 * Takes two candidates apart: makes a new candidate of what was kept of the merged one, and gives it what was moved and still exists. What
 * the merge changed on the other one is restored unless it was changed since. Throws a 404 if there is no such merge, and a 409 if its time
 * is over or the candidate is on hold.
 */
export async function undoMerge(
  db: TenantDatabase,
  tenantId: number,
  { candidateId, mergeId, userId, now, rankOf }: Undoing,
): Promise<{ candidateId: number; notRestored: NotRestored[] }> {
  const opened = await openMerge(db, tenantId, { candidateId, mergeId, now, rankOf });
  const { candidate, merge, state } = opened;
  const { kept } = merge;
  const report = revert(state, merge);
  const columns = changedColumns(candidate, state.candidate);
  await setColumns(db, tenantId, candidateId, columns);

  const restored: Record<string, unknown> = { ...kept.columns };
  for (const column of await findUnusable(db, tenantId, restored)) {
    restored[column] = null;
    report.push(told(propertyOfColumn(column), column === 'import_external_id' ? 'taken' : 'gone'));
  }
  const newId = await insertCandidateRow(db, tenantId, restored);
  const moved = await moveBack(db, tenantId, { candidateId, newId, kept, report });
  await divideStatus(db, tenantId, { ...opened, candidateId, newId, restored }, moved);
  for (const removed of kept.removed)
    if (!(await insertRemoved(db, tenantId, newId, removed)))
      report.push(told(tableOf(removed.table).property, 'gone'));
  await deleteRows(db, tenantId, 'candidate_contact_channel', kept.addedChannels);
  await writeRows(db, tenantId, { ...opened, candidateId, newId, restored });
  await recordProposalsOf(db, tenantId, newId);
  await recordProposalsOf(db, tenantId, candidateId, proposalsChangedBy(kept));
  const { picture } = kept;
  const pictures =
    picture === null
      ? undefined
      : await dividePictures(db, tenantId, { keptId: candidateId, newId, picture });
  if (pictures?.isFound === false) report.push(told('picture', 'gone'));

  await saveOthers(db, tenantId, opened, [
    kept.moved,
    moved,
    { candidate_contact_channel: kept.addedChannels, document: pictures?.documentIds ?? [] },
  ]);
  await endMerge(db, tenantId, { mergeId, candidateId: newId, userId });
  await insertDismissal(db, tenantId, { ids: [candidateId, newId], matchedOn: MATCHES, userId });
  const previous = candidate.office_id as number | null;
  await recordDocuments(db, tenantId, moved.document ?? [], previous);
  const isOtherOffice = (state.candidate.office_id ?? null) !== previous;
  await recordCandidate(db, tenantId, candidateId, {
    previousOfficeId: isOtherOffice ? previous : null,
    properties: changedNames(opened, moved, pictures?.isKeptChanged === true),
  });
  if (isOtherOffice) await recordMoveOfDocuments(db, tenantId, candidateId, previous);
  return { candidateId: newId, notRestored: summarized(report) };
}

interface Opened {
  candidate: Values;
  lists: Readonly<Record<CombinedTableName, readonly Row[]>>;
  /** The one to undo. */
  merge: KeptMerge;
  /** All that can be undone, with that one. */
  merges: readonly KeptMerge[];
  state: State;
}

/** Locks the candidate, and reads the merge and everything that undoing it depends on. */
async function openMerge(
  db: TenantDatabase,
  tenantId: number,
  { candidateId, mergeId, now, rankOf }: Omit<Undoing, 'userId'>,
): Promise<Opened> {
  const candidate = (await lockCandidates(db, tenantId, [candidateId])).get(candidateId);
  if (candidate === undefined) throw notFound('Candidate');
  await lockProposalsOf(db, tenantId, [candidateId]);
  const stored = await readMerges(db, tenantId, candidateId);
  const undone = stored.find(({ id }) => id === mergeId);
  if (undone === undefined) throw notFound('Merge');
  if (undone.kept === null || undone.until <= now.getTime()) throw new ApiError('mergeIsOld');
  await refuseUndoOnHold(db, tenantId, candidateId);
  const merges: KeptMerge[] = stored.flatMap(({ kept, ...merge }) =>
    kept === null ? [] : [{ ...merge, kept: JSON.parse(kept) as Kept }],
  );
  const lists = (await readLists(db, tenantId, [candidateId])).get(candidateId)!;
  const rows = COMBINED_TABLES.flatMap((table) =>
    lists[table].map((row) => [rowKey({ table, id: row.id }), { ...row }] as const),
  );
  const state = {
    candidate: { ...candidate },
    rows: new Map(rows),
    merges: merges.filter(({ id }) => id !== mergeId),
    rankOf,
  };
  return { candidate, lists, merge: merges.find(({ id }) => id === mergeId)!, merges, state };
}

/** Takes back what the merge has changed on the candidate. Returns what was changed since. */
function revert(state: State, merge: KeptMerge): NotRestored[] {
  const { properties, rows } = merge.kept;
  const changed = properties.filter(
    (change) => !revertProperty(state, ownerOf(state, merge), change, merge.id),
  );
  merge.kept.addedChannels = obsoleteChannels(state, merge, changed);
  return [
    ...changed.map(({ property }) => told(property, 'changed')),
    ...rows
      .filter((change) => !revertRow(state, change, merge.id))
      .map(({ table }) => told(tableOf(table).property, 'changed')),
  ];
}

/** The added channels, without those of addresses that contact showed before the merge and does not show again. */
function obsoleteChannels(
  state: State,
  { kept }: KeptMerge,
  changed: readonly Pick<PropertyChange, 'before'>[],
): number[] {
  const former = changed.map(({ before }) => before.email_match ?? before.mobile_e164);
  return kept.addedChannels.filter((id) => {
    const row = state.rows.get(rowKey({ table: 'candidate_contact_channel', id }));
    return row === undefined || !former.includes(row.address_match);
  });
}

const proposalsChangedBy = ({ rows }: Kept) =>
  rows.flatMap(({ table, id }) => (table === 'customer_request_proposal' ? [id] : []));

/** The names of what has changed on the candidate, for the change log. */
function changedNames(
  { candidate, state, merge }: Opened,
  moved: Readonly<Record<string, unknown>>,
  isPictureChanged: boolean,
): string[] {
  const properties = PROPERTIES.map((property) => ({
    property,
    before: valuesOf(property, candidate),
    after: valuesOf(property, state.candidate),
    isTaken: false,
  }));
  return [
    ...propertyNames(properties),
    ...MOVED.flatMap((table) => (moved[table] === undefined ? [] : (MOVED_PROPERTIES[table] ?? []))),
    ...touchedLists(merge.kept).map((table) => tableOf(table).property),
    ...(isPictureChanged ? ['hasPicture'] : []),
  ];
}

function propertyOfColumn(column: string): string {
  return PROPERTIES.find((property) => Object.hasOwn(valuesOf(property, {}), column))!;
}

function changedColumns(before: Values, after: Values): Values {
  return Object.assign(
    {},
    ...PROPERTIES.map((property) => {
      const values = valuesOf(property, after);
      return isSame(values, valuesOf(property, before)) ? {} : values;
    }),
  );
}

function touchedLists({ moved, removed, rows }: Kept): CombinedTableName[] {
  return COMBINED_TABLES.filter(
    (table) => moved[table] !== undefined || [...removed, ...rows].some((one) => one.table === table),
  );
}

interface Returning {
  candidateId: number;
  newId: number;
  kept: Kept;
  report: NotRestored[];
}

/** Gives the rows back that were moved and still exist, and what was added to them since. Returns the ids, by table. */
async function moveBack(
  db: TenantDatabase,
  tenantId: number,
  { candidateId, newId, kept, report }: Returning,
): Promise<Record<string, number[]>> {
  const moved: Record<string, number[]> = {};
  const move = async (table: string, ids: readonly number[]) => {
    const found = await moveRows(db, tenantId, table, { from: candidateId, to: newId, ids });
    if (found.length > 0) moved[table] = [...(moved[table] ?? []), ...found];
    return found.length;
  };
  for (const table of [...MOVED, ...COMBINED_TABLES]) {
    const ids = kept.moved[table] ?? [];
    const missing = ids.length - (await move(table, ids));
    const what = table in COMBINED ? tableOf(table as CombinedTableName).property : REPORTED[table];
    if (missing > 0 && what !== undefined) report.push(told(what, 'gone', missing));
  }
  // A document that came with an application since, and the decisions about it, go with the application.
  const ofApplications = { candidateId, column: 'application_id', ids: moved.application ?? [] };
  for (const table of ['document', 'candidate_status_entry'] as const)
    await move(table, await findReferring(db, tenantId, table, ofApplications));
  const documents = moved.document ?? [];
  await moveProposals(db, tenantId, documents, newId);
  const attachments = await findAttachments(db, tenantId, moved.communication ?? []);
  for (const [column, ids] of [
    ['document_id', documents],
    ['attachment_id', attachments],
  ] as const)
    await move(
      'document_access',
      await findReferring(db, tenantId, 'document_access', { candidateId, column, ids }),
    );
  return moved;
}

/** Gives each of the two the status that its part of the history has set, where decisions have gone along with an application. */
async function divideStatus(
  db: TenantDatabase,
  tenantId: number,
  { state, merge, candidateId, newId, restored }: Written & Pick<Opened, 'merge'>,
  { candidate_status_entry: entries = [] }: Readonly<Record<string, readonly number[]>>,
): Promise<void> {
  if (entries.length === 0) return;
  const status = await findStatus(db, tenantId, candidateId, []);
  Object.assign(state.candidate, status);
  await setColumns(db, tenantId, candidateId, status);
  const earlier = merge.kept.moved.candidate_status_entry ?? [];
  // Archived is final.
  const isArchived = restored.status_id === CANDIDATE_STATUS.archived;
  const since = isArchived ? [] : entries.filter((id) => !earlier.includes(id));
  await setColumns(db, tenantId, newId, await findStatus(db, tenantId, newId, since));
}

/** The names under which the response tells what is gone. */
const REPORTED: Readonly<Record<string, string>> = {
  application: 'applies',
  document: 'documents',
  communication: 'communications',
  candidate_status_entry: 'statuses',
  task: 'tasks',
};

interface Written extends Pick<Opened, 'state' | 'lists'> {
  candidateId: number;
  newId: number;
  restored: Values;
}

/** Writes the rows that were taken back, and aligns the channels of both with their contact. */
async function writeRows(
  db: TenantDatabase,
  tenantId: number,
  { state, lists, candidateId, newId, restored }: Written,
): Promise<void> {
  for (const table of COMBINED_TABLES)
    for (const before of lists[table]) {
      const after = state.rows.get(rowKey({ table, id: before.id }))!;
      const changed = tableOf(table).columns.filter((column) => (before as Values)[column] !== after[column]);
      if (changed.length > 0)
        await changeRow(
          db,
          tenantId,
          { table, id: before.id },
          Object.fromEntries(changed.map((column) => [column, after[column]])),
        );
    }
  const now = await readLists(db, tenantId, [candidateId, newId]);
  for (const [id, contact] of [
    [candidateId, state.candidate],
    [newId, restored],
  ] as const) {
    const channels = now.get(id)!.candidate_contact_channel;
    const primary = channels.find((row) => row.kind === 'whatsapp' && row.is_primary === true)?.id;
    for (const row of channels) {
      const aligned = alignedChannel(row, contact, primary);
      if (!isSame({ ...row, ...aligned }, row))
        await changeRow(db, tenantId, { table: 'candidate_contact_channel', id: row.id }, aligned);
    }
  }
}

/** Saves what the other merges keep. What has gone to the new candidate is no longer theirs, except to those that go with it. */
async function saveOthers(
  db: TenantDatabase,
  tenantId: number,
  { state, merge, merges }: Opened,
  gone: readonly Readonly<Record<string, readonly number[]>>[],
): Promise<void> {
  const branch = branchOf(merges, merge.id);
  for (const other of state.merges) {
    if (!branch.has(other.id)) {
      const { kept } = other;
      for (const [table, ids] of gone.flatMap((rows) => Object.entries(rows)))
        if (kept.moved[table] !== undefined)
          kept.moved[table] = kept.moved[table].filter((id) => !ids.includes(id));
      kept.addedChannels = kept.addedChannels.filter((id) => !merge.kept.addedChannels.includes(id));
      const added = new Set(merge.kept.addedChannels);
      kept.removed = kept.removed.filter(
        ({ table, row }) => table !== 'candidate_contact_channel' || !added.has(row.id),
      );
    }
    await saveKept(db, tenantId, other);
  }
}
