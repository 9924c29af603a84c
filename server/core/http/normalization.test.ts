import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOTHING, written } from '../../testing/change-watch.ts';
import { faultCodes } from '../../testing/error-record.ts';
import { startTestService } from '../../testing/harness.ts';

const service = await startTestService();
const { api } = service.tenant;
const NAMES = { firstName: 'Ada', lastName: 'Muster' };

async function create(body: Record<string, unknown>) {
  const response = await api.post('/candidates', { ...NAMES, ...body });
  assert.equal(response.status, 200, response.text);
  return (await api.get(`/candidates/${response.body.id}`)).body;
}

for (const [sent, stored] of [
  ['2026-03-02T08:15:30Z', '2026-03-02T08:15:30.000Z'],
  ['2026-03-02t08:15:30z', '2026-03-02T08:15:30.000Z'],
  ['2026-03-02T08:15:30+00:00', '2026-03-02T08:15:30.000Z'],
  ['2026-03-02T08:15:30.123456+00:00', '2026-03-02T08:15:30.123Z'],
  ['2026-03-02T08:15:30-00:00', '2026-03-02T08:15:30.000Z'],
  ['2026-03-02T00:15:30+01:00', '2026-03-01T23:15:30.000Z'],
  ['2026-03-01T23:15:30.5-05:30', '2026-03-02T04:45:30.500Z'],
  ['2026-03-02T08:15:30+0200', '2026-03-02T06:15:30.000Z'],
  ['2026-03-02T08:15:30+02', '2026-03-02T06:15:30.000Z'],
  ['2026-03-02T08:15', '2026-03-02T08:15:00.000Z'],
  ['2026-03-02T08:15Z', '2026-03-02T08:15:00.000Z'],
  ['2026-03-02T08:15+01:00', '2026-03-02T07:15:00.000Z'],
  ['2026-03-02T08:15:30', '2026-03-02T08:15:30.000Z'],
  ['2026-03-02T08:15:30.1234567', '2026-03-02T08:15:30.123Z'],
  ['2026-03-02T08:15:30.123456789Z', '2026-03-02T08:15:30.123Z'],
  ['2026-03-02T08:15:30,5Z', '2026-03-02T08:15:30.500Z'],
  [' 2026-03-02T08:15:30Z ', '2026-03-02T08:15:30.000Z'],
  ['0001-01-01T00:00:00', '0001-01-01T00:00:00.000Z'],
  ['0096-02-29T12:00:00.999999999Z', '0096-02-29T12:00:00.999Z'],
] as const) {
  test(`a date-time is stored and returned in UTC: ${sent}`, async () => {
    const { createdAtUtc, id } = await create({ createdAtUtc: sent });
    assert.equal(createdAtUtc, stored);
    const path = `/candidates/${id}/endofoperation`;
    assert.equal((await api.put(path, { endOfOperationAtUtc: sent })).status, 200);
    const { body } = await api.get(`/candidates/${id}`);
    assert.equal(body.endOfOperationAtUtc, stored);
  });
}

for (const sent of [
  '2026-03-02',
  '2026-03-02T08',
  '2026-03-02 08:15:30Z',
  '2026-02-30T08:15:30Z',
  '2026-03-02T24:15:30Z',
  '2026-03-02T08:60:30Z',
  '2026-03-02T08:15:30+24:00',
  '2026-03-02T08:15:30 +01:00',
  '2026-03-02T08:15:30.1234567890Z',
  '2026-03-02T08:15.5Z',
  '2026-03-02T08:15:30.Z',
  '0000-12-31T23:00:00Z',
  '0001-01-01T00:00:00+01:00',
  '9999-12-31T23:59:59-01:00',
  'Mon, 02 Mar 2026 08:15:30 GMT',
  '1772439330',
]) {
  test(`anything else is a fault of the format: ${sent}`, async () => {
    const response = await api.post('/candidates', { ...NAMES, createdAtUtc: sent });
    assert.deepEqual(faultCodes(response), { createdAtUtc: 'format' });
    assert.match(response.body.validationErrors[0].message, /ISO 8601 date-time.*2026-03-02T08:15:30Z/);
  });
}

