import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addCandidate, apply, backUp, makeTarget, service, tenant } from '../../testing/backups.ts';

test('ids that were assigned after the backup belong to no record of the restored service', async () => {
  await addCandidate('Kept');
  const { path } = await backUp();
  const lost = await addCandidate('Lost');
  await apply('Also lost');
  const [document] = await service.sql<{ id: number }>('SELECT max(id) AS id FROM document');
  const target = await makeTarget();
  await target.restore(path);
  const { api } = await target.serve(tenant);
  const created: number[] = [];
  for (let index = 0; index < 5; index++)
    created.push((await api.post('/candidates', { firstName: 'New', lastName: `${index}` })).body.id);
  const { body } = await api.post(`/candidates/${created[0]}/documents/cv`, {
    base64File: Buffer.from('cv').toString('base64'),
  });
  const put = await api.put(`/candidates/${lost}`, { firstName: 'Written', lastName: 'By old id' });
  assert.equal(put.status, 404);
  assert.equal((await api.get(`/candidates/${lost}`)).status, 404);
  assert.equal((await api.get(`/candidates/export/documents/${document!.id}`)).status, 404);
  assert.ok(Math.min(...created) > lost + 999_000, created.join());
  assert.ok(body.id > document!.id + 999_000, body.id);
  assert.ok(Math.max(...created, body.id) < 2_000_000);
});

test('a restore leaves most of the ids that a nearly used sequence still has', async () => {
  const sequence = 'resume_school_education_id_seq';
  const setTo = (value: number) => service.sql(`SELECT setval('${sequence}', ${value})`);
  const largest = 2_147_483_647;
  const next = async (path: string) => {
    const target = await makeTarget();
    await target.restore(path);
    return (await target.sql(`SELECT nextval('${sequence}')::int AS id`))[0].id;
  };
  await setTo(largest - 100_001);
  const { path: nearEnd } = await backUp();
  await setTo(largest - 1);
  const { path: last } = await backUp();
  await setTo(1);
  assert.equal(await next(nearEnd), largest - 99_000);
  assert.equal(await next(last), largest);
});
