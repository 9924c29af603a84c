import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertNotFound,
  assertRefused,
  assertRepeatable,
  faultsOf,
  NOTHING,
  written,
} from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { makeBranch } from '../../../testing/makers/branches.ts';
import { companyMaker } from '../../../testing/makers/companies.ts';
import { eventEndpoint } from '../../changes/index.ts';

const service = await startTestService();
const { api } = service.tenant;
const branch = await makeBranch(service, 'Nord');
const make = companyMaker(api);
const company = await make.company({ name: 'Muster Logistik GmbH' });
const site = await make.site(company);
const contact = await make.contact(company, site);
const location = await make.location(company, site);
const UNKNOWN_ID = 999_999;

const COMMON = {
  officeId: branch,
  siteId: site,
  locationId: location,
  contactId: contact,
  title: 'Staplerfahrer (m/w/d)',
  professionId: 27449,
  headcount: 3,
  startDate: '2026-05-01',
  endDate: '2026-10-31',
  description: 'Zeile 1\nZeile "2" \\ <b>',
  requirements: 'Staplerschein',
};
const COMPLETE = {
  temporarystaffing: {
    ...COMMON,
    weeklyHours: 37.5,
    shiftModel: 'Früh und spät',
    payGroup: 'EG 2b',
    hourlyWage: 15.6,
    billingRate: 29.95,
  },
  directplacement: { ...COMMON, salaryFrom: 42000, salaryTo: 48000.5, feePercent: 24.5 },
  servicecontract: {
    ...COMMON,
    scope: 'Inventur',
    fixedPrice: 123_456_789_012.34,
    acceptanceDate: '2026-06-30',
  },
} as const;
const MINIMAL = {
  temporarystaffing: { officeId: branch, title: 'T', headcount: 1, startDate: '2026-05-01' },
  directplacement: { officeId: branch, title: 'D', headcount: 1, startDate: '2026-05-01' },
  servicecontract: { officeId: branch, title: 'S', headcount: 1, startDate: '2026-05-01', scope: 'S' },
} as const;
type Kind = keyof typeof COMPLETE;
const KINDS = Object.keys(COMPLETE) as Kind[];

async function create(body: Record<string, unknown> = {}, kind: Kind = 'temporarystaffing'): Promise<number> {
  const response = await api.post(`/customers/${company}/requests/${kind}`, { ...MINIMAL[kind], ...body });
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}

const post = (body: Record<string, unknown>, kind: Kind = 'temporarystaffing') =>
  api.post(`/customers/${company}/requests/${kind}`, { ...MINIMAL[kind], ...body });
const put = (id: number, body: Record<string, unknown>, kind: Kind = 'temporarystaffing') =>
  api.put(`/customers/requests/${kind}/${id}`, body);
const read = async (id: number, kind: Kind = 'temporarystaffing') =>
  (await api.get(`/customers/requests/${kind}/${id}`)).body;