test('the same instant with another offset changes nothing', async () => {
  const { id } = await create({ createdAtUtc: '2026-03-02T08:15:30Z' });
  const before = await api.get(`/candidates/${id}`);
  const response = await api.put(`/candidates/${id}`, { createdAtUtc: '2026-03-02T10:15:30+02:00' });
  assert.equal(response.status, 204);
  assert.deepEqual((await api.get(`/candidates/${id}`)).body, before.body);
});

test('the period of the delivery log takes offsets and is compared as instants', async () => {
  const post = (eventDateFromUtc: string, eventDateToUtc: string) =>
    api.post('/webhooks/protocol', { eventDateFromUtc, eventDateToUtc });
  const ordered = await post('2026-03-02T09:00:00+02:00', '2026-03-02T08:00:00+00:00');
  assert.equal(ordered.status, 200, ordered.text);
  const reversed = await post('2026-03-02T08:00:00', '2026-03-02T09:00:00+02:00');
  assert.deepEqual(faultCodes(reversed), { eventDateToUtc: 'range' });
});

for (const path of ['/candidates', '/candidates/export/candidates/changes', '/jobads', '/users']) {
  test(`a period can start on the first day of the calendar: ${path}`, async () => {
    assert.equal((await api.get(`${path}?startDate=0001-01-01`)).status, 200);
    assert.equal((await api.get(`${path}?startDate=0001-01-01&endDate=0001-01-02`)).status, 200);
  });
}

test('a day and an hour before 1900 have no changes', async () => {
  for (const path of ['0001-01-01', '0099-12-31', '1899-12-31/23']) {
    const { status, body } = await api.get(`/candidates/export/candidates/changes/${path}`);
    assert.deepEqual([status, body], [200, { new: [], modified: [], deleted: [] }], path);
  }
});

test('a date of the first century is returned as it was sent', async () => {
  const { workPermit } = await create({ workPermit: { validUntil: '0001-01-01' } });
  assert.equal(workPermit.validUntil, '0001-01-01');
});

test('a creation time of up to five minutes ahead is taken as now', async () => {
  const ahead = (minutes: number) => new Date(service.clock.now().getTime() + minutes * 60_000).toISOString();
  const before = service.clock.now().toISOString();
  const { createdAtUtc } = await create({ createdAtUtc: ahead(4.9) });
  assert.ok(createdAtUtc >= before && createdAtUtc <= service.clock.now().toISOString(), createdAtUtc);
  const late = await api.post('/candidates', { ...NAMES, createdAtUtc: ahead(5.5) });
  assert.deepEqual(faultCodes(late), { createdAtUtc: 'range' });
  const company = await api.post('/customers', { name: 'Nordkai', createdAtUtc: ahead(4) });
  assert.equal(company.status, 200, company.text);
  const changed = await api.put(`/customers/${company.body.id}`, { createdAtUtc: ahead(4) });
  assert.equal(changed.status, 204, changed.text);
});

test('the time of a communication, an application, and an activity that is slightly ahead is taken as now', async () => {
  const user = await service.platform('recruiter');
  const { id } = await create({});
  const company = (await api.post('/customers', { name: 'Nordkai' })).body.id;
  const applied = { recruiterId: user.user.id };
  for (const [path, property, body] of [
    [`/candidates/${id}/communications`, 'occurredAtUtc', { communicationTypeId: 1 }],
    [`/candidates/${id}/apply`, 'appliedAtUtc', applied],
    [`/customers/${company}/activities`, 'occurredAtUtc', { text: 'Visited the new hall.' }],
  ] as const) {
    const ahead = (seconds: number) => new Date(service.clock.now().getTime() + seconds * 1000).toISOString();
    for (const seconds of [1, 3, 290]) {
      const { status, text } = await api.post(path, { ...body, [property]: ahead(seconds) });
      assert.equal(status, 200, text);
    }
    const late = await api.post(path, { ...body, [property]: ahead(330) });
    assert.deepEqual(faultCodes(late), { [property]: 'range' });
  }
  const { applies, communications } = (await api.get(`/candidates/${id}`)).body;
  const now = service.clock.now().toISOString();
  for (const { appliedAtUtc } of applies) assert.ok(appliedAtUtc <= now, appliedAtUtc);
  for (const { occurredAtUtc } of communications) assert.ok(occurredAtUtc <= now, occurredAtUtc);
});

