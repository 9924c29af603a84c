import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNotFound, assertRefused, NOTHING, written } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { companyMaker } from '../../../testing/makers/companies.ts';

const service = await startTestService();
const { api } = service.tenant;
const make = companyMaker(api);
const UNKNOWN_ID = 999_999;

test('a company without activities has an empty list', async () => {
  const id = await make.company();
  await api.put(`/customers/${id}`, { employees: 5 });
  assert.deepEqual(await make.activities(id), []);
});

test('a note shows its text, its time, and the API client that wrote it', async () => {
  const id = await make.company();
  const before = (await api.get(`/customers/${id}`)).body.modifiedAtUtc;
  let noteId = 0;
  const recorded = await written(service, async () => {
    const response = await api.post(`/customers/${id}/activities`, {
      text: 'Besuch in Halle 3\n"ok"',
      occurredAtUtc: '2026-01-05T08:15:30.123Z',
    });
    noteId = response.body.id;
  });
  assert.deepEqual(recorded, {
    changes: [{ entity: 'company', kind: 'modified', id }],
    events: [{ type: 1412, entityId: id, additionalData: null }],
  });
  const [activity] = await make.activities(id);
  assert.match(activity.userName, /^client /);
  assert.deepEqual(activity, {
    id: noteId,
    kind: 'note',
    text: 'Besuch in Halle 3\n"ok"',
    entity: 'company',
    entityId: id,
    userName: activity.userName,
    atUtc: '2026-01-05T08:15:30.123Z',
  });
  assert.ok((await api.get(`/customers/${id}`)).body.modifiedAtUtc > before);
});

test('activities are sorted by the time at which they happened, newest first', async () => {
  const id = await make.company();
  for (const day of ['03', '01', '02'])
    await api.post(`/customers/${id}/activities`, { text: day, occurredAtUtc: `2026-01-${day}T00:00:00Z` });
  await api.post(`/customers/${id}/activities`, { text: 'now' });
  const texts = (await make.activities(id)).map(({ text }: { text: string }) => text);
  assert.deepEqual(texts, ['now', '03', '02', '01']);
});

test('a platform user appears with their current name', async () => {
  const recruiter = await service.platform('recruiter');
  const id = await make.company();
  await recruiter.post(`/customers/${id}/activities`, { text: 'x' });
  const nameNow = async () => (await make.activities(id))[0].userName;
  assert.equal(await nameNow(), 'Test recruiter');
  await service.sql("UPDATE user_account SET last_name = 'Aydın' WHERE id = $1", [recruiter.user.id]);
  assert.equal(await nameNow(), 'Test Aydın');
});

test('every change of a part writes one activity that names no person', async () => {
  const { companyId, siteId, contactId, locationId } = await make.all();
  const site = `/customers/${companyId}/offices/${siteId}`;
  await api.put(site, { description: 'Werk Nord' });
  await api.put(`${site}/status`, { isActive: false });
  await api.put(`${site}/status`, { isActive: true });
  await api.put(`${site}/contacts/${contactId}`, { position: 'Leitung' });
  await api.put(`${site}/contacts/${contactId}/status`, { isActive: false });
  await api.put(`${site}/locations/${locationId}`, { description: null });
  await api.delete(`${site}/locations/${locationId}`);
  const activities = (await make.activities(companyId)).toReversed();
  assert.deepEqual(
    activities.map((a: Record<string, unknown>) => [a.entity, a.entityId, a.kind, a.text]),
    [
      ['site', siteId, 'created', 'Site "Werk 1" created.'],
      ['contact', contactId, 'created', 'Contact created.'],
      ['location', locationId, 'created', 'Work location "Halle 1" created.'],
      ['site', siteId, 'changed', 'Site "Werk Nord" changed.'],
      ['site', siteId, 'deactivated', 'Site "Werk Nord" deactivated.'],
      ['site', siteId, 'activated', 'Site "Werk Nord" activated.'],
      ['contact', contactId, 'changed', 'Contact changed.'],
      ['contact', contactId, 'deactivated', 'Contact deactivated.'],
      ['location', locationId, 'changed', 'Work location changed.'],
      ['location', locationId, 'deleted', 'Work location deleted.'],
    ],
  );
});

