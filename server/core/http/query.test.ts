import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiResponse, startTestService } from '../../testing/harness.ts';

const service = await startTestService();
const { api } = service.tenant;
await api.post('/candidates', {
  firstName: 'Ada',
  lastName: 'Muster',
  contact: { email: 'ada@example.org' },
});

function faults(response: ApiResponse): [string, string][] {
  assert.equal(response.status, 400, response.text);
  return response.body.validationErrors.map((fault: { property: string; code: string }) => [
    fault.property,
    fault.code,
  ]);
}

for (const name of ['startDate', 'startdate', 'STARTDATE', 'StartDate', 'start%44ate']) {
  test(`parameter names are case-insensitive: ${name}`, async () => {
    const response = await api.get(`/candidates?${name}=2999-01-01`);
    assert.deepEqual(response.body, { candidates: [] });
  });
}

test('an unknown parameter is a fault, so a misspelled filter never returns everything', async () => {
  assert.deepEqual(faults(await api.get('/candidates?startDat=2026-01-01')), [
    ['startDat', 'unknownProperty'],
  ]);
});

test('the message for an unknown parameter lists the known parameters', async () => {
  const response = await api.get('/candidates?from=2026-01-01');
  assert.match(response.body.validationErrors[0].message, /accepts startDate, endDate/);
});

test('an operation without parameters rejects every parameter', async () => {
  assert.deepEqual(faults(await api.get('/branches?x=1')), [['x', 'unknownProperty']]);
});

for (const query of [
  '__proto__=1',
  'constructor=1',
  'startDate[]=2026-01-01',
  'startDate.x=1',
  '=1',
  'startDate%00=1',
]) {
  test(`a malformed parameter name is an unknown parameter: ${query}`, async () => {
    assert.equal(faults(await api.get(`/candidates?${query}`))[0]![1], 'unknownProperty');
  });
}

for (const query of [
  'startDate=2026-01-01&startDate=2026-01-01',
  'startDate=2026-01-01&startdate=2026-01-02',
  'startDate=2026-01-01&startDate=2026-01-01&startDate=2026-01-01',
]) {
  test(`a parameter sent more than once is a fault: ${query}`, async () => {
    assert.deepEqual(faults(await api.get(`/candidates?${query}`)), [['startDate', 'notAllowed']]);
  });
}

for (const value of [
  '',
  '2026-02-30',
  '2026-13-01',
  '2026-1-1',
  '01.02.2026',
  '2026-02-01T00:00:00Z',
  'today',
  '2026-02-01%00',
  '٢٠٢٦-02-01',
  '0000-01-01',
  '-2026-01-01',
]) {
  test(`an invalid date is a fault: "${value}"`, async () => {
    assert.deepEqual(faults(await api.get(`/candidates?startDate=${value}`)), [['startDate', 'format']]);
  });
}

test('texts are trimmed, and a blank one is an empty one', async () => {
  const list = async (query: string) => (await api.get(`/masterdata/professions?${query}`)).body.professions;
  const professions = await list('search=lager');
  assert.ok(professions.length > 0);
  assert.deepEqual(await list('search=%20lager%09%20'), professions);
  for (const blank of ['', '%20', '%20%20%09'])
    assert.deepEqual(faults(await api.get(`/masterdata/professions?search=${blank}`)), [
      ['search', 'required'],
    ]);
  assert.equal((await api.get('/candidates?startDate=%202026-02-01%20')).status, 200);
  assert.equal(
    (await api.get('/candidates/duplicates?email=%20ada@example.org%20')).body.duplicates.length,
    1,
  );
});

test('February 29 exists only in a leap year', async () => {
  assert.equal((await api.get('/candidates?startDate=2028-02-29')).status, 200);
  assert.equal((await api.get('/candidates?startDate=2027-02-29')).status, 400);
});

for (const path of [
  '/candidates',
  '/candidates/export/candidates',
  '/candidates/export/candidates/changes',
  '/users',
  '/users/all',
]) {
  test(`an end date before the start date is a fault: ${path}`, async () => {
    assert.deepEqual(faults(await api.get(`${path}?startDate=2026-03-02&endDate=2026-03-01`)), [
      ['endDate', 'range'],
    ]);
  });

  test(`the start date and the end date can be the same: ${path}`, async () => {
    assert.equal((await api.get(`${path}?startDate=2026-03-02&endDate=2026-03-02`)).status, 200);
  });
}

