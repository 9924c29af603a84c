import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { contentTag, toEntityTag } from '../../../core/http/index.ts';
import { type ApiResponse, startTestService } from '../../../testing/harness.ts';
import { type Json, PDF, PNG, recordReader, succeed } from '../../../testing/stored-records.ts';
import { eraseCandidate } from '../../privacy/index.ts';

const service = await startTestService();
const { api, id: tenantId } = service.tenant;
const admin = await service.platform('admin');
const recruiter = await service.platform('recruiter');
const { jobAds, create, createFull, isStored, read } = await recordReader(service, recruiter);
const { id, jobAdId, communicationId } = await createFull();
const path = `/candidates/${id}`;

test('every part that an operation adds or changes is in the record, and then in the stored one', async () => {
  const { resume, contactChannels, keywords, applies, documents } = await read(id);
  const communication = `${path}/communications/${communicationId}`;
  const changes: [
    change: () => Promise<ApiResponse>,
    shownBy: (record: Json) => unknown,
    expected: unknown,
  ][] = [
    [() => api.put(path, { firstName: 'Eva' }), (r) => r.firstName, 'Eva'],
    [() => api.put(`${path}/status`, { statusId: 2003 }), (r) => r.statusId, 2003],
    [() => recruiter.delete(`${path}/channels/${contactChannels[0].id}`), (r) => r.contactChannels, []],
    [() => api.put(`${path}/languages/25`, { levelId: 635 }), (r) => r.languages[0].languageLevelId, 635],
    [() => api.post(`${path}/professions`, { professionId: 501 }), (r) => r.professionObjects.length, 2],
    [
      () => api.post(`${path}/qualifications`, { qualificationId: 1, score: 5 }),
      (r) => r.qualifications[0].score,
      5,
    ],
    [() => api.delete(`${path}/driverslicences/322`), (r) => r.driversLicences, []],
    [() => api.delete(`${path}/keywords/${keywords[0].id}`), (r) => r.keywords, []],
    [
      () => recruiter.put(`${path}/resume/jobs/${resume.jobs[0].id}`, { employer: 'Andere GmbH' }),
      (r) => r.resume.jobs[0].employer,
      'Andere GmbH',
    ],
    ...['educations', 'professionEducations', 'schoolEducations'].map((list): (typeof changes)[number] => [
      () => recruiter.delete(`${path}/resume/${list.toLowerCase()}/${resume[list][0].id}`),
      (r) => r.resume[list],
      [],
    ]),
    [
      () => recruiter.put(communication, { subject: 'Rückruf' }),
      (r) => r.communications[0].subject,
      'Rückruf',
    ],
    [
      () => api.post(`${communication}/attachments`, { file: PDF }),
      (r) => r.communications[0].attachments.length,
      2,
    ],
    [() => recruiter.delete(`/documents/${documents[0].id}`), (r) => r.documents, []],
    [
      () => recruiter.put(`/applications/${applies[0].id}/stage`, { stage: 'interview' }),
      (r) => r.applies[0].stage,
      'interview',
    ],
    [
      () => api.put(`${path}/workcontract`, { isWorkContractSigned: true }),
      (r) => r.workContract.isWorkContractSigned,
      true,
    ],
  ];
  for (const [change, shownBy, expected] of changes) {
    await read(id);
    await succeed(change());
    assert.deepEqual(shownBy(await read(id)), expected, String(change));
  }
});

test('a picture, a document, and an application are in the record as soon as they are sent', async () => {
  const candidateId = await create();
  const own = `/candidates/${candidateId}`;
  assert.deepEqual([(await read(candidateId)).hasPicture, (await read(candidateId)).documents], [false, []]);
  await succeed(api.post(`${own}/pictures`, { picture: PNG }));
  assert.equal((await read(candidateId)).hasPicture, true);
  await succeed(
    api.post(`${own}/documents/other`, { base64File: Buffer.from('%PDF-1.7').toString('base64') }),
  );
  assert.equal((await read(candidateId)).documents.length, 1);
  await succeed(api.post(`${own}/apply`, { jobAdId, channelId: 28, recruiterId: recruiter.user.id }));
  assert.equal((await read(candidateId)).applies.length, 1);
});

