import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import { eventually, startAnotherProcess } from '../../../testing/another-process.ts';
import { startTestService } from '../../../testing/harness.ts';
import { type Holder, untilWaiting } from '../../../testing/held-transaction.ts';
import { makeBranch } from '../../../testing/makers/branches.ts';
import { companyMaker } from '../../../testing/makers/companies.ts';
import { addSearchGauges, indexMarked, SearchIndexer } from '../index.ts';

const service = await startTestService();
const { tenant, services } = service;
const { api } = tenant;
const recruiter = await service.platform('recruiter');

async function createApplicant(lastName: string): Promise<number> {
  const { body } = await api.post('/candidates', { firstName: 'Ada', lastName });
  const response = await api.post(`/candidates/${body.id}/apply`, { recruiterId: recruiter.user.id });
  assert.equal(response.status, 200, response.text);
  return body.id;
}

async function find(text: string): Promise<number[]> {
  const { body } = await recruiter.post('/candidates/search', { text });
  return body.candidates.map(({ id }: { id: number }) => id);
}

const marks = async (id: number) =>
  (
    await service.sql(
      "SELECT 1 FROM search_mark WHERE tenant_id = $1 AND entity = 'candidate' AND record_id = $2",
      [tenant.id, id],
    )
  ).length;

/** Runs `action` while another transaction has locked the candidate as a change of it does. */
async function whileLocked(id: number, action: (holder: Holder) => Promise<void>): Promise<void> {
  await services.database
    .tenant(tenant.id)
    .transaction()
    .execute(async (db) => {
      await db
        .selectFrom('candidate')
        .select('id')
        .where('tenant_id', '=', tenant.id)
        .where('id', '=', id)
        .forUpdate()
        .execute();
      await action(db);
    });
}

test('a response says whether it has all changes of what it reads', async () => {
  const behind = async (text: string) => {
    const lists = [];
    for (const list of ['candidates', 'companies', 'requests'])
      if (!(await recruiter.post(`/${list}/search`, { text })).body.isCurrent) lists.push(list);
    return lists;
  };
  await createApplicant('Zuletzt');
  assert.deepEqual(await behind('Ada'), ['candidates']);
  await indexMarked(services);
  await companyMaker(api).company();
  // A request is also found by the name of its company.
  assert.deepEqual(await behind('Ada'), ['companies', 'requests']);
  // What is stored is read, and not the index.
  assert.deepEqual(await behind(''), []);
  await indexMarked(services);
  assert.deepEqual(await behind('Ada'), []);
  // As after the migration of an older version.
  await service.sql("INSERT INTO search_backfill (tenant_id, entity, after_id) VALUES ($1, 'company', 0)", [
    tenant.id,
  ]);
  assert.deepEqual(await behind('Ada'), ['companies', 'requests']);
  await indexMarked(services);
  assert.deepEqual(await behind('Ada'), []);
});

test('the metrics say how far the search is behind', async () => {
  await indexMarked(services);
  const registry = new Registry();
  addSearchGauges(registry, [
    { name: 'first', observer: { isChosen: async () => true, close() {} }, services },
  ]);
  assert.match(await registry.metrics(), /^search_oldest_change_seconds 0$/m);
  const id = await createApplicant('Wartend');
  await service.sql("UPDATE search_mark SET marked_at = now() - interval '90 seconds' WHERE record_id = $1", [
    id,
  ]);
  await service.sql("INSERT INTO search_backfill (tenant_id, entity, after_id) VALUES ($1, 'company', 0)", [
    tenant.id,
  ]);
  const behind = await registry.metrics();
  const gauge = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(behind)![1]);
  // Its creation, and its application.
  assert.ok(gauge('search_changes_waiting') >= 2);
  const oldest = gauge('search_oldest_change_seconds');
  assert.ok(oldest >= 90 && oldest < 900, String(oldest));
  assert.equal(gauge('search_backfills_waiting'), 1);
  await indexMarked(services);
  const current = await registry.metrics();
  for (const name of ['changes_waiting', 'oldest_change_seconds', 'backfills_waiting'])
    assert.match(current, new RegExp(`^search_${name} 0$`, 'm'));
});

