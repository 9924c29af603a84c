import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNotFound, NOTHING, written } from '../../testing/change-watch.ts';
import { startTestService } from '../../testing/harness.ts';
import { untilWaiting } from '../../testing/held-transaction.ts';

const service = await startTestService();
const { api } = service.tenant;
const admin = await service.platform('admin');

async function createCandidate(): Promise<string> {
  const { body } = await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' });
  return `/candidates/${body.id}`;
}
async function tagOf(path: string, language = 'en'): Promise<string> {
  return (await api.get(path, { headers: { 'accept-language': language } })).headers.get('etag')!;
}
const ifMatch = (tag: string, more: Record<string, string> = {}) => ({
  headers: { 'if-match': tag, ...more },
});

test('of changes with the same ETag at once, exactly one is made, also across operations', async () => {
  const path = await createCandidate();
  const branch = (await admin.post('/branches', { name: 'Berlin' })).body.id;
  for (let round = 0; round < 5; round++) {
    const tag = await tagOf(path);
    const answers = await Promise.all([
      api.put(path, { title: `Dr. ${round}` }, ifMatch(tag)),
      admin.put(path, { remarks: `By ${round}` }, ifMatch(tag)),
      api.put(path, { officeId: branch, title: `${round}` }, ifMatch(tag)),
      admin.put(`${path}/status`, { statusId: 2005, comment: `${round}` }, ifMatch(tag)),
      api.put(
        `${path}/endofoperation`,
        { endOfOperationAtUtc: `2026-03-0${round + 1}T15:00:00Z` },
        ifMatch(tag),
      ),
    ]);
    const statuses = answers.map(({ status }) => status).sort();
    assert.equal(statuses.filter((status) => status < 300).length, 1, String(statuses));
    assert.equal(statuses.filter((status) => status === 412).length, 4, String(statuses));
  }
});

test('an ETag without its quotation marks is a fault, not a conflict', async () => {
  const path = await createCandidate();
  const tag = await tagOf(path);
  for (const malformed of [tag.replaceAll('"', ''), `${tag}, x`, '']) {
    const recorded = await written(service, async () => {
      const { status, body } = await api.put(path, { title: 'Dr.' }, ifMatch(malformed));
      assert.equal(status, 400, malformed);
      const [fault] = body.validationErrors;
      assert.deepEqual([fault.property, fault.code], ['If-Match', 'format']);
    });
    assert.deepEqual(recorded, NOTHING);
  }
  assert.equal((await api.put(path, { title: 'Dr.' }, ifMatch(`"other", ${tag}`))).status, 204);
});

test('a change that waits for another one is compared with the result of that one', async () => {
  const path = await createCandidate();
  const id = Number(path.split('/').at(-1));
  const tag = await tagOf(path);
  let second: Promise<{ status: number }> | undefined;
  await service.services.database
    .tenant(service.tenant.id)
    .transaction()
    .execute(async (db) => {
      await db
        .updateTable('candidate')
        .set({ title: 'Prof.' })
        .where('tenant_id', '=', service.tenant.id)
        .where('id', '=', id)
        .execute();
      second = api.put(path, { title: 'Dr.' }, ifMatch(tag));
      await untilWaiting(db, 1, second);
    });
  assert.equal((await second!).status, 412);
  assert.equal((await api.get(path)).body.title, 'Prof.');
});

test('the error of a stale ETag is an error record that says what to do, and nothing is written', async () => {
  const path = await createCandidate();
  const tag = await tagOf(path);
  await api.put(path, { title: 'Dr.' }, ifMatch(tag));
  const wrote = await written(service, async () => {
    const answer = await api.put(path, { title: 'Prof.' }, ifMatch(tag));
    assert.equal(answer.status, 412);
    assert.match(answer.body.message, /Read the record again/);
    assert.equal(typeof answer.body.messageGuid, 'string');
  });
  assert.deepEqual(wrote, NOTHING);
});

test('a tag matches in a list, as a strong tag, as a star, and in either language', async () => {
  const path = await createCandidate();
  await api.put(path, { location: { countryId: 276 } });
  const [english, german] = [await tagOf(path), await tagOf(path, 'de')];
  assert.notEqual(english, german);
  const variants = [`"other", ${english}`, english.slice(2), '*', ` ${english} `, german];
  for (const tag of variants) assert.equal((await api.put(path, {}, ifMatch(tag))).status, 204, tag);
  const german2 = await api.put(path, {}, ifMatch(english, { 'accept-language': 'de' }));
  assert.equal(german2.status, 204);
  for (const tag of ['"other"', `${english.slice(0, -1)}x"`])
    assert.equal((await api.put(path, {}, ifMatch(tag))).status, 412, tag);
});

test('a change without the header is made in any case', async () => {
  const path = await createCandidate();
  await api.put(path, { title: 'Dr.' });
  assert.equal((await api.put(path, { title: 'Prof.' })).status, 204);
});