test('a renamed job ad, entry of a list of the tenant, or entry of a shared list is renamed in the record', async () => {
  const german = { headers: { 'accept-language': 'de' } };
  const shown = async () => {
    await read(id);
    const { body } = await api.get(path, german);
    assert.deepEqual((await api.get(path, german)).body, body);
    return [
      body.applies[0].jobAd,
      body.applies[0].channel,
      body.qualifications[0].name,
      body.languages[0].name,
    ];
  };
  const names = await shown();
  await succeed(recruiter.put(`/jobads/${jobAdId}`, { title: 'Kommissionierer' }));
  assert.deepEqual(await shown(), ['Kommissionierer', ...names.slice(1)]);
  await succeed(admin.put('/masterdata/channels/entries/28', { nameDe: 'Startseite' }));
  assert.deepEqual(await shown(), ['Kommissionierer', 'Startseite', ...names.slice(2)]);
  await succeed(admin.put('/masterdata/qualifications/entries/1', { nameDe: 'Staplerschein' }));
  assert.deepEqual(await shown(), ['Kommissionierer', 'Startseite', 'Staplerschein', names[3]]);
  await service.sql(`UPDATE catalog_entry SET name_de = 'Umbenannt' WHERE list = 'languages' AND id = 25`);
  assert.deepEqual(await shown(), ['Kommissionierer', 'Startseite', 'Staplerschein', 'Umbenannt']);
});

