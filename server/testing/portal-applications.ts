import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestService } from './harness.ts';
import { type Answers, errorsOf, type Page, type Visitor } from './portal-visitor.ts';

export const newEmail = () => `a.${randomBytes(6).toString('hex')}@example.org`;

/** Counts everything that an application stores. Files that are kept for a form that was not accepted do not count. */
export async function countStored(service: TestService) {
  const [rows] = await service.sql<Record<string, number>>(`SELECT
    (SELECT count(*)::int FROM candidate) AS candidates, (SELECT count(*)::int FROM application) AS applications,
    (SELECT count(*)::int FROM document) AS documents, (SELECT count(*)::int FROM pending_blob WHERE blob_key NOT IN (SELECT blob_key FROM portal_upload)) AS pending,
    (SELECT count(*)::int FROM change_log) AS changes, (SELECT count(*)::int FROM change_log WHERE event_type_id IS NOT NULL) AS events`);
  const entries = await readdir(join(service.services.settings.dataDirectory, 'blobs'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).length;
  return { ...rows!, pending: rows!.pending!, files: files - (await countHeld(service)) };
}

export async function countHeld(service: TestService): Promise<number> {
  const [row] = await service.sql<{ count: number }>('SELECT count(*)::int AS count FROM portal_upload');
  return row!.count;
}

/** Sends a form that must be rejected, and asserts that nothing of it is stored. */
export async function sendRejected(
  service: TestService,
  visitor: Visitor,
  jobAdId: number,
  answers: Answers,
): Promise<{ page: Page; errors: string[] }> {
  const before = await countStored(service);
  const page = await visitor.apply(jobAdId, answers);
  assert.equal(page.status, 422, page.text);
  assert.match(page.text, /<title>Fehler: /);
  assert.deepEqual(await countStored(service), before);
  return { page, errors: errorsOf(page) };
}
