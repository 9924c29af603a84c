import pg from 'pg';
import { copyOfTemplate, databaseUrl } from './template.ts';

/** The server of the tenants that tests create. Set it for a run in which all of them are on another server than the first. */
export const TEST_SERVER = process.env.STELLWERK_TEST_SERVER ?? 'first';

/** Tables that only the first server uses. */
export const CONTROL_TABLES =
  /\b(?:signing_key|sign_in_attempt|portal_use|mail_quota|password_reset_request|placed_tenant)\b/;

/** Creates a database from the template that is not part of an installation yet. */
export async function createServerDatabase(
  admin: pg.Client,
  adminUrl: string,
  name: string,
): Promise<string> {
  await admin.query(copyOfTemplate(name));
  const url = databaseUrl(adminUrl, name);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // All copies of the template have the same id, and a server with the id of the first one is refused.
  await client.query('UPDATE installation SET id = gen_random_uuid()');
  await client.end();
  return url;
}