for (const kind of KINDS) {
  test(`${kind}: a created request is read back as sent and is open`, async () => {
    const body = await read(await create(COMPLETE[kind], kind), kind);
    for (const [property, value] of Object.entries(COMPLETE[kind]))
      assert.deepEqual(body[property], value, property);
    assert.deepEqual(
      [body.kind, body.customerId, body.customerName, body.statusId, body.status],
      [kind, company, 'Muster Logistik GmbH', 1, 'Open'],
    );
  });

  test(`${kind}: an omitted optional property is null, and null can be sent`, async () => {
    const own = Object.keys(COMPLETE[kind]).filter((property) => !Object.hasOwn(MINIMAL[kind], property));
    const left = await read(await create({}, kind), kind);
    const sent = await read(
      await create(Object.fromEntries(own.map((property) => [property, null])), kind),
      kind,
    );
    for (const property of own) assert.deepEqual([left[property], sent[property]], [null, null], property);
  });

  test(`${kind}: a creation writes one change and one request.created event, both with the kind`, async () => {
    let id = 0;
    const recorded = await written(service, async () => {
      id = await create({}, kind);
    });
    assert.deepEqual(recorded, {
      changes: [{ entity: 'request', kind: 'new', id }],
      events: [{ type: 1451, entityId: id, additionalData: { kind } }],
    });
  });

  test(`${kind}: a change writes one change log entry and one request.changed event, both with the kind`, async () => {
    const id = await create({}, kind);
    const recorded = await written(service, async () => {
      assert.equal((await put(id, { title: 'Neu' }, kind)).status, 204);
    });
    assert.deepEqual(recorded, {
      changes: [{ entity: 'request', kind: 'modified', id }],
      events: [{ type: 1452, entityId: id, additionalData: { kind } }],
    });
  });

  test(`${kind}: a change replaces only the properties that are sent`, async () => {
    const id = await create(COMPLETE[kind], kind);
    const before = await read(id, kind);
    await service.clock.advance(5);
    assert.equal((await put(id, { description: null, headcount: 4 }, kind)).status, 204);
    const after = await read(id, kind);
    assert.deepEqual(after, {
      ...before,
      description: null,
      headcount: 4,
      modifiedAtUtc: after.modifiedAtUtc,
    });
    assert.ok(after.modifiedAtUtc > before.modifiedAtUtc);
  });

  test(`${kind}: a body that changes nothing writes nothing`, async () => {
    const id = await create(COMPLETE[kind], kind);
    const before = await read(id, kind);
    for (const body of [{}, { title: COMMON.title }, COMPLETE[kind], before]) {
      const recorded = await written(service, async () => {
        assert.equal((await put(id, body, kind)).status, 204);
      });
      assert.deepEqual(recorded, NOTHING);
    }
    assert.deepEqual(await read(id, kind), before);
  });

  test(`${kind}: the request is not found under another kind`, async () => {
    const id = await create({}, kind);
    for (const other of KINDS.filter((name) => name !== kind)) {
      await assertNotFound(service, () => api.get(`/customers/requests/${other}/${id}`));
      await assertNotFound(service, () => put(id, { title: 'Neu' }, other));
    }
  });

  test(`${kind}: feed and events contain the path of the request`, async () => {
    let id = 0;
    const { events } = await written(service, async () => {
      id = await create({}, kind);
    });
    const { type, entityId, additionalData } = events[0]!;
    const { endpoint } = eventEndpoint({
      eventTypeId: type,
      entityId,
      occurredAt: service.clock.now().toISOString(),
      additionalData,
    });
    assert.equal(endpoint, `/customers/requests/${kind}/${id}`);
    await service.settle();
    const { body } = await api.get('/changes?entities=request&limit=1000');
    const change = body.changes.find((entry: { id: number }) => entry.id === id);
    assert.equal(change.endpoint, `/customers/requests/${kind}/${id}`);
    assert.equal((await api.get(change.endpoint)).body.id, id);
  });
}

test('properties of another kind are ignored and reported', async () => {
  const response = await post({ feePercent: 20, scope: 'x' });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('ignored-properties'), 'feePercent, scope');
});

test('unknown and malformed ids of companies and requests are not found', async () => {
  for (const id of [String(UNKNOWN_ID), '0', 'abc', '2147483648']) {
    await assertNotFound(service, () =>
      api.post(`/customers/${id}/requests/directplacement`, MINIMAL.directplacement),
    );
    await assertNotFound(service, () => api.get(`/customers/requests/servicecontract/${id}`));
    await assertNotFound(service, () => api.put(`/customers/requests/servicecontract/${id}`, { title: 'x' }));
  }
});

test('concurrent changes of one request all take effect', async () => {
  const id = await create();
  await Promise.all([put(id, { title: 'Neu' }), put(id, { headcount: 9 }), put(id, { payGroup: 'EG 3' })]);
  const { title, headcount, payGroup } = await read(id);
  assert.deepEqual([title, headcount, payGroup], ['Neu', 9, 'EG 3']);
});