test('a change that no filter of the search shows does not write the row of the filters again', async () => {
  const id = await createApplicant('Unberührt');
  const place = async () => {
    await indexMarked(services);
    const [row] = await service.sql<{ ctid: string }>(
      'SELECT ctid::text FROM candidate_search WHERE tenant_id = $1 AND candidate_id = $2',
      [tenant.id, id],
    );
    return row!.ctid;
  };
  const first = await place();
  await api.post(`/candidates/${id}/keywords`, { keyword: 'Unverwechselbar' });
  assert.equal(await place(), first);
  assert.deepEqual(await find('Unverwechselbar'), [id]);
  await api.put(`/candidates/${id}/status`, { statusId: 2005 });
  assert.notEqual(await place(), first);
  const { body } = await recruiter.post('/candidates/search', { text: 'Unberührt', statusIds: [2005] });
  assert.deepEqual(
    body.candidates.map((found: { id: number }) => found.id),
    [id],
  );
});

test('every change of a candidate marks it until it is indexed', async () => {
  const id = await createApplicant('Markiert');
  assert.equal(await marks(id), 2);
  await indexMarked(services);
  assert.equal(await marks(id), 0);
  for (const change of [
    () => api.put(`/candidates/${id}`, { title: 'Dr.' }),
    () => api.put(`/candidates/${id}/status`, { statusId: 2005 }),
    () => api.post(`/candidates/${id}/keywords`, { keyword: 'Kran' }),
    () => api.post(`/candidates/${id}/documents/cv`, { base64File: 'YWJj', filename: 'a.txt' }),
  ]) {
    const before = await marks(id);
    assert.ok((await change()).status < 300);
    assert.ok((await marks(id)) > before);
  }
  await indexMarked(services);
  assert.equal(await marks(id), 0);
});

test('a candidate that is locked is indexed later, and does not hold up others', async () => {
  const locked = await createApplicant('Gesperrt');
  const free = await createApplicant('Ungesperrt');
  await whileLocked(locked, async () => {
    await indexMarked(services);
    assert.deepEqual([await find('Gesperrt'), await find('Ungesperrt')], [[], [free]]);
  });
  await indexMarked(services);
  assert.deepEqual(await find('Gesperrt'), [locked]);
});

test('a run that fails loses nothing', async () => {
  const id = await createApplicant('Wiederholt');
  await service.sql(
    `ALTER TABLE candidate_search_term ADD CONSTRAINT broken CHECK (term <> 'wiederholt') NOT VALID`,
  );
  await assert.rejects(indexMarked(services));
  assert.deepEqual([await find('Wiederholt'), await marks(id)], [[], 2]);
  await service.sql('ALTER TABLE candidate_search_term DROP CONSTRAINT broken');
  await indexMarked(services);
  assert.deepEqual(await find('Wiederholt'), [id]);
});

test('several processes index every change once', async () => {
  const other = await startAnotherProcess(service);
  const created = Promise.all(Array.from({ length: 30 }, (_, index) => createApplicant(`Viele${index}x`)));
  let isOver = false;
  const run = async (one: typeof services) => {
    while (!isOver) await indexMarked(one);
  };
  const running = [run(services), run(other.services)];
  const ids = await created;
  await Promise.all(ids.map((id, index) => api.put(`/candidates/${id}`, { lastName: `Andere${index}x` })));
  isOver = true;
  await Promise.all(running);
  await indexMarked(services);
  // The others sound alike.
  for (const [index, id] of ids.entries()) assert.equal((await find(`Andere${index}x`))[0], id);
  assert.deepEqual(await find('Viele'), []);
});

test('candidates from before the index are indexed, also one that was locked', async () => {
  const ids = [await createApplicant('Bestand'), await createApplicant('Bestand')];
  // As after the migration of an older version.
  await service.sql('DELETE FROM search_mark');
  await service.sql('DELETE FROM candidate_search');
  await service.sql("INSERT INTO search_backfill (tenant_id, entity, after_id) VALUES ($1, 'candidate', 0)", [
    tenant.id,
  ]);
  await whileLocked(ids[0]!, () => indexMarked(services));
  assert.deepEqual(await find('Bestand'), [ids[1]]);
  assert.deepEqual(await service.sql('SELECT 1 FROM search_backfill'), []);
  await indexMarked(services);
  assert.deepEqual((await find('Bestand')).toSorted(), ids);
});

test('a candidate that was deleted before it was indexed is forgotten', async () => {
  const id = await createApplicant('Geloescht');
  const admin = await service.platform('admin');
  assert.equal((await admin.delete(`/candidates/${id}`)).status, 204);
  await indexMarked(services);
  assert.deepEqual([await find('Geloescht'), await marks(id)], [[], 0]);
});

