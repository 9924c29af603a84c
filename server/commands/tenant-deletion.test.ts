import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { removeTenant } from '../areas/tenants/index.ts';
import { createAfterCrash } from '../core/blobs/index.ts';
import { openBlobStore } from '../open-services.ts';
import { callCommand } from '../testing/command-call.ts';
import { type ApiResponse, startTestService, type TestTenant } from '../testing/harness.ts';
import { makeBranch } from '../testing/makers/branches.ts';
import { companyMaker } from '../testing/makers/companies.ts';
import { commandsOf } from '../testing/service-commands.ts';

const service = await startTestService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const commands = await commandsOf(service);
const store = openBlobStore(service.services.settings);

const created = ({ status, body, text }: ApiResponse): number => {
  assert.equal(status, 200, text);
  return body.id;
};

/** Gives the tenant records of many kinds, of which one has a file. Returns the ids of a candidate and of the tenant, and its users. */
async function fill(tenant: TestTenant) {
  const { api } = tenant;
  const admin = await service.platform('admin', tenant);
  // Nothing listens there, so the calls stay.
  const subscription = { url: 'http://127.0.0.1:9/in', event: 1401 };
  assert.equal((await api.post('/webhooks/subscribe', subscription)).status, 200);
  await makeBranch(service, 'Hamburg', tenant);
  const candidateId = created(
    await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster', importExternalId: 'A-1' }),
  );
  const base64File = Buffer.from('%PDF-1.7\nthe contents').toString('base64');
  created(await api.post(`/candidates/${candidateId}/documents/cv`, { base64File }));
  created(await api.post(`/candidates/${candidateId}/keywords`, { keyword: 'Stapler' }));
  created(await api.post(`/candidates/${candidateId}/qualifications`, { name: 'Kranschein' }));
  const make = companyMaker(api);
  const companyId = await make.company({ name: 'Nordkai' });
  const site = await make.site(companyId, { description: 'Lager' });
  await make.contact(companyId, site, { firstName: 'Sabine', lastName: 'Vogt' });
  await make.location(companyId, site, { description: 'Halle 3' });
  return { tenantId: tenant.id, candidateId, admin };
}

const filesOf = async (tenantId: number) => (await Array.fromAsync(store.list(`t${tenantId}/`))).length;

