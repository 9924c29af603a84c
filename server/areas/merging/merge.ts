import type { TenantDatabase } from '../../core/db/connection.ts';
import { invalid, notFound } from '../../core/http/index.ts';
import { TEXT_LENGTH } from '../../core/http/schema.ts';
import { deleteCandidate, propertiesOf, recordMoveOfDocuments, retireImportId } from '../candidates/index.ts';
import { refuseMergeOnHold } from '../privacy/index.ts';
import { lockProposalsOf, recordProposalsOf } from '../proposals/index.ts';
import { addressesToKeep, alignedChannel } from './channels.ts';
import { choose, haveTooLongRemarks, type PropertyChange } from './choose.ts';
import { addChange, type Combination, combineLists, type RowChange } from './combine.ts';
import { carryDismissals, findLastStatusEntry, insertMerge } from './merge-queries.ts';
import { unitePictures } from './picture-queries.ts';
import { PICTURE, type Values, valuesOf } from './properties.ts';
import {
  changeRow,
  deleteRows,
  insertChannels,
  lockCandidates,
  moveAll,
  moveProposals,
  moveRows,
  readLists,
  recordCandidate,
  recordDocuments,
  setColumns,
} from './queries.ts';
import {
  COMBINED_TABLES,
  type CombinedTableName,
  MOVED,
  MOVED_PROPERTIES,
  type RankOf,
  type Row,
  tableOf,
} from './tables.ts';

/** How long two candidates can be taken apart again. */
const DAYS_KEPT = 30;
const DAY_MS = 86_400_000;
const PROPOSALS = 'customer_request_proposal';

interface Merging {
  keptId: number;
  mergedId: number;
  /** The properties whose values are taken from the one that disappears. */
  take: readonly string[];
  userId: number;
  now: Date;
  rankOf: RankOf;
  /** Of a picture that becomes a document. */
  documentCategoryId: number;
}

/**
 * Merges a candidate into another one: everything that belongs to it goes to the other one, and it is deleted. Throws a 404 if the one
 * that remains does not exist, a 400 if the other one does not, and a 409 if that is on hold.
 */
export async function mergeCandidates(
  db: TenantDatabase,
  tenantId: number,
  merging: Merging,
): Promise<{ mergeId: number; until: Date }> {
  const { keptId, mergedId, userId, now } = merging;
  if (keptId === mergedId) throw sameCandidate();
  const rows = await lockCandidates(db, tenantId, [keptId, mergedId]);
  const [kept, merged] = [rows.get(keptId), rows.get(mergedId)];
  if (kept === undefined) throw notFound('Candidate');
  if (merged === undefined) throw unknownCandidate();
  const take = new Set(merging.take);
  if (!take.has('remarks') && haveTooLongRemarks(kept, merged)) throw tooLongRemarks();
  // After all other refusals: a merge that cannot succeed would otherwise reveal holds without a trace.
  await refuseMergeOnHold(db, tenantId, mergedId);

  const changes = choose(kept, merged, take);
  const columns: Values = Object.assign({}, ...changes.map(({ after }) => after));
  const result: Values = { ...kept, ...columns };
  const lists = await uniteLists(db, tenantId, merging, { kept, merged, result, changes });
  const dismissals = await carryDismissals(db, tenantId, { from: mergedId, to: keptId });
  const moved: Record<string, number[]> = {};
  for (const table of MOVED) {
    const ids = await moveAll(db, tenantId, table, { from: mergedId, to: keptId });
    if (ids.length > 0) moved[table] = ids;
  }
  const documentIds = moved.document ?? [];
  await moveProposals(db, tenantId, documentIds, keptId);
  const picture = await unitePictures(db, tenantId, { ...merging, isTaken: take.has(PICTURE) });
  const until = new Date(now.getTime() + DAYS_KEPT * DAY_MS);
  const mergeId = await insertMerge(db, tenantId, {
    ...{ keptId, mergedId, userId, at: now, until },
    kept: {
      columns: merged,
      moved: { ...moved, ...lists.moved },
      removed: lists.removed,
      rows: lists.changed,
      properties: changes,
      addedChannels: lists.addedChannels,
      picture: picture?.picture ?? null,
      status: {
        columns: valuesOf('statusId', kept),
        lastEntryId: await findLastStatusEntry(db, tenantId, keptId),
      },
      dismissals,
    },
  });

  // The deletion comes first in the log: a reader who deletes the documents of a deleted candidate then reads them again.
  await deleteCandidate(db, tenantId, mergedId, { mergedIntoId: keptId });
  await recordDocuments(db, tenantId, documentIds, merged.office_id as number | null);
  // The kept one loses its id.
  if (take.has('importExternalId')) await retireImportId(db, tenantId, keptId, mergedId);
  await setColumns(db, tenantId, keptId, columns);
  const previousOfficeId = movedFrom(kept, result);
  await recordCandidate(db, tenantId, keptId, {
    previousOfficeId,
    properties: [
      ...propertyNames(changes),
      ...lists.properties,
      ...MOVED.flatMap((table) => (moved[table] === undefined ? [] : (MOVED_PROPERTIES[table] ?? []))),
      ...(picture?.isChanged === true ? ['hasPicture'] : []),
    ],
  });
  if (kept.office_id !== result.office_id)
    await recordMoveOfDocuments(db, tenantId, keptId, previousOfficeId);
  return { mergeId, until };
}

