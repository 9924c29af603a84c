import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Check } from './evidence.ts';

/** The key of a document: the tenant and a UUID. The directory store writes it with a dot, and s3rver adds a suffix. */
const KEY = /(?:^|\/)t(\d+)[./]([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\._S3rver_object)?$/;

/**
 * Every stored object belongs to a record, or is announced and so left to the sweep, which deletes it after a day. Every
 * record has its object.
 */
export const checkBlobs: Check = async ({ installation }) => {
  const { database, documents, tenantId } = installation;
  const stored = new Set<string>();
  for (const entry of await readdir(documents, { recursive: true, withFileTypes: true })) {
    const path = relative(documents, join(entry.parentPath, entry.name));
    const match =
      entry.isFile() && !path.includes('unfinished') && !path.includes('_uploads') ? KEY.exec(path) : null;
    if (match !== null) stored.add(`t${match[1]}/${match[2]}`);
  }
  const tables: { name: string }[] = await database.sql(
    `SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'blob_key' AND table_schema = 'public'`,
  );
  const findings: string[] = [];
  const known = new Set<string>();
  for (const { name } of tables) {
    const rows: { blob_key: string }[] = await database.sql(
      `SELECT blob_key FROM ${name} WHERE tenant_id = $1`,
      [tenantId],
    );
    for (const { blob_key: key } of rows) {
      known.add(key);
      if (name !== 'pending_blob' && !stored.has(key))
        findings.push(`The object ${key} of ${name} is not stored.`);
    }
  }
  for (const key of stored)
    if (!known.has(key)) findings.push(`The object ${key} is stored and belongs to nothing.`);
  return findings;
};
