import type { TenantDatabase } from '../../core/db/connection.ts';
import { ApiError, notFound } from '../../core/http/index.ts';
import { findPresentEntry, MATCHES, recordMoveOfDocuments } from '../candidates/index.ts';
import { refuseUndoOnHold } from '../privacy/index.ts';
import { lockProposalsOf, recordProposalsOf } from '../proposals/index.ts';
import { alignedChannel } from './channels.ts';
import { divideStatus } from './divide-status.ts';
import type { Kept } from './kept.ts';
import { propertyNames } from './merge.ts';
import { endMerge, insertDismissal, readMerges, restoreDismissals } from './merge-queries.ts';
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
import { revertProperty, revertRow, rowKey, type State } from './revert.ts';
import {
  COMBINED,
  COMBINED_TABLES,
  type CombinedTableName,
  MOVED,
  MOVED_PROPERTIES,
  type Row,
  tableOf,
} from './tables.ts';

interface Undoing {
  candidateId: number;
  mergeId: number;
  userId: number;
  now: Date;
}

/**
 * Takes two candidates apart: makes a new candidate of what was kept of the merged one, and gives it what was moved and still exists. What
 * the merge changed on the other one is restored unless it was changed since. Throws a 404 if there is no such merge, and a 409 if its time
 * is over, if it is not the last one, or if the candidate is on hold.
 */
export async function undoMerge(
  db: TenantDatabase,
  tenantId: number,
  { candidateId, mergeId, userId, now }: Undoing,
): Promise<{ candidateId: number; notRestored: NotRestored[] }> {
  const opened = await openMerge(db, tenantId, { candidateId, mergeId, now });
  const { candidate, kept, state } = opened;
  const report = revert(opened);
  const columns = changedColumns(candidate, state.candidate);
  report.push(...(await dropUnusable(db, tenantId, columns)));
  Object.assign(state.candidate, columns);
  await setColumns(db, tenantId, candidateId, columns);

  // After the other one has lost what it had from here.
  const restored: Record<string, unknown> = { ...kept.columns };
  report.push(...(await dropUnusable(db, tenantId, restored)));
  const newId = await insertCandidateRow(db, tenantId, restored);
  const moved = await moveBack(db, tenantId, { candidateId, newId, kept, report });
  await divideStatus(db, tenantId, { ...opened, candidateId, newId, restored }, moved);
  for (const removed of kept.removed)
    if (!(await insertRemoved(db, tenantId, newId, removed)))
      report.push(told(tableOf(removed.table).property, 'gone'));
  const obsolete = obsoleteChannels(opened);
  await deleteRows(db, tenantId, 'candidate_contact_channel', obsolete);
  const areAligned = await writeRows(db, tenantId, { ...opened, candidateId, newId, restored });
  await recordProposalsOf(db, tenantId, newId);
  await recordProposalsOf(db, tenantId, candidateId, proposalsChangedBy(kept));
  const { picture } = kept;
  const pictures =
    picture === null
      ? undefined
      : await dividePictures(db, tenantId, { keptId: candidateId, newId, picture });
  if (pictures?.isFound === false) report.push(told('picture', 'gone'));

  await endMerge(db, tenantId, { mergeId, candidateId: newId, userId });
  await restoreDismissals(db, tenantId, { candidateId, newId, dismissals: kept.dismissals ?? [] });
  await insertDismissal(db, tenantId, { ids: [candidateId, newId], matchedOn: MATCHES, userId });
  const properties = changedNames(opened, moved, {
    isPicture: pictures?.isKeptChanged === true,
    areChannels: obsolete.length > 0 || areAligned,
  });
  await recordUndo(db, tenantId, opened, { candidateId, properties, documents: moved.document ?? [] });
  return { candidateId: newId, notRestored: summarized(report) };
}

interface Undone {
  candidateId: number;
  properties: readonly string[];
  /** Those that have gone to the new candidate. */
  documents: readonly number[];
}

/** Records what has changed for those who mirror the candidate that remains, and the documents of both. */
async function recordUndo(
  db: TenantDatabase,
  tenantId: number,
  { candidate, state }: Opened,
  { candidateId, properties, documents }: Undone,
): Promise<void> {
  const previous = candidate.office_id as number | null;
  await recordDocuments(db, tenantId, documents, previous);
  const isMoved = (state.candidate.office_id ?? null) !== previous;
  await recordCandidate(db, tenantId, candidateId, {
    previousOfficeId: isMoved ? previous : null,
    properties,
  });
  if (isMoved) await recordMoveOfDocuments(db, tenantId, candidateId, previous);
}

/** Empties the columns whose values another record has now, or no longer exist. Returns what they are. */
async function dropUnusable(
  db: TenantDatabase,
  tenantId: number,
  columns: Record<string, unknown>,
): Promise<NotRestored[]> {
  const unusable = await findUnusable(db, tenantId, columns);
  for (const column of unusable) columns[column] = null;
  return unusable.map((column) =>
    told(propertyOfColumn(column), column === 'import_external_id' ? 'taken' : 'gone'),
  );
}