function sameCandidate() {
  return invalid({
    property: 'mergedCandidateId',
    code: 'notAllowed',
    message:
      'mergedCandidateId must differ from the candidate in the path. Send the id of the other candidate.',
  });
}

function tooLongRemarks() {
  return invalid({
    property: 'take',
    code: 'length',
    message: `The remarks of both have more than ${TEXT_LENGTH} characters together. Shorten those of one, or send remarks in take, which keeps only those of the candidate that disappears.`,
  });
}

/** The same for one that never existed, one of another tenant, and one that was merged or erased a moment ago. */
export function unknownCandidate() {
  return invalid({
    property: 'mergedCandidateId',
    code: 'unknownReference',
    message:
      'mergedCandidateId is not the id of an existing candidate. GET /candidates lists the possible ids.',
  });
}

function movedFrom(before: Values, after: Values): number | null {
  return before.office_id === after.office_id ? null : (before.office_id as number | null);
}

/** The names of the changed properties, for the change log. */
export function propertyNames(changes: readonly PropertyChange[]): string[] {
  const names = changes.flatMap(({ before, after }) =>
    propertiesOf(
      Object.fromEntries(
        Object.entries(after).filter(([column, value]) => value !== (before[column] ?? null)),
      ),
    ),
  );
  return [...new Set(names.map((name) => CONTRACT_NAMES[name] ?? name))];
}

/** Columns whose properties are nested, or have another name. */
const CONTRACT_NAMES: Readonly<Record<string, string>> = {
  statusChangedAt: 'statusChangedAtUtc',
  isWorkContractSigned: 'workContract.isWorkContractSigned',
  workContractSignedAt: 'workContract.workContractSignedAtUtc',
  didNotShowUpForWork: 'workContract.didNotShowUpForWork',
  endOfOperationAt: 'endOfOperationAtUtc',
  importedAt: 'importedAtUtc',
};

interface Candidates {
  kept: Values;
  merged: Values;
  /** The master data of the kept one after the merge. */
  result: Values;
  changes: readonly PropertyChange[];
}

/** Unites the lists of both: one of each entry remains, with the better of both. */
async function uniteLists(
  db: TenantDatabase,
  tenantId: number,
  { keptId, mergedId, rankOf }: Merging,
  { kept, merged, result, changes }: Candidates,
) {
  await lockProposalsOf(db, tenantId, [keptId, mergedId]);
  const read = await readLists(db, tenantId, [keptId, mergedId]);
  const [own, others] = [read.get(keptId)!, read.get(mergedId)!];
  const { removed, changed, moved } = combineLists(own, others, rankOf);
  for (const table of COMBINED_TABLES) {
    const ids = removed.filter((one) => one.table === table).map(({ row }) => row.id);
    await deleteRows(db, tenantId, table, ids);
    await moveRows(db, tenantId, table, { from: mergedId, to: keptId, ids: moved[table] ?? [] });
  }
  const table = 'candidate_contact_channel';
  const movedChannels = others[table].filter(({ id }) => (moved[table] ?? []).includes(id));
  const channels = [...own[table], ...movedChannels];
  const mobile = changes.find(({ property }) => property === 'contact.mobile');
  const primaryId = primaryWhatsApp(own[table], movedChannels, mobile !== undefined);
  for (const row of channels) addChange(changed, table, row, alignedChannel(row, result, primaryId));
  await changeRows(db, tenantId, changed);
  await recordProposalsOf(db, tenantId, keptId, proposalsIn({ moved, removed }));
  const addedChannels = await insertChannels(
    db,
    tenantId,
    keptId,
    addressesToKeep([kept, merged], result, channels),
  );
  const touched = new Set<CombinedTableName>([
    ...COMBINED_TABLES.filter((name) => moved[name] !== undefined),
    ...changed.map((change) => change.table),
    ...(addedChannels.length > 0 ? ([table] as const) : []),
  ]);
  return {
    removed,
    changed,
    moved,
    addedChannels,
    properties: [...touched].map((name) => tableOf(name).property),
  };
}

/** The proposals of the kept candidate that a merge has moved, or united with another one. */
function proposalsIn({ moved, removed }: Pick<Combination, 'moved' | 'removed'>): number[] {
  const united = removed.filter((one) => one.table === PROPOSALS).map(({ keptId }) => keptId);
  return [...(moved[PROPOSALS] ?? []), ...united];
}

/** The WhatsApp number that remains the primary one. That of the merged candidate only if what contact says about WhatsApp is from there. */
function primaryWhatsApp(
  own: readonly Row[],
  moved: readonly Row[],
  isMobileFromMerged: boolean,
): number | undefined {
  const primary = (rows: readonly Row[]) =>
    rows.find((row) => row.kind === 'whatsapp' && row.is_primary === true)?.id;
  return isMobileFromMerged ? (primary(moved) ?? primary(own)) : primary(own);
}

async function changeRows(
  db: TenantDatabase,
  tenantId: number,
  changes: readonly RowChange[],
): Promise<void> {
  for (const change of changes) await changeRow(db, tenantId, change, change.after);
}
