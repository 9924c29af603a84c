import type { Caller } from '../../core/http/index.ts';

/** The records that a task can be about, with the permissions for reading them. A task has at most one of them. */
export const RECORDS = [
  { property: 'candidateId', column: 'candidate_id', permissions: ['candidates:read'] },
  { property: 'companyId', column: 'company_id', permissions: ['customers:read'] },
  { property: 'requestId', column: 'request_id', permissions: ['requests:read'] },
  { property: 'jobAdId', column: 'job_ad_id', permissions: ['jobads:read'] },
  {
    property: 'applicationId',
    column: 'application_id',
    permissions: ['applications:read', 'candidates:read'],
  },
] as const;

/** The permissions for reading notes about candidates. */
export const NOTE_READERS = ['candidates:read', 'communication:read'] as const;

type Column = (typeof RECORDS)[number]['column'];

/** The record of a task, by column. */
export type RecordColumns = Record<Column, number | null>;

/** The columns with records that a user with these permissions cannot read. */
export function hiddenColumns(permissions: Caller['permissions']): Column[] {
  return RECORDS.filter((record) => !record.permissions.every((name) => permissions.has(name))).map(
    ({ column }) => column,
  );
}

/**
 * The title of a task without a record can name people. So only those who may read candidates see all of them. Others see
 * theirs.
 */
export function seesAllTitles(permissions: Caller['permissions']): boolean {
  return permissions.has('candidates:read');
}
