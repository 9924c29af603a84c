import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { ENTITY_NAMES } from './entities.ts';

const service = await startTestService();
const { api, id: tenantId } = service.tenant;

interface Listed {
  entity: string;
  id: number;
  endpoint: string;
}

async function inventory(query = ''): Promise<{ records: Listed[]; position: string }> {
  const response = await api.get(`/changes/inventory${query}`);
  assert.equal(response.status, 200, response.text);
  return { records: response.body.records, position: response.headers.get('stream-position')! };
}

await service.sql(`INSERT INTO branch (tenant_id, name) VALUES ($1, 'Berlin')`, [tenantId]);
await service.sql(
  `INSERT INTO company (tenant_id, name, status_id, contract_status_id) VALUES ($1, 'Muster', 1, 1)`,
  [tenantId],
);
await service.sql(
  `INSERT INTO site (tenant_id, company_id, description) SELECT $1, id, 'Werk' FROM company WHERE tenant_id = $1`,
  [tenantId],
);
await service.sql(
  `INSERT INTO work_location (tenant_id, company_id, site_id, description, deleted_at)
   SELECT $1, company_id, id, name, deleted::timestamptz FROM site,
          (VALUES ('Halle 1', NULL), ('Halle 2', '2026-01-01')) AS hall (name, deleted) WHERE tenant_id = $1`,
  [tenantId],
);
await service.sql(
  `INSERT INTO customer_request (tenant_id, kind, company_id, office_id, title, headcount, start_date, status_id)
   SELECT $1, 'servicecontract', company.id, branch.id, 'Umzug', 2, '2026-05-01', 1 FROM company, branch
    WHERE company.tenant_id = $1 AND branch.tenant_id = $1`,
  [tenantId],
);
const candidate = (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;

test('every record is listed with its path', async () => {
  const { records } = await inventory();
  const entities = new Set(records.map(({ entity }) => entity));
  for (const entity of ['branch', 'company', 'site', 'location', 'request', 'candidate'])
    assert.ok(entities.has(entity), entity);
  assert.deepEqual(
    records.find(({ entity }) => entity === 'candidate'),
    { entity: 'candidate', id: candidate, endpoint: `/candidates/${candidate}` },
  );
  const request = records.find(({ entity }) => entity === 'request')!;
  assert.equal(request.endpoint, `/customers/requests/servicecontract/${request.id}`);
});

test('deleted records are not listed', async () => {
  const { records } = await inventory('?entities=location');
  assert.equal(records.length, 1);
});

test('only the requested types are listed, and an unknown type is rejected', async () => {
  const { records } = await inventory('?entities=candidate,site');
  assert.deepEqual([...new Set(records.map(({ entity }) => entity))].sort(), ['candidate', 'site']);
  const rejected = await api.get('/changes/inventory?entities=candidates');
  assert.equal(rejected.status, 400);
  assert.ok(ENTITY_NAMES.every((name) => rejected.body.validationErrors[0].message.includes(name)));
});

test('the feed continues from the inventory without gaps or overlaps', async () => {
  const { position } = await inventory();
  const { id } = (await api.post('/candidates', { firstName: 'Eva', lastName: 'Muster' })).body;
  await service.settle();
  const { changes } = (await api.get(`/changes?cursor=${encodeURIComponent(position)}`)).body;
  assert.deepEqual(
    changes.map(({ entity, id: changed }: { entity: string; id: number }) => [entity, changed]),
    [['candidate', id]],
  );
});

test('an unchanged inventory returns a 304', async () => {
  await service.settle();
  const first = await api.get('/changes/inventory?entities=candidate');
  const again = await api.get('/changes/inventory?entities=candidate', {
    headers: { 'if-none-match': first.headers.get('etag')! },
  });
  assert.equal(again.status, 304);
});
