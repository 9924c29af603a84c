import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { companyMaker } from '../../../testing/makers/companies.ts';

const service = await startTestService();
const recruiter = await service.platform('recruiter');
const make = companyMaker(service.tenant.api);
const nordkai = await make.company({ name: 'Nordkai Logistik GmbH', vatId: 'DE999087007' });
const oven = await make.company({ name: 'Öfen-Bau Weiß', vatId: 'DE 999.087.008' });

async function find(query: Record<string, string>, calls: Pick<typeof recruiter, 'get'> = recruiter) {
  const response = await calls.get(`/companies/duplicates?${new URLSearchParams(query)}`);
  assert.equal(response.status, 200, response.text);
  return response.body.companies.map(({ id, matchedOn }: { id: number; matchedOn: string[] }) => [
    id,
    matchedOn,
  ]);
}

test('a company is found by its name without regard to spaces, signs, case, and accents', async () => {
  for (const name of ['Nord-Kai Logistik', 'Nord Kai Logistik', 'nordkai-logistik', 'NORDKAI  Logistik'])
    assert.deepEqual(await find({ name }), [[nordkai, ['name']]], name);
  for (const name of ['Öfenbau Weiß', 'ofen – bau weiss', 'Öfen/Bau'])
    assert.deepEqual(await find({ name }), [[oven, ['name']]], name);
  for (const name of ['Kai Logistik', 'Nordkai Logistikzentrum', 'No', '%', 'N-o', ''])
    assert.deepEqual(await find({ name }), [], name);
});

test('a company is found by its VAT id, before those with the name', async () => {
  for (const vatId of ['DE999087007', 'de 999 087 007', 'DE-999.087.007'])
    assert.deepEqual(await find({ vatId }), [[nordkai, ['vatId']]], vatId);
  assert.deepEqual(await find({ vatId: 'DE999087008', name: 'Nord Kai' }), [
    [oven, ['vatId']],
    [nordkai, ['name']],
  ]);
  assert.deepEqual(await find({ vatId: 'DE999087007', name: 'Nord-Kai' }), [[nordkai, ['vatId', 'name']]]);
  for (const vatId of ['DE99908700', '', '-']) assert.deepEqual(await find({ vatId }), [], vatId);
});

test('another tenant finds none of them', async () => {
  const other = await service.createTenant();
  const colleague = await service.platform('recruiter', other);
  assert.deepEqual(await find({ name: 'Nordkai', vatId: 'DE999087007' }, colleague), []);
});