test('a record that does not exist is not found, whatever the tag', async () => {
  for (const tag of ['"other"', '*'])
    await assertNotFound(service, () => api.put('/candidates/2147483000', { title: 'x' }, ifMatch(tag)));
  const path = await createCandidate();
  const other = await service.createTenant();
  await assertNotFound(service, () => other.api.put(path, { title: 'x' }, ifMatch('"other"')));
});

test('a part of another company is not found rather than changed meanwhile', async () => {
  const [one, two] = [await createCompany('One'), await createCompany('Two')];
  const { body } = await api.post(`/customers/${one}/offices`, { description: 'Lager', location: BERLIN });
  const tag = await tagOf(`/customers/offices/${body.id}`);
  for (const sent of [tag, '"other"'])
    await assertNotFound(service, () =>
      api.put(`/customers/${two}/offices/${body.id}`, { description: 'x' }, ifMatch(sent)),
    );
  const path = `/customers/${one}/offices/${body.id}`;
  assert.equal((await api.put(path, { description: 'Hof' }, ifMatch(tag))).status, 204);
  assert.equal((await api.put(path, { description: 'Tor' }, ifMatch(tag))).status, 412);
});

const BERLIN = { zipCode: '10115', city: 'Berlin', countryId: 276 };
async function createCompany(name: string): Promise<number> {
  return (await api.post('/customers', { name })).body.id;
}

test('faults of the input are reported before the tag is compared', async () => {
  const path = await createCandidate();
  assert.equal((await api.put(path, { officeId: 999_999 }, ifMatch('"other"'))).status, 400);
});

test('an entry that is added to a record with the ETag of an older version is refused', async () => {
  const path = await createCandidate();
  const tag = await tagOf(path);
  const qualification = { name: 'Staplerschein', score: 2 };
  assert.equal((await api.post(`${path}/qualifications`, qualification, ifMatch(tag))).status, 200);
  const again = await api.post(`${path}/qualifications`, { ...qualification, score: 5 }, ifMatch(tag));
  assert.equal(again.status, 412);
  assert.equal((await api.get(path)).body.qualifications[0].score, 2);
});

test('a repeated creation gets its stored response, although it has changed the ETag that it names', async () => {
  const path = await createCandidate();
  const options = ifMatch(await tagOf(path), { 'idempotency-key': 'language of Ada' });
  const [first, second] = [
    await api.post(`${path}/languages`, { languageId: 25 }, options),
    await api.post(`${path}/languages`, { languageId: 25 }, options),
  ];
  assert.deepEqual([first.status, second.status, second.text], [200, 200, first.text]);
  assert.equal(second.headers.get('idempotency-replayed'), 'true');
  const other = { ...options.headers, 'idempotency-key': 'another key' };
  assert.equal((await api.post(`${path}/languages`, { languageId: 26 }, { headers: other })).status, 412);
});

test('an upload is compared in the transaction that would store it, and its file is deleted', async () => {
  const path = await createCandidate();
  const tag = await tagOf(path);
  const upload = () =>
    api.post(`${path}/documents/cv`, { filename: 'cv.txt', base64File: 'TGViZW5zbGF1Zg==' }, ifMatch(tag));
  assert.equal((await upload()).status, 200);
  const wrote = await written(service, async () => assert.equal((await upload()).status, 412));
  assert.deepEqual(wrote, NOTHING);
  assert.equal((await api.get(path)).body.documents.length, 1);
});

test('what is created for a company or a site is compared with the company or the site', async () => {
  const company = `/customers/${await createCompany('Three')}`;
  const [tag, site] = [await tagOf(company), { description: 'Lager', location: BERLIN }];
  const { body } = await api.post(`${company}/offices`, site, ifMatch(tag));
  assert.equal((await api.post(`${company}/offices`, site, ifMatch(tag))).status, 412);
  assert.equal((await api.post(`${company}/activities`, { text: 'Visit' }, ifMatch(tag))).status, 412);
  const siteTag = await tagOf(`/customers/offices/${body.id}`);
  const contacts = `${company}/offices/${body.id}/contacts`;
  assert.equal((await api.post(contacts, { lastName: 'Vogt' }, ifMatch(siteTag))).status, 200);
  assert.equal((await api.post(contacts, { lastName: 'Vogel' }, ifMatch(siteTag))).status, 412);
});

test('the webhook format has a precondition also while the tenant has the default', async () => {
  const { api: other } = await service.createTenant();
  const etag = async () => (await other.get('/webhooks/settings')).headers.get('etag')!;
  const setFormat = (format: number, tag: string) =>
    other.put(`/webhooks/settings/eventdatatype/${format}`, undefined, ifMatch(tag));
  const standard = await etag();
  assert.equal((await setFormat(1483, '"older"')).status, 412);
  assert.equal(await etag(), standard);
  assert.equal((await setFormat(1483, standard)).status, 200);
  assert.equal((await setFormat(1482, standard)).status, 412);
  assert.equal((await other.get('/webhooks/settings')).body.settings.eventDataTypeId, 1483);
});
