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
 * Creates the role and the database of the service in the embedded server if they are missing, and returns the URL. The role
 * is not a superuser, because superusers bypass row-level security. Its password is in DATA_DIR (mode 600). If that file is
 * lost, the role gets a new password. Only the owner of the server may call this, because another process would change the
 * password while the owner is using it.
 */
export async function ensureApplicationDatabase(
  superuserUrl: string,
  dataDirectory: string,
): Promise<string> {
  const stored = await readPassword(dataDirectory);
  const password = stored ?? randomBytes(32).toString('hex');
  const client = new pg.Client({ connectionString: superuserUrl, application_name: 'stellwerk start' });
  // The running statement fails.
  client.on('error', () => {});
  await client.connect();
  try {
    const role = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [ROLE]);
    // Always set the password, because the file and the role can be from different backups.
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

/** Whether the database of the service has been created: its password is written last. */
export async function hasApplicationDatabase(dataDirectory: string): Promise<boolean> {
  return (await readPassword(dataDirectory)) !== undefined;
}

/** Returns the URL for a process other than the owner, or undefined if the owner's first start has not created it yet. */
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
