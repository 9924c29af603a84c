import { sql } from 'kysely';
import type { SystemDatabase } from '../db/connection.ts';
import { BlobExistsError, type BlobStore } from './store.ts';
import { toMissingCause, toMissingWayOut } from './store-messages.ts';

// A document store belongs to one installation. An installation that restored a copy of another one's records would delete
// documents that the other one still has. So the store carries the id of its owner, and everything that deletes compares it.

type Store = Pick<BlobStore, 'readOwner' | 'writeOwner' | 'list'>;

/** The store belongs to another installation, or it is not known whose it is. The message is one line for the operator. */
class StoreOwnershipError extends Error {
  override readonly name = 'StoreOwnershipError';
}

const WAY_OUT =
  'Set BLOB_URL to another prefix or an empty directory (without BLOB_URL: choose another DATA_DIR).';
const TAKE_OVER = 'are to become the documents of this one, run the command once with --take-over-documents.';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Runs one statement without parameters and returns its rows. Restores have no Database. */
type RunStatement = (text: string) => Promise<Record<string, unknown>[]>;

interface Installation {
  id: string;
  hasClaimed: boolean;
  hasTenants: boolean;
}

const runOn =
  (db: SystemDatabase): RunStatement =>
  async (text) =>
    (await sql.raw<Record<string, unknown>>(text).execute(db)).rows;

async function readInstallation(run: RunStatement): Promise<Installation> {
  const [row] = await run(
    'SELECT id::text, store_claimed_at IS NOT NULL AS claimed, EXISTS (SELECT FROM tenant) AS populated FROM installation',
  );
  if (row === undefined) throw new Error('The table installation is empty.');
  return { id: String(row.id), hasClaimed: row.claimed === true, hasTenants: row.populated === true };
}

/** The id that the store of this installation has. */
export async function readInstallationId(db: SystemDatabase): Promise<string> {
  return (await readInstallation(runOn(db))).id;
}

/**
 * Makes sure that the store belongs to this installation before anything is written. Writes the id of the installation into
 * a store without one, such as an empty store, or the store of an installation from before there were ids. Returns whether it
 * did. Throws StoreOwnershipError if the store belongs to another installation, unless `takesOver`.
 */
export async function claimStore(
  db: SystemDatabase | RunStatement,
  store: Store,
  { takesOver = false } = {},
): Promise<boolean> {
  const run = typeof db === 'function' ? db : runOn(db);
  const installation = await readInstallation(run);
  const owner = await store.readOwner();
  if (owner !== installation.id) {
    if (!takesOver) await assertClaimable(installation, owner, store);
    await store.writeOwner(installation.id, { replaces: takesOver }).catch(async (error) => {
      if (!(error instanceof BlobExistsError)) throw error;
      // Another process of this installation was faster, or another installation.
      assertOwner(installation.id, await store.readOwner());
    });
  }
  // Only after the store has the id, so that a start that is killed in between can be repeated.
  if (!installation.hasClaimed) await run('UPDATE installation SET store_claimed_at = clock_now()');
  return owner === undefined;
}

/** Undoes a claim of a store that was empty before. If it fails, the installation can claim the store again. */
export async function releaseStore(run: RunStatement, store: BlobStore): Promise<void> {
  // First: an installation with a claim would refuse a store without an owner.
  await run('UPDATE installation SET store_claimed_at = NULL');
  await store.removeOwner();
}

async function assertClaimable(
  { id, hasClaimed, hasTenants }: Installation,
  owner: string | undefined,
  store: Store,
): Promise<void> {
  if (owner !== undefined) return assertOwner(id, owner);
  if (hasClaimed) throw missingOwner(id);
  if (hasTenants) return;
  for await (const _ of store.list()) {
    throw new StoreOwnershipError(
      `The document store contains documents but has no installation id, and this is the new installation ${id}. The documents may belong to an installation of an earlier version, and two installations would delete each other's documents. Nothing was changed. ${WAY_OUT} If that installation no longer exists and they ${TAKE_OVER}`,
    );
  }
}

function missingOwner(id: string): StoreOwnershipError {
  return new StoreOwnershipError(
    `The document store has no installation id, but the installation ${id} has written its id into its store before: ${toMissingCause()}. Nothing was changed. ${toMissingWayOut()} Or, if the documents were moved here and ${TAKE_OVER}`,
  );
}

function assertOwner(id: string, owner: string | undefined): void {
  if (owner === id) return;
  // A disk that was full, or a copy that was interrupted, leaves an empty file.
  if (owner !== undefined && !UUID.test(owner))
    throw new StoreOwnershipError(
      `The document store has an installation id that is empty or damaged, so it is not known whose documents these are. This is the installation ${id}. Nothing was changed. If they are its documents, run the command once with --take-over-documents. If BLOB_URL or DATA_DIR names the wrong place, correct it.`,
    );
  throw new StoreOwnershipError(
    `The document store belongs to the installation ${owner}, but this is the installation ${id}. Two installations would delete each other's documents, so each needs a store of its own. Nothing was changed. ${WAY_OUT} Or, if the installation ${owner} no longer exists and the documents ${TAKE_OVER}`,
  );
}

/** Throws StoreOwnershipError unless the store belongs to this installation. Changes nothing. */
export async function requireOwnStore(
  db: SystemDatabase,
  store: Pick<BlobStore, 'readOwner'>,
): Promise<string> {
  const { id, hasClaimed } = await readInstallation(runOn(db));
  const owner = await store.readOwner();
  if (owner !== undefined) assertOwner(id, owner);
  else if (hasClaimed) throw missingOwner(id);
  return id;
}