test('a number with more decimals than are stored is rounded, and is no change when it is sent again', async () => {
  const { id } = await create({ availability: { weeklyHours: 38.333, salaryExpectation: 1.005 } });
  const recruiter = await service.platform('recruiter');
  const training = `/candidates/${id}/resume/educations`;
  const entry = (await api.post(training, { title: 'Stapler', hours: 12.345 })).body.id;
  const before = (await api.get(`/candidates/${id}`)).body;
  assert.equal(before.availability.weeklyHours, 38.33);
  assert.equal(before.availability.salaryExpectation, 1.01);
  assert.equal(before.resume.educations[0].hours, 12.35);
  const wrote = await written(service, async () => {
    for (const availability of [
      { weeklyHours: 38.333 },
      { salaryExpectation: 1.005 },
      { weeklyHours: 38.3299, salaryExpectation: 1.0099 },
    ])
      assert.equal((await api.put(`/candidates/${id}`, { availability })).status, 204);
    assert.equal((await recruiter.put(`${training}/${entry}`, { hours: 12.3451 })).status, 204);
  });
  assert.deepEqual(wrote, NOTHING);
  assert.deepEqual((await api.get(`/candidates/${id}`)).body, before);
});

test('rounding does not move a number into its limits', async () => {
  for (const weeklyHours of [60.001, -0.001]) {
    const response = await api.post('/candidates', { ...NAMES, availability: { weeklyHours } });
    assert.deepEqual(faultCodes(response), { 'availability.weeklyHours': 'range' });
  }
  const { availability } = await create({ availability: { weeklyHours: 59.999, salaryExpectation: 1e-7 } });
  assert.deepEqual([availability.weeklyHours, availability.salaryExpectation], [60, 0]);
});

test('blank text means null in every optional property', async () => {
  const { title, importExternalId, contact, birth, location, availability, ...rest } = await create({
    title: '',
    salutationId: '',
    officeId: ' ',
    desiredPosition: '\t',
    birth: { date: '', place: ' ' },
    contact: { email: '', phone: ' ', mobile: '\u00a0', website: '', hasWhatsApp: '' },
    location: { street: 'Hauptstraße', streetNumber: '', zipCode: '', countryId: '' },
    availability: { availableFrom: '', salaryExpectation: '', salaryPeriod: '', currency: ' ' },
    importExternalId: '',
    createdAtUtc: '',
  });
  assert.deepEqual([title, importExternalId, rest.salutationId, rest.desiredPosition], Array(4).fill(null));
  const { email, phone, mobile, website, hasWhatsApp } = contact;
  assert.deepEqual([email, phone, mobile, website, hasWhatsApp], Array(5).fill(null));
  assert.deepEqual([birth.date, birth.place], [null, null]);
  assert.deepEqual([location.street, location.streetNumber, location.zipCode], ['Hauptstraße', null, null]);
  assert.deepEqual([availability.availableFrom, availability.salaryPeriod], [null, null]);
  // Two records without an id in the source system do not share one.
  await create({ importExternalId: ' ' });
});

test('blank text clears an optional property of a change', async () => {
  const { id } = await create({ title: 'Dr.', contact: { email: 'ada@example.org', phone: '030 901820' } });
  const response = await api.put(`/candidates/${id}`, { title: ' ', contact: { phone: '' } });
  assert.equal(response.status, 204, response.text);
  const { body } = await api.get(`/candidates/${id}`);
  assert.deepEqual([body.title, body.contact.phone, body.contact.email], [null, null, 'ada@example.org']);
});

test('blank text is null for companies and their parts', async () => {
  const company = await api.post('/customers', {
    name: ' Nordkai ',
    customerNumber: '',
    importExternalId: ' ',
    contact: { email: '', phone: '', fax: '', website: '' },
  });
  assert.equal(company.status, 200, company.text);
  const { body } = await api.get(`/customers/${company.body.id}`);
  assert.deepEqual([body.name, body.customerNumber, body.importExternalId], ['Nordkai', null, null]);
  const site = await api.post(`/customers/${company.body.id}/offices`, {
    description: 'Hauptsitz',
    contact: { phone: '' },
    importExternalId: '',
  });
  assert.equal(site.status, 200, site.text);
  const contact = await api.post(`/customers/${company.body.id}/offices/${site.body.id}/contacts`, {
    lastName: 'Vogt',
    email: '',
    phone: ' ',
    mobile: '',
    importExternalId: '',
  });
  assert.equal(contact.status, 200, contact.text);
});

