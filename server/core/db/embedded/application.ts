import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { writeAtomically } from './process.ts';

const ROLE = 'stellwerk';
const DATABASE = 'stellwerk';

function passwordFile(dataDirectory: string): string {
  return join(dataDirectory, 'database-password');
}

function urlFor(superuserUrl: string, password: string): string {
  const url = new URL(superuserUrl);
  url.pathname = `/${DATABASE}`;
  url.username = ROLE;
  url.password = password;
  return url.href;
}

/**
 * Makes the role and the database that the service works with in the embedded server, where they are missing, and
 * answers the URL. The role is no superuser, because row-level security would not apply to one. Its password lies in
 * DATA_DIR (mode 600); when that file is lost, the role gets a new one. Only for the owner of the server: another
 * process would change the password under the owner's feet.
 */
export async function ensureApplicationDatabase(
  superuserUrl: string,
  dataDirectory: string,
): Promise<string> {
  const stored = await readPassword(dataDirectory);
  const password = stored ?? randomBytes(32).toString('hex');
  const client = new pg.Client({ connectionString: superuserUrl, application_name: 'stellwerk start' });
  await client.connect();
  try {
    const role = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [ROLE]);
    // Always set: the file and the role may come from different backups.
    await client.query(
      `${role.rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${ROLE} LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD '${password}'`,
    );
    const database = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (database.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE} OWNER ${ROLE}`);
  } finally {
    await client.end();
  }
  if (stored === undefined) await writeAtomically(passwordFile(dataDirectory), `${password}\n`, 0o600);
  return urlFor(superuserUrl, password);
}

/** The URL for a process beside the owner; undefined while the owner's first start has not come that far. */
export async function findApplicationDatabase(
  superuserUrl: string,
  dataDirectory: string,
): Promise<string | undefined> {
  const password = await readPassword(dataDirectory);
  return password === undefined ? undefined : urlFor(superuserUrl, password);
}

async function readPassword(dataDirectory: string): Promise<string | undefined> {
  const text = await readFile(passwordFile(dataDirectory), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return /^[0-9a-f]{64}$/.test(text.trim()) ? text.trim() : undefined;
}
