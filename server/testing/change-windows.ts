import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { TestService, TestTenant } from './harness.ts';

export const HOUR_MS = 3_600_000;
export const CANDIDATE_CHANGES = '/candidates/export/candidates/changes';

/** The path of the hour in which `at` lies. */
export function hourPath(at: Date): string {
  return `${CANDIDATE_CHANGES}/${at.toISOString().slice(0, 10)}/${at.getUTCHours()}`;
}

/** Starts processes that create and change candidates in transactions of different lengths. */
export async function startWriters(
  t: TestContext,
  count: number,
  service: TestService,
  tenant: TestTenant,
): Promise<{ assertRunning(): void; stop(): Promise<void> }> {
  const children = Array.from({ length: count }, () =>
    fork(
      join(import.meta.dirname, 'programs/exactness-writer.ts'),
      [service.databaseUrl, String(tenant.id)],
      {
        stdio: 'inherit',
      },
    ),
  );
  t.after(() => {
    for (const child of children) child.kill('SIGKILL');
  });
  await Promise.all(children.map((child) => once(child, 'message')));
  return {
    /** For loops that wait for what the writers do: without them, they would wait forever. */
    assertRunning() {
      assert.ok(
        children.every((child) => child.exitCode === null && child.signalCode === null),
        'a writer failed',
      );
    },
    async stop() {
      const codes = await Promise.all(
        children.map(async (child: ChildProcess) => {
          const exit = once(child, 'exit');
          child.send('stop');
          return (await exit)[0];
        }),
      );
      assert.deepEqual(
        codes,
        children.map(() => 0),
        'a writer failed',
      );
    },
  };
}

/** Computes the lists of a window from the log itself. */
export async function expectedWindow(service: TestService, tenant: TestTenant, from: Date) {
  const rows = await service.sql<{ record_id: number; is_new: boolean; is_deleted: boolean }>(
    `SELECT record_id, bool_or(kind = 'new') AS is_new, bool_or(kind = 'deleted') AS is_deleted FROM change_log
      WHERE tenant_id = $1 AND entity = 'candidate' AND changed_at >= $2 AND changed_at < $3 GROUP BY record_id`,
    [tenant.id, from.toISOString(), new Date(from.getTime() + HOUR_MS).toISOString()],
    tenant.id,
  );
  const ids = (isIncluded: (row: (typeof rows)[number]) => boolean) =>
    rows
      .filter(isIncluded)
      .map((row) => row.record_id)
      .sort((a, b) => a - b);
  return {
    new: ids((row) => row.is_new && !row.is_deleted),
    modified: ids((row) => !row.is_new && !row.is_deleted),
    deleted: ids((row) => row.is_deleted),
  };
}

/** The sorted ids of each list of a window. */
export function idsOf(window: Record<string, { id: number }[]>) {
  return Object.fromEntries(
    Object.entries(window).map(([list, entries]) => [
      list,
      entries.map((entry) => entry.id).sort((a, b) => a - b),
    ]),
  );
}