test('one response lists the faults of all parameters', async () => {
  const response = await api.get('/candidates/export/candidates?startDate=x&endDate=y&officeId=z&foo=1');
  assert.deepEqual(faults(response).toSorted(), [
    ['endDate', 'format'],
    ['foo', 'unknownProperty'],
    ['officeId', 'type'],
    ['startDate', 'format'],
  ]);
});

for (const startDate of ['x', '2026-02-30', '']) {
  test(`a period whose start is not a date has no other fault: "${startDate}"`, async () => {
    const response = await api.get(`/candidates?startDate=${startDate}&endDate=2026-01-01`);
    assert.deepEqual(faults(response), [['startDate', 'format']]);
  });
}

for (const [value, code] of [
  ['', 'required'],
  ['abc', 'type'],
  ['1.5', 'type'],
  ['0x10', 'type'],
  ['1e3', 'type'],
  ['+1', 'type'],
  ['true', 'type'],
  ['null', 'type'],
  ['9223372036854775808', 'range'],
  ['-1', 'range'],
] as const) {
  test(`an invalid integer is a fault: "${value}"`, async () => {
    assert.deepEqual(
      faults(await api.get(`/candidates/export/candidates?officeId=${encodeURIComponent(value)}`)),
      [['officeId', code]],
    );
  });
}

test('a missing required parameter is a fault', async () => {
  assert.deepEqual(faults(await api.get('/candidates/duplicates')), [['email', 'required']]);
});

test('a required parameter that is sent twice is not missing', async () => {
  assert.deepEqual(faults(await api.get('/candidates/duplicates?email=a@example.org&email=b@example.org')), [
    ['email', 'notAllowed'],
  ]);
});

test('a parameter that the database cannot store is a fault', async () => {
  assert.deepEqual(faults(await api.get('/candidates/duplicates?email=a%00b@example.org')), [
    ['email', 'format'],
  ]);
});

test('a value in another encoding than UTF-8 is a fault, instead of a search for something else', async () => {
  for (const query of ['professions?search=M%FCller', 'professions?search=%ff', 'professions?search=a%c3']) {
    const { body } = await api.get(`/masterdata/${query}`);
    assert.deepEqual(body.validationErrors, [
      {
        property: 'search',
        code: 'format',
        message: 'search must be UTF-8 without U+0000, percent-encoded: ü is %C3%BC.',
      },
    ]);
  }
  for (const search of ['100%', '%EF%BF%BD', 'M%C3%BCller', 'M%75%cc%88ller'])
    assert.equal((await api.get(`/masterdata/professions?search=${search}`)).status, 200, search);
});

test('a value that breaks a rule of the operation is a fault', async () => {
  for (const email of ['nobody', 'x', '@'])
    assert.deepEqual(faults(await api.get(`/candidates/duplicates?email=${email}`)), [['email', 'format']]);
});

test('a required parameter that is blank is missing', async () => {
  for (const email of ['', '%20'])
    assert.deepEqual(faults(await api.get(`/candidates/duplicates?email=${email}`)), [['email', 'required']]);
});

test('a rule is checked although a required parameter is missing', async () => {
  const response = await api.get('/candidates/duplicates?phone=nobody');
  assert.deepEqual(faults(response).toSorted(), [
    ['email', 'required'],
    ['phone', 'format'],
  ]);
});

test('a plus sign, a percent sign and umlauts in a value are decoded correctly', async () => {
  const email = 'ada+ü%tag@example.org';
  await api.post('/candidates', {
    firstName: 'Ada',
    lastName: 'Plus',
    contact: { email: 'adaplus+tag@example.org' },
  });
  const found = await api.get(
    `/candidates/duplicates?email=${encodeURIComponent('adaplus+tag@example.org')}`,
  );
  assert.equal(found.body.duplicates[0].lastName, 'Plus');
  assert.equal((await api.get(`/candidates/duplicates?email=${encodeURIComponent(email)}`)).status, 200);
});

test('the response does not repeat values of the request', async () => {
  const response = await api.get('/candidates?startDate=Geheim&endDate=Geheim');
  assert.doesNotMatch(response.text, /Geheim/);
});

test('the response to thousands of unknown parameters has a bounded size', async () => {
  const response = await api.get(
    `/candidates?${Array.from({ length: 2000 }, (_, i) => `p${i}=1`).join('&')}`,
  );
  assert.equal(response.status, 400);
  assert.ok(response.body.validationErrors.length <= 100);
});
