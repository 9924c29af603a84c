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

function faults(answer: ApiResponse): [string, string][] {
  assert.equal(answer.status, 400, answer.text);
  return answer.body.validationErrors.map((fault: { property: string; code: string }) => [
    fault.property,
    fault.code,
  ]);
}

for (const name of ['startDate', 'startdate', 'STARTDATE', 'StartDate', 'start%44ate']) {
  test(`the case of a parameter's name does not matter: ${name}`, async () => {
    const answer = await api.get(`/candidates?${name}=2999-01-01`);
    assert.deepEqual(answer.body, { candidates: [] });
  });
}

test('an unknown parameter is a fault, so that a misspelt filter never returns everything', async () => {
  assert.deepEqual(faults(await api.get('/candidates?startDat=2026-01-01')), [
    ['startDat', 'unknownProperty'],
  ]);
});

test('the message about an unknown parameter names the known ones', async () => {
  const answer = await api.get('/candidates?from=2026-01-01');
  assert.match(answer.body.validationErrors[0].message, /Known here: startDate, endDate/);
});

test('an operation without parameters refuses any', async () => {
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
  test(`an odd name is just unknown: ${query}`, async () => {
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
  '%202026-02-01',
  '٢٠٢٦-02-01',
  '0000-01-01',
  '-2026-01-01',
]) {
  test(`a date that is none is a fault: "${value}"`, async () => {
    assert.deepEqual(faults(await api.get(`/candidates?startDate=${value}`)), [['startDate', 'format']]);
  });
}

test('29 February exists in a leap year only', async () => {
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
  test(`an end before the start is a fault: ${path}`, async () => {
    assert.deepEqual(faults(await api.get(`${path}?startDate=2026-03-02&endDate=2026-03-01`)), [
      ['endDate', 'range'],
    ]);
  });

  test(`start and end may be the same day: ${path}`, async () => {
    assert.equal((await api.get(`${path}?startDate=2026-03-02&endDate=2026-03-02`)).status, 200);
  });
}

test('faults of several parameters come in one answer', async () => {
  const answer = await api.get('/candidates/export/candidates?startDate=x&endDate=y&officeId=z&foo=1');
  assert.deepEqual(faults(answer).toSorted(), [
    ['endDate', 'format'],
    ['foo', 'unknownProperty'],
    ['officeId', 'type'],
    ['startDate', 'format'],
  ]);
});

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
  test(`a whole number that is none is a fault: "${value}"`, async () => {
    assert.deepEqual(
      faults(await api.get(`/candidates/export/candidates?officeId=${encodeURIComponent(value)}`)),
      [['officeId', code]],
    );
  });
}

test('a required parameter that is missing is a fault', async () => {
  assert.deepEqual(faults(await api.get('/candidates/duplicates')), [['email', 'required']]);
});

test('a parameter the database cannot hold is a fault', async () => {
  assert.deepEqual(faults(await api.get('/candidates/duplicates?email=a%00b@example.org')), [
    ['email', 'format'],
  ]);
});

test('a value that breaks a rule beyond its schema is a fault', async () => {
  assert.deepEqual(faults(await api.get('/candidates/duplicates?email=nobody')), [['email', 'format']]);
});

test('plus, percent and umlauts in a value arrive as meant', async () => {
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

test('values are not repeated in the answer', async () => {
  const answer = await api.get('/candidates?startDate=Geheim&endDate=Geheim');
  assert.doesNotMatch(answer.text, /Geheim/);
});

test('a query of thousands of parameters is refused in bounded size', async () => {
  const answer = await api.get(`/candidates?${Array.from({ length: 2000 }, (_, i) => `p${i}=1`).join('&')}`);
  assert.equal(answer.status, 400);
  assert.ok(answer.body.validationErrors.length <= 100);
});