test('a qualification can be added by its id with a blank name, but not with a blank name alone', async () => {
  const { id } = await create({});
  const [{ id: qualificationId }] = (await api.get('/masterdata/qualifications')).body.qualifications;
  const add = (body: object) => api.post(`/candidates/${id}/qualifications`, body);
  assert.equal((await add({ qualificationId, name: ' ' })).status, 200);
  const refused = await add({ name: '' });
  assert.deepEqual([refused.status, Object.values(faultCodes(refused))], [400, ['required']]);
});

test('texts are trimmed at both ends', async () => {
  const { firstName, contact, location, remarks } = await create({
    firstName: '  Ada\t',
    contact: { email: ' ada@example.org ', phone: ' 030 901820 ' },
    location: { street: '\u00a0Hauptstraße 5 ', zipCode: ' 10115 ', city: ' Berlin ', countryId: 276 },
    remarks: '\n First line\n  Second line \n',
  });
  assert.equal(firstName, 'Ada');
  assert.deepEqual([contact.email, contact.phone], ['ada@example.org', '030 901820']);
  const { street, streetNumber, zipCode, city } = location;
  assert.deepEqual([street, streetNumber, zipCode, city], ['Hauptstraße', '5', '10115', 'Berlin']);
  assert.equal(remarks, 'First line\n  Second line');
});

test('a length counts the trimmed text', async () => {
  const { lastName } = await create({ lastName: ` ${'x'.repeat(100)} ` });
  assert.equal(lastName.length, 100);
});

test('a blank required text and a text of another type are faults', async () => {
  const response = await api.post('/candidates', { firstName: ' ', lastName: '', genderId: '1' });
  assert.deepEqual(faultCodes(response), { firstName: 'required', lastName: 'required', genderId: 'type' });
  const { id } = await create({});
  assert.deepEqual(faultCodes(await api.put(`/candidates/${id}`, { lastName: ' ' })), {
    lastName: 'required',
  });
});

test('a phone number that cannot be read is a fault on create and change', async () => {
  const contact = { phone: 'n/a' };
  const created = await api.post('/candidates', { ...NAMES, contact });
  assert.deepEqual(faultCodes(created), { 'contact.phone': 'format' });
  const { id } = await create({});
  assert.deepEqual(faultCodes(await api.put(`/candidates/${id}`, { contact })), {
    'contact.phone': 'format',
  });
});

test('characters without a width are removed from both ends of a text, like white space', async () => {
  const family = '\u{1f469}\u200d\u{1f4bb}';
  for (const [sent, stored] of [
    ['\u200bAda\u2060', 'Ada'],
    [' \u200b \ufeffÖzil\u00ad\u200b ', 'Özil'],
    ['A\u00adda', 'A\u00adda'],
    [family, family],
    ['\u202bAda\u202c', '\u202bAda\u202c'],
  ])
    assert.equal((await create({ firstName: sent })).firstName, stored);
  const contact = { email: '\u200binvisible.ends@example.org\u200b' };
  assert.equal((await create({ contact })).contact.email, 'invisible.ends@example.org');
});

test('a text of which nothing can be seen is blank', async () => {
  for (const blank of ['\u200b', ' \u200e\u2066 ', '\u3164', '\u115f\u1160', '\u200d']) {
    const response = await api.post('/candidates', { ...NAMES, firstName: blank });
    assert.deepEqual(faultCodes(response), { firstName: 'required' }, JSON.stringify(blank));
    assert.equal((await create({ remarks: blank })).remarks, null);
  }
});

test('a long text keeps what cannot be seen between its ends', async () => {
  const long = `a${'\u200b '.repeat(30_000)}a`;
  assert.equal((await create({ remarks: long })).remarks, long);
});
