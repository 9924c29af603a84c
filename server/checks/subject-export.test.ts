import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../testing/harness.ts';
import { readRowsOfCandidate } from './records/candidate-rows.ts';
import { makeRecords } from './records/tenant-records.ts';

// Proves that the export of a candidate contains everything. The foreign keys tell which rows are deleted with a candidate. Each
// column of these rows gets another value, one column after the other, and each change must show in the export. So a new table or
// column that is forgotten fails here.

/** Tables that the export leaves out, with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  candidate_record: 'stored texts of the candidate record',
  candidate_search: 'index for searches, derived from the candidate and its parts',
  document_text: 'derived from the contents of documents, which are read with the path in files',
  notification: 'tells a user of a task or note that the export contains',
};

const FOR_COMPARISONS = 'derived from another column, for comparisons';
const FOR_BYTES = 'where and how the contents are encrypted';

/** Columns that the export leaves out, with the reason. */
const COLUMNS_LEFT_OUT: Readonly<Record<string, string>> = {
  'candidate.email_match': FOR_COMPARISONS,
  'candidate.email_canonical': FOR_COMPARISONS,
  'candidate.phone_e164': FOR_COMPARISONS,
  'candidate.mobile_e164': FOR_COMPARISONS,
  'candidate.last_name_sound': FOR_COMPARISONS,
  'candidate.first_name_sound': FOR_COMPARISONS,
  'candidate_contact_channel.address_match': FOR_COMPARISONS,
  'candidate_keyword.keyword_match': FOR_COMPARISONS,
  'document.row_guid': 'a second id of the document, for the change streams',
  'document_proposal.candidate_id': 'the candidate of its document',
  blob_key: FOR_BYTES,
  wrapped_key: FOR_BYTES,
  master_key_id: FOR_BYTES,
};

const service = await startTestService();
const { tenant } = service;
const officer = await service.platform('dataProtection');
const entries = async (list: string): Promise<number> =>
  (await service.sql<{ id: number }>('SELECT min(id) AS id FROM catalog_entry WHERE list = $1', [list]))[0]!
    .id;
await makeRecords(service, tenant, 'zzmark', {
  language: await entries('languages'),
  profession: await entries('professions'),
  licence: await entries('driverslicenses'),
});
const [candidate] = await service.sql<{ id: number }>(
  "SELECT id FROM candidate WHERE tenant_id = $1 AND last_name = 'Candidate'",
  [tenant.id],
);
const candidateId = candidate!.id;
// The export shows whom a note mentions.
await service.sql('UPDATE communication SET communication_type_id = 8 WHERE tenant_id = $1', [tenant.id]);
const tables = await readRowsOfCandidate(service);

/** The export without what differs with each call: its time, and the reads of documents that it causes. */
async function readExport(): Promise<string> {
  const { body, status, text } = await officer.get(`/candidates/${candidateId}/export`, {
    // The values that the columns get fit no rule.
    skipResponseCheck: true,
  });
  assert.equal(status, 200, text);
  const { exportedAtUtc, accesses, ...rest } = body;
  assert.ok(exportedAtUtc && accesses);
  return JSON.stringify(rest);
}

/** Runs a statement whose conditions are those of `rows`. */
const run = (statement: string) =>
  service.sql(statement.replaceAll('$1', String(tenant.id)).replaceAll('$2', String(candidateId)));

// Rules and triggers would reject or spread the values. The database belongs to this file.
for (const { name, constraints } of tables) {
  await service.sql(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  for (const constraint of constraints)
    await service.sql(`ALTER TABLE ${name} DROP CONSTRAINT "${constraint}" CASCADE`);
}

test('every reason is about a table or column that exists', () => {
  const names = new Set(tables.map(({ name }) => name));
  const columns = new Set(
    tables.flatMap(({ name, columns }) =>
      columns.flatMap((column) => [column.name, `${name}.${column.name}`]),
    ),
  );
  assert.deepEqual(
    Object.keys(LEFT_OUT).filter((name) => !names.has(name)),
    [],
  );
  assert.deepEqual(
    Object.keys(COLUMNS_LEFT_OUT).filter((name) => !columns.has(name)),
    [],
  );
});

test('without a change, two exports are equal', async () => {
  assert.equal(await readExport(), await readExport());
});

// Parts come before what they belong to, because a change of that can hide them.
for (const { name, columns, rows } of tables.toReversed()) {
  if (LEFT_OUT[name] !== undefined) continue;
  test(`the export contains what ${name} has about the candidate`, async () => {
    const found = await run(`SELECT FROM ${name} AS t WHERE ${rows}`);
    assert.ok(found.length > 0, `Let makeRecords create a row of ${name} for the candidate.`);
    const missing: string[] = [];
    let before = await readExport();
    for (const column of columns) {
      if (COLUMNS_LEFT_OUT[column.name] ?? COLUMNS_LEFT_OUT[`${name}.${column.name}`]) continue;
      await run(`UPDATE ${name} AS t SET ${column.name} = ${column.otherValue} WHERE ${rows}`);
      const after = await readExport();
      if (after === before) missing.push(column.name);
      before = after;
    }
    assert.deepEqual(missing, [], 'Add it to server/areas/privacy/subject-export, or say above why not.');
    if (columns.length > 0) return;
    await run(`DELETE FROM ${name} AS t WHERE ${rows}`);
    assert.ok((await readExport()) !== before, 'The export does not show that there is a row.');
  });
}
