import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOTHING, written } from '../testing/change-watch.ts';
import { startTestService } from '../testing/harness.ts';
import { makeBranch } from '../testing/makers/branches.ts';
import { companyMaker } from '../testing/makers/companies.ts';

// Every record with an importExternalId has the time of its import, whether the id was sent on creation or later.

const service = await startTestService();
const { api } = service.tenant;
const make = companyMaker(api);
const officeId = await makeBranch(service, 'Nord');
const { companyId, siteId, contactId, locationId } = await make.all();

async function create(path: string, body: object): Promise<number> {
  const response = await api.post(path, body);
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}

async function request(kind: string, further: object = {}): Promise<[string, string]> {
  const body = { officeId, title: 'Gesucht', headcount: 1, startDate: '2026-05-01', ...further };
  const path = `/customers/requests/${kind}/${await create(`/customers/${companyId}/requests/${kind}`, body)}`;
  return [path, path];
}

const candidate = `/candidates/${await create('/candidates', { firstName: 'Ada', lastName: 'Muster' })}`;
const office = `/customers/${companyId}/offices/${siteId}`;

for (const [record, [readPath, changePath]] of Object.entries<[string, string]>({
  candidate: [candidate, candidate],
  company: [`/customers/${companyId}`, `/customers/${companyId}`],
  site: [`/customers/offices/${siteId}`, office],
  'work location': [`/customers/locations/${locationId}`, `${office}/locations/${locationId}`],
  contact: [`/customers/contacts/${contactId}`, `${office}/contacts/${contactId}`],
  'request for temporary staffing': await request('temporarystaffing'),
  'request for direct placement': await request('directplacement'),
  'request for a service contract': await request('servicecontract', { scope: 'Inventur' }),
})) {
  test(`an importExternalId sent later sets the import time of a ${record}, which then stays`, async () => {
    const read = async () => (await api.get(readPath)).body;
    const change = async (importExternalId: string | null) =>
      assert.equal((await api.put(changePath, { importExternalId })).status, 204);
    assert.equal((await read()).importedAtUtc, null);
    await change('later');
    const { importedAtUtc, modifiedAtUtc } = await read();
    assert.ok(importedAtUtc !== null && (modifiedAtUtc === undefined || importedAtUtc <= modifiedAtUtc));
    await change('still later');
    assert.equal((await read()).importedAtUtc, importedAtUtc);
    assert.deepEqual(
      await written(service, () => api.put(changePath, { importExternalId: 'still later' })),
      NOTHING,
    );
    await change(null);
    assert.deepEqual((await read()).importExternalId, null);
  });
}