test('amounts are rounded to two decimals, and sending one again changes nothing', async () => {
  const id = await create({ hourlyWage: 1.005, billingRate: 29.994, weeklyHours: 38.333 });
  const { hourlyWage, billingRate, weeklyHours } = await read(id);
  assert.deepEqual([hourlyWage, billingRate, weeklyHours], [1.01, 29.99, 38.33]);
  const recorded = await written(service, () => put(id, { hourlyWage: 1.005, billingRate: 29.994 }));
  assert.deepEqual(recorded, NOTHING);
});

test('importExternalId is unique among requests of all kinds', async () => {
  const id = await create({ importExternalId: 'once' });
  assert.ok((await read(id)).importedAtUtc !== null);
  const other = await create({}, 'directplacement');
  assert.equal((await read(other, 'directplacement')).importedAtUtc, null);
  await assertRefused(
    service,
    () => post({ importExternalId: 'once' }, 'servicecontract'),
    'importExternalId duplicate',
  );
  await assertRefused(
    service,
    () => put(other, { importExternalId: 'once' }, 'directplacement'),
    'importExternalId duplicate',
  );
});

test('an imported creation time is stored', async () => {
  const createdAtUtc = '2020-02-03T04:05:06.789Z';
  const body = await read(await create({ createdAtUtc }));
  assert.equal(body.createdAtUtc, createdAtUtc);
  assert.ok(body.modifiedAtUtc > createdAtUtc);
});

test('a creation repeated with the same Idempotency-Key creates nothing and returns the same response', async () => {
  const path = `/customers/${company}/requests/directplacement`;
  await assertRepeatable(service, (options) => api.post(path, MINIMAL.directplacement, options));
});

test('the entity tag of a request stays valid until the request changes', async () => {
  const id = await create();
  const path = `/customers/requests/temporarystaffing/${id}`;
  const etag = (await api.get(path)).headers.get('etag')!;
  const again = () => api.get(path, { headers: { 'if-none-match': etag } });
  assert.equal((await again()).status, 304);
  await put(id, { title: 'Neu' });
  assert.equal((await again()).status, 200);
});

test('the name of the status follows Accept-Language', async () => {
  const id = await create();
  const { body } = await api.get(`/customers/requests/temporarystaffing/${id}`, {
    headers: { 'accept-language': 'de' },
  });
  assert.equal(body.status, 'Offen');
});

test('the change log has the branch of a request and its previous branch', async () => {
  const to = await makeBranch(service, 'Süd');
  const id = await create();
  await put(id, { officeId: to });
  await put(id, { title: 'Neu' });
  const rows = await service.sql(
    `SELECT kind, office_id, previous_office_id FROM change_log WHERE entity = 'request' AND record_id = $1 ORDER BY sequence`,
    [id],
  );
  assert.deepEqual(rows, [
    { kind: 'new', office_id: branch, previous_office_id: null },
    { kind: 'modified', office_id: to, previous_office_id: branch },
    { kind: 'modified', office_id: to, previous_office_id: null },
  ]);
});

test('a closed branch stays on its request and is rejected elsewhere', async () => {
  const closed = await makeBranch(service, 'Geschlossen');
  const [id, other] = [await create(), await create()];
  await service.sql('UPDATE branch SET is_active = false WHERE id = $1', [closed]);
  await service.sql('UPDATE customer_request SET office_id = $2 WHERE id = $1', [id, closed]);
  assert.equal((await put(id, { ...(await read(id)), title: 'Neu' })).status, 204);
  await assertRefused(service, () => put(other, { officeId: closed }), 'officeId unknownReference');
});

test('a request is not found for another tenant', async () => {
  const id = await create();
  const other = await service.createTenant();
  assert.equal((await other.api.get(`/customers/requests/temporarystaffing/${id}`)).status, 404);
  assert.equal((await other.api.put(`/customers/requests/temporarystaffing/${id}`, {})).status, 404);
  assert.deepEqual(
    faultsOf(
      await other.api.post(`/customers/${company}/requests/temporarystaffing`, MINIMAL.temporarystaffing),
    ),
    ['officeId unknownReference'],
  );
});
