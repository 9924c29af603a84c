import pg from 'pg';
import { ROTATION_LOCK } from '../crypto/rotation.ts';
import { removeBound } from '../db/bounded-client.ts';
import type { Database, DatabaseServer } from '../db/connection.ts';
import type { Session } from '../db/session.ts';
import { MOVE_LOCK } from '../move/move-locks.ts';
import { BackupError } from './format.ts';
import { prepareTransaction } from './session.ts';

const PATIENCE_MS = 600_000;
/** Shorter than a connection waits for the response of a statement. */
const LOCK_MS = 1000;
const LOCK_NOT_AVAILABLE = '55P03';
/** A tenant can be removed between two snapshots. */
const ATTEMPTS = 3;
const SHOWN = 5;

/** A transaction that reads one snapshot of one server. */
export interface Snapshot {
  server: DatabaseServer;
  client: pg.PoolClient;
  tenantIds: number[];
}

interface OpenSnapshots {
  /** The first server first. */
  snapshots: readonly [Snapshot, ...Snapshot[]];
  /** Ends the sessions. */
  close(): void;
}

interface SnapshotOptions {
  /** How long to wait for a move that is running. */
  movePatienceMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Opens a snapshot of each server, which together have each tenant once and whole. A tenant lies on one server unless it moves,
 * so the lock of the moves is held until all snapshots are taken. What moves later is still where it was in the snapshots.
 * Throws BackupError.
 */
export async function openSnapshots(
  { servers }: Database,
  { movePatienceMs = PATIENCE_MS, signal }: SnapshotOptions = {},
): Promise<OpenSnapshots> {
  const sessions: Session[] = [];
  let isOpen = false;
  try {
    for (const { database } of servers) {
      const session = await database.checkout(null);
      sessions.push(session);
      // The files of a tenant are sorted before the first one can be read.
      removeBound(session.client);
    }
    const opened = servers.map((server, index) => ({ server, client: sessions[index]!.client }));
    const [first, ...others] = opened as [Opened, ...Opened[]];
    if (others.length > 0)
      await claimMoves(first.client, { deadlineMs: performance.now() + movePatienceMs, signal });
    const [own, ...rest] = await begin([first, ...others]);
    if (others.length > 0) await releaseMoves(first.client);
    isOpen = true;
    return {
      snapshots: [own!, ...rest],
      close() {
        for (const session of sessions) session.release(true);
      },
    };
  } finally {
    if (!isOpen) for (const session of sessions) session.release(true);
  }
}

type Opened = Pick<Snapshot, 'server' | 'client'>;

/**
 * The first server is the last. What is written on two servers is written on the first one before, such as the directory entry
 * of a new tenant, so nothing on another server lacks its entry.
 */
async function begin([first, ...others]: readonly [Opened, ...Opened[]]): Promise<Snapshot[]> {
  for (let attempt = 1; ; attempt++) {
    for (const { client } of [...others, first]) {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await prepareTransaction(client);
    }
    const snapshots: Snapshot[] = [];
    for (const one of [first, ...others]) {
      const { rows } = await one.client.query<{ id: number }>('SELECT id FROM tenant ORDER BY id');
      snapshots.push({ ...one, tenantIds: rows.map(({ id }) => id) });
    }
    if (others.length === 0) return snapshots;
    const fault = await compareWithDirectory(first.client, snapshots);
    if (fault === undefined) return snapshots;
    if (attempt === ATTEMPTS) throw new BackupError(fault);
    for (const { client } of [first, ...others]) await client.query('ROLLBACK');
  }
}

/**
 * Says what keeps the snapshots from being a backup. A tenant that is only in the directory was not created completely, and may
 * be.
 */
async function compareWithDirectory(
  first: pg.ClientBase,
  snapshots: readonly Snapshot[],
): Promise<string | undefined> {
  const { rows } = await first.query<{ id: number; key: string; server: string; moving_to: string | null }>(
    'SELECT id, key, server, moving_to FROM placed_tenant ORDER BY id',
  );
  const moving = rows.find(({ moving_to }) => moving_to !== null);
  if (moving !== undefined)
    return `The move of the tenant "${moving.key}" to the server "${moving.moving_to}" was not completed, so a backup would have a part of it. Complete the move first: npx stellwerk tenant move ${moving.key} --to ${moving.moving_to}`;
  const placed = new Map(rows.map(({ id, server }) => [id, server]));
  const [{ server: control }] = snapshots as [Snapshot, ...Snapshot[]];
  const misplaced = snapshots.flatMap(({ server, tenantIds }) =>
    tenantIds
      .filter((id) => (placed.get(id) ?? control.name) !== server.name)
      .map((id) => `${id} on "${server.name}"`),
  );
  if (misplaced.length === 0) return undefined;
  return `The directory does not have these tenants where they are: ${misplaced.slice(0, SHOWN).join(', ')}. Run "npx stellwerk doctor".`;
}

/** Waits for a move, and for a rotation of the master key, which also changes several servers one after another. */
async function claimMoves(
  first: pg.ClientBase,
  { deadlineMs, signal }: { deadlineMs: number; signal: AbortSignal | undefined },
): Promise<void> {
  for (const [lock, holder] of [
    [MOVE_LOCK, 'A move of a tenant'],
    [ROTATION_LOCK, 'A rotation of the master key'],
  ] as const)
    while (!(await lockFor(first, lock))) {
      signal?.throwIfAborted();
      if (performance.now() > deadlineMs)
        throw new BackupError(
          `${holder} is running, and a backup cannot begin before it has ended. Try again later.`,
        );
    }
}

async function lockFor(client: pg.ClientBase, lock: number): Promise<boolean> {
  try {
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_MS}`);
    // It belongs to the session and not to the transaction.
    await client.query('SELECT pg_advisory_lock($1)', [lock]);
    await client.query('COMMIT');
    return true;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
    await client.query('ROLLBACK');
    return false;
  }
}

async function releaseMoves(first: pg.ClientBase): Promise<void> {
  await first.query('SELECT pg_advisory_unlock($1), pg_advisory_unlock($2)', [MOVE_LOCK, ROTATION_LOCK]);
}