interface Opened {
  candidate: Values;
  lists: Readonly<Record<CombinedTableName, readonly Row[]>>;
  kept: Kept;
  state: State;
  /** The entry that the status comes from goes to the new candidate, or was taken back. */
  isStatusGoing: boolean;
}

/** Locks the candidate, and reads the merge and everything that undoing it depends on. */
async function openMerge(
  db: TenantDatabase,
  tenantId: number,
  { candidateId, mergeId, now }: Omit<Undoing, 'userId'>,
): Promise<Opened> {
  const candidate = (await lockCandidates(db, tenantId, [candidateId])).get(candidateId);
  if (candidate === undefined) throw notFound('Candidate');
  await lockProposalsOf(db, tenantId, [candidateId]);
  const merges = await readMerges(db, tenantId, candidateId);
  const merge = merges.find(({ id }) => id === mergeId);
  if (merge === undefined) throw notFound('Merge');
  if (merge.kept === null || merge.until <= now.getTime()) throw new ApiError('mergeIsOld');
  // What a later one made of both would be neither what this one has left nor a change by somebody.
  if (merge !== merges.at(-1)) throw new ApiError('mergeIsNotLast');
  // After all other refusals, as in a merge.
  await refuseUndoOnHold(db, tenantId, candidateId);
  const kept = JSON.parse(merge.kept) as Kept;
  const lists = (await readLists(db, tenantId, [candidateId])).get(candidateId)!;
  const rows = COMBINED_TABLES.flatMap((table) =>
    lists[table].map((row) => [rowKey({ table, id: row.id }), { ...row }] as const),
  );
  const present = await findPresentEntry(db, tenantId, candidateId);
  const has = (table: string, id: number | null) => id !== null && kept.moved[table]?.includes(id) === true;
  return {
    ...{ candidate, lists, kept },
    state: { candidate: { ...candidate }, rows: new Map(rows) },
    isStatusGoing:
      present === undefined
        ? candidate.status_id === null
        : has('candidate_status_entry', present.id) || has('application', present.applicationId),
  };
}

/** Takes back what the merge has changed on the candidate. Returns what was changed since. */
function revert({ state, kept, isStatusGoing }: Opened): NotRestored[] {
  // A status that goes follows from the history that stays.
  const properties = isStatusGoing
    ? kept.properties.filter(({ property }) => property !== 'statusId')
    : kept.properties;
  return [
    ...properties
      .filter((change) => !revertProperty(state, change))
      .map(({ property }) => told(property, 'changed')),
    ...kept.rows
      .filter((change) => !revertRow(state, change))
      .map(({ table }) => told(tableOf(table).property, 'changed')),
  ];
}

/** The added channels, without those of addresses that contact showed before the merge and does not show again. */
function obsoleteChannels({ kept, state: { candidate, rows } }: Opened): number[] {
  const former = kept.properties.flatMap(({ property, before }) =>
    isSame(valuesOf(property, candidate), before) ? [] : [before.email_match ?? before.mobile_e164],
  );
  return kept.addedChannels.filter((id) => {
    const row = rows.get(rowKey({ table: 'candidate_contact_channel', id }));
    return row === undefined || !former.includes(row.address_match);
  });
}

const proposalsChangedBy = ({ rows }: Kept) =>
  rows.flatMap(({ table, id }) => (table === 'customer_request_proposal' ? [id] : []));

/** The names of what has changed on the candidate, for the change log. */
function changedNames(
  { candidate, state, kept }: Opened,
  moved: Readonly<Record<string, unknown>>,
  { isPicture, areChannels }: { isPicture: boolean; areChannels: boolean },
): string[] {
  const properties = PROPERTIES.map((property) => ({
    property,
    before: valuesOf(property, candidate),
    after: valuesOf(property, state.candidate),
  }));
  const names = [
    ...propertyNames(properties),
    ...MOVED.flatMap((table) => (moved[table] === undefined ? [] : (MOVED_PROPERTIES[table] ?? []))),
    ...touchedLists(kept).map((table) => tableOf(table).property),
    ...(areChannels ? ['contactChannels'] : []),
    ...(isPicture ? ['hasPicture'] : []),
  ];
  return [...new Set(names)];
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

/**
 * Writes the rows that were taken back, and aligns the channels of both with their contact. Returns whether some of the one that remains
 * were not in line.
 */
async function writeRows(
  db: TenantDatabase,
  tenantId: number,
  { state, lists, candidateId, newId, restored }: Written,
): Promise<boolean> {
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
  let areAligned = false;
  for (const [id, contact] of [
    [candidateId, state.candidate],
    [newId, restored],
  ] as const) {
    const channels = now.get(id)!.candidate_contact_channel;
    const primary = channels.find((row) => row.kind === 'whatsapp' && row.is_primary === true)?.id;
    for (const row of channels) {
      const aligned = alignedChannel(row, contact, primary);
      if (isSame({ ...row, ...aligned }, row)) continue;
      await changeRow(db, tenantId, { table: 'candidate_contact_channel', id: row.id }, aligned);
      areAligned ||= id === candidateId;
    }
  }
  return areAligned;
}