test('a running indexer finds a new candidate by itself', async () => {
  const indexer = new SearchIndexer(services);
  service.beforeClose(() => indexer.stop());
  const id = await createApplicant('Frischling');
  await eventually('the candidate is found', async () => (await find('Frischling')).includes(id));
  await indexer.stop();
  assert.equal(await marks(id), 0);
});

test('a batch that takes too long keeps neither its other records nor those of other tenants out of the index', async () => {
  const slow = await createApplicant('Langsam');
  const sound = await createApplicant('Zügig');
  const other = await service.createTenant();
  const { body } = await other.api.post('/candidates', { firstName: 'Ada', lastName: 'Nebenan' });
  const { user } = await service.platform('recruiter', other);
  await other.api.post(`/candidates/${body.id}/apply`, { recruiterId: user.id });
  // What the database says when it ends a statement that takes too long.
  await service.sql(`
    CREATE FUNCTION takes_too_long() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.term = 'langsam' THEN RAISE EXCEPTION 'too long' USING ERRCODE = 'query_canceled'; END IF;
      RETURN NEW;
    END $$`);
  await service.sql(
    'CREATE TRIGGER takes_too_long BEFORE INSERT ON candidate_search_term FOR EACH ROW EXECUTE FUNCTION takes_too_long()',
  );
  await assert.rejects(indexMarked(services), {
    records: [{ tenantId: tenant.id, entity: 'candidate', recordId: slow }],
  });
  assert.deepEqual(await find('Zügig'), [sound]);
  const left = await service.sql('SELECT 1 FROM search_mark WHERE tenant_id = $1', [other.id], other.id);
  assert.deepEqual(left, []);
  await service.sql('DROP TRIGGER takes_too_long ON candidate_search_term');
  await indexMarked(services);
  assert.deepEqual(await find('Langsam'), [slow]);
});

test('a record that cannot be indexed keeps no other one out of the index', async () => {
  const broken = await createApplicant('Kaputt');
  const sound = await createApplicant('Heil');
  await service.sql(
    `ALTER TABLE candidate_search_term ADD CONSTRAINT broken CHECK (term <> 'kaputt') NOT VALID`,
  );
  await assert.rejects(indexMarked(services), {
    records: [{ tenantId: tenant.id, entity: 'candidate', recordId: broken }],
  });
  assert.deepEqual([await find('Heil'), await find('Kaputt')], [[sound], []]);
  await service.sql('ALTER TABLE candidate_search_term DROP CONSTRAINT broken');
  await indexMarked(services);
  assert.deepEqual(await find('Kaputt'), [broken]);
});

test('a process that indexes records one by one writes no older state after a newer one', async () => {
  const [locked, officeId] = [await createApplicant('Bremse'), await makeBranch(service, 'Mitte')];
  await indexMarked(services);
  // One record fails, so that the next one is indexed alone, and waits after its texts were read.
  await service.sql(`
    CREATE FUNCTION fails_or_waits() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.term = 'fehlerhaft' THEN RAISE EXCEPTION 'broken'; END IF;
      IF NEW.term = 'veraltet' THEN PERFORM FROM candidate WHERE id = ${locked} FOR UPDATE; END IF;
      RETURN NEW;
    END $$`);
  await service.sql(
    'CREATE TRIGGER fails_or_waits BEFORE INSERT ON record_search_term FOR EACH ROW EXECUTE FUNCTION fails_or_waits()',
  );
  const create = async (title: string): Promise<number> =>
    (await recruiter.post('/jobads', { officeId, title })).body.id;
  const [broken, changed] = [await create('Fehlerhaft'), await create('Veraltet')];
  const running: Promise<void>[] = [];
  await whileLocked(locked, async (holder) => {
    running.push(indexMarked(services));
    await untilWaiting(holder);
    await recruiter.put(`/jobads/${broken}`, { title: 'Heil' });
    await recruiter.put(`/jobads/${changed}`, { title: 'Aktuell' });
    await indexMarked(services);
  });
  await assert.rejects(running[0]!, {
    records: [{ tenantId: tenant.id, entity: 'jobad', recordId: broken }],
  });
  await indexMarked(services);
  await service.sql('DROP TRIGGER fails_or_waits ON record_search_term');
  const findAds = async (word: string) => (await recruiter.get(`/search?q=${word}`)).body.jobAds.length;
  assert.deepEqual([await findAds('Aktuell'), await findAds('Veraltet')], [1, 0]);
});