test('the response names every fault of a note', async () => {
  const id = await make.company();
  const post = (body: unknown) => () => api.post(`/customers/${id}/activities`, body);
  await assertRefused(service, post({}), 'text required');
  await assertRefused(
    service,
    post({ text: ' ', occurredAtUtc: '2999-01-01T00:00:00Z' }),
    'text required',
    'occurredAtUtc range',
  );
  await assertRefused(
    service,
    post({ text: 'x'.repeat(65_536), occurredAtUtc: 'yesterday' }),
    'text length',
    'occurredAtUtc format',
  );
});

test('a note repeated with the same Idempotency-Key is written once', async () => {
  const id = await make.company();
  const post = () =>
    api.post(`/customers/${id}/activities`, { text: 'x' }, { headers: { 'idempotency-key': 'note' } });
  const first = await post();
  assert.deepEqual(
    await written(service, async () => assert.deepEqual((await post()).body, first.body)),
    NOTHING,
  );
  assert.equal((await make.activities(id)).length, 1);
});

test('the list returns 304 until an activity is added', async () => {
  const id = await make.company();
  const etag = (await api.get(`/customers/${id}/activities`)).headers.get('etag')!;
  const again = () => api.get(`/customers/${id}/activities`, { headers: { 'if-none-match': etag } });
  assert.equal((await again()).status, 304);
  await make.site(id);
  assert.equal((await again()).status, 200);
});

test('an unknown company is not found', async () => {
  await assertNotFound(service, () => api.get(`/customers/${UNKNOWN_ID}/activities`));
  await assertNotFound(service, () => api.post(`/customers/${UNKNOWN_ID}/activities`, { text: 'x' }));
});

test('texts of the service are in the language of the caller, and comments and notes as they were written', async () => {
  const id = await make.company();
  const siteId = await make.site(id, { description: 'Werk 1' });
  const contactId = await make.contact(id, siteId);
  await api.put(`/customers/${id}/offices/${siteId}/contacts/${contactId}/status`, { isActive: false });
  await api.put(`/customers/${id}/status`, { statusId: 3, comment: 'First order' });
  await api.put(`/customers/${id}/status`, { statusId: 3, comment: 'Second order' });
  for (const validFrom of [undefined, '2026-04-01', '2026-05-01', null])
    await api.put(`/customers/${id}/contractstatus`, { contractStatusId: 3, validFrom });
  await api.post(`/customers/${id}/activities`, { text: 'Called.' });
  const texts = async (language: string) => {
    const path = `/customers/${id}/activities`;
    const { body } = await api.get(path, { headers: { 'accept-language': language } });
    return body.activities.map(({ text }: { text: string }) => text).toReversed();
  };
  assert.deepEqual(await texts('de'), [
    'Standort „Werk 1“ angelegt.',
    'Ansprechpartner angelegt.',
    'Ansprechpartner deaktiviert.',
    'Status von Kontakt auf Kunde geändert: First order',
    'Status bleibt Kunde: Second order',
    'Vertragsstatus von Kein Vertrag auf Rahmenvertrag geschlossen geändert.',
    'Vertragsstatus bleibt Rahmenvertrag geschlossen, gültig ab 01.04.2026.',
    'Vertragsstatus bleibt Rahmenvertrag geschlossen, gültig ab 01.05.2026 statt 01.04.2026.',
    'Vertragsstatus bleibt Rahmenvertrag geschlossen, nicht mehr mit dem ersten Gültigkeitstag 01.05.2026.',
    'Called.',
  ]);
  assert.deepEqual((await texts('en')).slice(0, 5), [
    'Site "Werk 1" created.',
    'Contact created.',
    'Contact deactivated.',
    'Status changed from Lead to Customer: First order',
    'Status remains Customer: Second order',
  ]);
});

test('an activity from before there were German texts is shown in English', async () => {
  const id = await make.company();
  await api.put(`/customers/${id}/status`, { statusId: 3 });
  await service.sql(
    'UPDATE company_activity SET text_de = NULL WHERE tenant_id = $1 AND company_id = $2',
    [service.tenant.id, id],
    service.tenant.id,
  );
  const german = await api.get(`/customers/${id}/activities`, { headers: { 'accept-language': 'de' } });
  assert.equal(german.body.activities[0].text, 'Status changed from Lead to Customer.');
});
