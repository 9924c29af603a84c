import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { toNameMatch, toStoredName } from '../../../core/text/name-form.ts';
import {
  changeCandidate,
  propertiesOf,
  propertiesWithChannels,
  withPrimaryChannels,
} from '../../candidates/index.ts';
import { EVENTS } from '../../changes/index.ts';
import { type Columns, type Finding, isList, LISTS, type ListProperty } from './findings.ts';
import { FILLED_COLUMNS, withDerived } from './master-data.ts';

export function findDocument(db: TenantDatabase, tenantId: number, documentId: number) {
  return db
    .selectFrom('document')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', documentId)
    .executeTakeFirst();
}

/** The qualifications of the tenant, without expired ones. */
export function readQualifications(db: TenantDatabase, tenantId: number) {
  return db
    .selectFrom('tenant_catalog_entry')
    .select(['id', 'name_en', 'name_de'])
    .where('tenant_id', '=', tenantId)
    .where('list', '=', 'qualifications')
    .where('is_expired', '=', false)
    .execute();
}

/** The entries of one of the candidate's lists. */
export async function readEntries(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  property: ListProperty,
): Promise<Columns[]> {
  return (await db
    .selectFrom(LISTS[property].table)
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('candidate_id', '=', candidateId)
    .execute()) as Columns[];
}

export function findPrimaryChannels(db: TenantDatabase, tenantId: number, candidateId: number) {
  return db
    .selectFrom('candidate')
    .select(['email_match', 'mobile_e164', 'phone_e164'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', candidateId)
    .executeTakeFirst();
}

/** The columns of a candidate that a CV can fill, and its names. Locks the candidate until the transaction ends. */
export function lockProfile(db: TenantDatabase, tenantId: number, candidateId: number) {
  return db
    .selectFrom('candidate')
    .select([...FILLED_COLUMNS, 'first_name', 'last_name', 'birth_name'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', candidateId)
    .forUpdate()
    .executeTakeFirst();
}

/** Writes the findings to the candidate, as one change of it. The caller has locked it. */
export async function writeFindings(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  findings: readonly Finding[],
): Promise<void> {
  if (findings.length === 0) return;
  const profile = findings.filter(({ property }) => !isList(property));
  const filled: Columns = withDerived(Object.assign({}, ...profile.map(({ columns }) => columns)));
  const lists = new Map<ListProperty, Columns[]>();
  for (const { property, columns } of findings)
    if (isList(property)) lists.set(property, [...(lists.get(property) ?? []), columns]);
  const properties = profile.length === 0 ? [] : await fillProfile(db, tenantId, candidateId, filled);
  await changeCandidate(db, tenantId, candidateId, EVENTS.candidateChanged, {
    properties: [...new Set([...properties, ...lists.keys()])],
  });
  for (const [property, rows] of lists) {
    await db
      .insertInto(LISTS[property].table)
      .values(
        rows.map((row) => ({
          ...withMatching(row),
          tenant_id: tenantId,
          candidate_id: candidateId,
        })) as never,
      )
      .execute();
  }
}

/** Fills columns of the profile, and returns the names of the properties that this changes. */
async function fillProfile(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  filled: Columns,
): Promise<readonly string[]> {
  const changed = propertiesWithChannels(filled, propertiesOf(filled));
  const { properties } = await withPrimaryChannels(db, tenantId, candidateId, filled)
    .updateTable('candidate')
    .set(filled as never)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', candidateId)
    .returning(sql<string[]>`${changed}::text[]`.as('properties'))
    .executeTakeFirstOrThrow();
  return properties;
}

/** The columns of a row with the form by which keywords are compared. */
function withMatching(row: Columns): Columns {
  if (typeof row.keyword !== 'string') return row;
  return { ...row, keyword: toStoredName(row.keyword), keyword_match: toNameMatch(row.keyword) };
}
