import type { DatabaseState } from '../core/db/migrate.ts';

/** Whether the database is at this version, and if not, whether "migrate" can change that. */
export function checkMigrations(state: DatabaseState, hasOwner: boolean): ['ok' | 'fail', string] {
  const { foreign, pending, tablesOwner, canCreate, loginRole } = state;
  if (foreign.length > 0)
    return ['fail', `Another version of Stellwerk applied ${foreign.join(', ')}. Run that version.`];
  if (pending.length === 0) return ['ok', 'The database is at this version.'];
  // If another role owns the tables, the check of the privileges says what to do.
  if (!hasOwner && tablesOwner === undefined && !canCreate)
    return [
      'fail',
      `${pending.length} pending, but the login ${loginRole} lacks CREATE on the schema public. Make it the owner of the database, or set MIGRATION_DATABASE_URL. Then run "npx stellwerk migrate".`,
    ];
  return ['fail', `${pending.length} pending. Run "npx stellwerk migrate" or start the service.`];
}
