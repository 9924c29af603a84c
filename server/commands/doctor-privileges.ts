import pg from 'pg';
import { connectClient } from '../core/db/connect-client.ts';
import { inspectPrivileges, shorten } from '../core/db/privileges.ts';

/** Whether the login of the service can work with all rows and change no table. */
export async function checkPrivileges(databaseUrl: string): Promise<['ok' | 'warn' | 'fail', string]> {
  const client = await connectClient({ connectionString: databaseUrl });
  try {
    const { login, owner, missing, changeable } = await inspectPrivileges(client);
    if (owner === undefined)
      return [
        'fail',
        `MIGRATION_DATABASE_URL is set, but the tables belong to the login ${login}, which can change them. Run "npx stellwerk migrate", which says what to do.`,
      ];
    if (missing.length > 0)
      return [
        'fail',
        `The login ${login} lacks ${shorten(missing)}. Run "npx stellwerk migrate" with MIGRATION_DATABASE_URL.`,
      ];
    if (changeable.length > 0)
      return [
        'warn',
        `The login ${login} can change ${shorten(changeable)}, although the role ${owner} owns the tables. As a superuser, in this database, run: REASSIGN OWNED BY ${pg.escapeIdentifier(login)} TO ${pg.escapeIdentifier(owner)}`,
      ];
    return ['ok', `The role ${owner} owns the tables, and the login ${login} can change rows only.`];
  } finally {
    await client.end();
  }
}