/** The number of rows of the tenant in each table that has some. */
async function rowsOf(tenantId: number): Promise<Map<string, number>> {
  const tables = await service.sql<{ name: string }>(
    `SELECT class.relname AS name FROM pg_class AS class JOIN pg_attribute AS a ON a.attrelid = class.oid AND a.attname = 'tenant_id'
      WHERE class.relnamespace = 'public'::regnamespace AND class.relkind IN ('r', 'p') AND NOT class.relispartition`,
  );
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const [row] = await service.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM "${name}" WHERE tenant_id = ${tenantId}`,
    );
    if (row!.count > 0) counts.set(name, row!.count);
  }
  return counts;
}

test('a tenant is deleted with its rows, jobs, and files, and with nothing of another one', async () => {
  const [left, kept] = [await service.createTenant(), await service.createTenant()];
  const [gone, other] = [await fill(left), await fill(kept)];
  const before = await rowsOf(other.tenantId);
  assert.deepEqual([await filesOf(gone.tenantId), await filesOf(other.tenantId)], [1, 1]);

  await commands.assertMisused(
    ['tenant', 'delete', left.key, '--name', 'Other'],
    /^stellwerk: --name is not the name of tenant "[\w-]+", so nothing was deleted\./,
  );
  assert.equal((await left.api.get(`/candidates/${gone.candidateId}`)).status, 200);

  const { rows, files } = await commands.runJson(['tenant', 'delete', left.key, '--name', 'Test']);
  assert.deepEqual([rows > 20, files], [true, 1]);
  assert.deepEqual(await rowsOf(gone.tenantId), new Map());
  assert.deepEqual([await filesOf(gone.tenantId), await filesOf(other.tenantId)], [0, 1]);
  assert.deepEqual(await rowsOf(other.tenantId), before);
  const jobs = await service.sql(
    `SELECT count(*)::int AS count FROM graphile_worker._private_jobs WHERE payload::jsonb ->> 'tenantId' = '${gone.tenantId}'`,
  );
  assert.deepEqual(jobs, [{ count: 0 }]);

  // Who was signed in, and who has a token, is out, and both are told so as for any that ended.
  assert.equal((await gone.admin.get('/session')).status, 401);
  assert.equal((await left.api.get('/candidates')).status, 401);
  assert.equal((await kept.api.get(`/candidates/${other.candidateId}`)).status, 200);
  await commands.assertRefused(
    ['tenant', 'delete', left.key, '--name', 'Test'],
    /^stellwerk: There is no tenant "[\w-]+"\. See: npx stellwerk tenant list$/m,
  );
});

test('tables that an operator has added are named and not changed', async () => {
  const tenant = await service.createTenant();
  const { tenantId, candidateId } = await fill(tenant);
  await service.sql(`
    SET app.tenant_id = '';
    CREATE TABLE own_walled (id integer);
    ALTER TABLE own_walled ENABLE ROW LEVEL SECURITY;
    CREATE TABLE own_report (tenant_id integer, candidate_id integer, FOREIGN KEY (tenant_id, candidate_id) REFERENCES candidate)`);
  try {
    await service.sql(`INSERT INTO own_report VALUES (${tenantId}, ${candidateId})`);
    const words = ['tenant', 'delete', tenant.key, '--name', 'Test'];
    await commands.assertRefused(
      words,
      /^stellwerk: The table own_report, which the migrations did not create, refers to rows of tenant .* Delete these rows of own_report, and run the command again\.$/m,
    );
    await service.sql('ALTER TABLE own_report DROP CONSTRAINT own_report_tenant_id_candidate_id_fkey');
    const { code, stdout, stderr } = await commands.run(words);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^These tables were not changed, .*: own_report, own_walled\./m);
    assert.deepEqual(await service.sql('SELECT tenant_id, candidate_id FROM own_report'), [
      { tenant_id: tenantId, candidate_id: candidateId },
    ]);
  } finally {
    await service.sql('DROP TABLE own_report, own_walled');
  }
});

test('a tenant with a candidate on hold is not deleted', async () => {
  const tenant = await service.createTenant();
  const { candidateId, admin } = await fill(tenant);
  const hold = await admin.put(
    `/candidates/${candidateId}/hold`,
    { reason: 'Klage' },
    {
      headers: { 'if-match': '*' },
    },
  );
  assert.ok(hold.status < 300, hold.text);
  await commands.assertRefused(
    ['tenant', 'delete', tenant.key, '--name', 'Test'],
    /was not deleted: a candidate is on hold\. Let an admin or a data protection officer of the tenant release the hold/,
  );
  assert.equal((await admin.get('/session')).status, 200);
  assert.equal((await admin.delete(`/candidates/${candidateId}/hold`)).status, 204);
  await commands.runJson(['tenant', 'delete', tenant.key, '--name', 'Test']);
});

/** Asserts that the deletion with the store at this URL is refused, and has not even ended the access of the users and clients. */
async function assertKept(tenant: TestTenant, url: string, message: RegExp): Promise<void> {
  const { tenantId, candidateId, admin } = await fill(tenant);
  const before = await rowsOf(tenantId);
  const words = ['tenant', 'delete', tenant.key, '--name', 'Test'];
  const { code, stdout, stderr } = await callCommand(words, { ...commands.environment, BLOB_URL: url });
  assert.deepEqual([code, stdout], [1, ''], stderr);
  assert.match(stderr, message);
  assert.deepEqual(await rowsOf(tenantId), before);
  assert.equal(await filesOf(tenantId), 1);
  assert.equal((await admin.get('/session')).status, 200);
  assert.equal((await tenant.api.get(`/candidates/${candidateId}`)).status, 200);
}

test('with the document store of another installation, a deletion changes nothing in either', async () => {
  const tenant = await service.createTenant();
  const url = pathToFileURL(join(commands.directory, 'of-another')).href;
  const ofAnother = openBlobStore({ ...service.services.settings, blobUrl: url });
  const owner = randomUUID();
  await ofAnother.writeOwner(owner, { replaces: false });
  // Its tenant has the same id.
  const key = `t${tenant.id}/${randomUUID()}`;
  const writer = await createAfterCrash(ofAnother, key);
  await writer.write(Buffer.from('the CV'));
  await writer.commit();

  await assertKept(
    tenant,
    url,
    new RegExp(
      `^stellwerk: The document store belongs to the installation ${owner}, .* Nothing was changed\\.`,
    ),
  );
  assert.equal(await ofAnother.size(key), 6);
  await assert.rejects(removeTenant(service.services, tenant.id, ofAnother), /belongs to the installation/);
  assert.equal(await ofAnother.size(key), 6);
});

test('while the volume of the document store is not mounted, a deletion changes nothing', async () => {
  const tenant = await service.createTenant();
  const url = pathToFileURL(join(commands.directory, 'not-mounted')).href;
  await assertKept(
    tenant,
    url,
    /has no installation id.*: its volume is not mounted, .* Nothing was changed\./,
  );
  await commands.runJson(['tenant', 'delete', tenant.key, '--name', 'Test']);
  assert.equal(await filesOf(tenant.id), 0);
});