test('the title of a job ad without applications changes no record', async () => {
  const other = await jobAds.create();
  const version = () => service.sql('SELECT names_version FROM tenant WHERE id = $1', [tenantId]);
  const before = await version();
  await succeed(recruiter.put(`/jobads/${other}`, { title: 'Noch ohne Bewerbung' }));
  assert.deepEqual(await version(), before);
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query("SELECT set_config('app.tenant_id', $1, false)", [String(tenantId)]);
  return client;
}

test('while a change is in progress, the record is returned as it was, and is not stored', async (t) => {
  const [candidateId, other] = [await create(), await create()];
  const writer = await connect();
  t.after(() => writer.end());
  await writer.query('BEGIN');
  await writer.query(
    "INSERT INTO candidate_keyword (tenant_id, candidate_id, keyword, keyword_match) VALUES ($1, $2, 'a', 'a')",
    [tenantId, candidateId],
  );
  assert.deepEqual((await api.get(`/candidates/${candidateId}`)).body.keywords, []);
  // Of those that one message stores, the candidates are held together.
  await read(other);
  assert.equal(await isStored(candidateId), false);
  await writer.query('COMMIT');
  assert.equal((await read(candidateId)).keywords.length, 1);
});

test('first reads that come together each return their record, also that of which a change is in progress', async (t) => {
  const [one, changing, other, gone] = [await create(), await create(), await create(), await create()];
  await eraseCandidate(service.services, tenantId, gone);
  const writer = await connect();
  t.after(() => writer.end());
  await writer.query('BEGIN');
  await writer.query("UPDATE candidate SET title = 'Dr.' WHERE tenant_id = $1 AND id = $2", [
    tenantId,
    changing,
  ]);
  const ids = [one, gone, changing, other, one, changing];
  const responses = await Promise.all(ids.map((candidateId) => api.get(`/candidates/${candidateId}`)));
  assert.deepEqual(
    responses.map(({ status, body }) => (status === 200 ? body.id : status)),
    [one, 404, changing, other, one, changing],
  );
  for (const candidateId of [one, other]) await read(candidateId);
  assert.equal(await isStored(changing), false);
  await writer.query('COMMIT');
  assert.equal((await read(changing)).title, 'Dr.');
});

test('a change after a rollback to a savepoint deletes what was stored in between', async (t) => {
  const candidateId = await create();
  const writer = await connect();
  t.after(() => writer.end());
  const change = () =>
    writer.query("UPDATE candidate SET title = 'Dr.' WHERE tenant_id = $1 AND id = $2", [
      tenantId,
      candidateId,
    ]);
  await writer.query('BEGIN');
  await writer.query('SAVEPOINT before');
  await change();
  await writer.query('ROLLBACK TO before');
  assert.equal((await read(candidateId)).title, null);
  await change();
  await writer.query('COMMIT');
  assert.equal((await read(candidateId)).title, 'Dr.');
});

test('a transaction whose snapshot is older than its locks cannot change a record', async (t) => {
  const candidateId = await create();
  await read(candidateId);
  const writer = await connect();
  t.after(() => writer.end());
  for (const level of ['REPEATABLE READ', 'SERIALIZABLE']) {
    await writer.query(`BEGIN ISOLATION LEVEL ${level}`);
    await assert.rejects(
      writer.query("UPDATE candidate SET title = 'Dr.' WHERE tenant_id = $1 AND id = $2", [
        tenantId,
        candidateId,
      ]),
      /READ COMMITTED/,
    );
    await writer.query('ROLLBACK');
  }
});

test('a record that another release has stored is neither returned nor exported', async () => {
  const candidateId = await create();
  const record = await read(candidateId);
  await service.sql(`UPDATE candidate_record SET shape = 'other', body = '{}' WHERE candidate_id = $1`, [
    candidateId,
  ]);
  const { candidates } = (await api.get('/candidates/export/candidates')).body;
  assert.deepEqual(
    candidates.find((one: { id: number }) => one.id === candidateId),
    record,
  );
  assert.deepEqual(await read(candidateId), record);
});

test('the export has the same records, stored or not', async () => {
  await service.sql('DELETE FROM candidate_record');
  const { text } = await api.get('/candidates/export/candidates');
  const { candidates } = JSON.parse(text) as { candidates: { id: number }[] };
  for (const candidate of candidates) await read(candidate.id);
  assert.equal((await api.get('/candidates/export/candidates')).text, text);
  await service.sql('DELETE FROM candidate_record WHERE candidate_id % 2 = 0');
  assert.equal((await api.get('/candidates/export/candidates')).text, text);
});

test('PostgreSQL makes the entity tag of a text that the service makes', async () => {
  const texts = ['', '{"lastName":"Müller-Łódź"}', '\u{1f600}'.repeat(3), 'x'.repeat(100_000)];
  for (let index = 0; index < 200; index++) texts.push(`${index} ß "\\u0000"`);
  const rows = await service.sql<{ tag: string }>(
    'SELECT content_tag(text) AS tag FROM unnest($1::text[]) WITH ORDINALITY AS one (text, place) ORDER BY place',
    [texts],
  );
  assert.deepEqual(
    rows.map(({ tag }) => toEntityTag(tag)),
    texts.map((text) => contentTag(text)),
  );
});

test('records are returned while the database has no room to store them, and stored later', async () => {
  const ids = [await create(), await create(), await create()];
  await service.sql(`
    CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER refuse_row BEFORE INSERT ON candidate_record FOR EACH ROW EXECUTE FUNCTION refuse_row()`);
  const { status, body } = await api.get(`/candidates/${ids[0]}`);
  assert.deepEqual([status, body.lastName], [200, 'Muster']);
  const together = await Promise.all(ids.map((id) => api.get(`/candidates/${id}`)));
  assert.deepEqual(
    together.map((response) => response.body.id),
    ids,
  );
  await service.sql('DROP FUNCTION refuse_row CASCADE');
  for (const id of ids) await read(id);
});

test('If-Match compares with the record that the transaction sees', async () => {
  const candidateId = await create();
  await read(candidateId);
  const etag = (await api.get(`/candidates/${candidateId}`)).headers.get('etag')!;
  const change = () =>
    api.put(`/candidates/${candidateId}`, { title: 'Dr.' }, { headers: { 'if-match': etag } });
  assert.equal((await change()).status, 204);
  assert.equal((await change()).status, 412);
});

test('an erased candidate has no stored record', async () => {
  const candidateId = await create();
  await read(candidateId);
  await eraseCandidate(service.services, tenantId, candidateId);
  assert.equal(await isStored(candidateId), false);
  assert.equal((await api.get(`/candidates/${candidateId}`)).status, 404);
});
