import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../checks/chaos/random.ts';
import { startTestService } from '../../../testing/harness.ts';
import { externalApplication } from '../../../testing/makers/applications.ts';

// What an application keeps of the body: the free answers as they were sent, and nothing that the response names as ignored.

const service = await startTestService();
const { api } = service.tenant;
const base64File = Buffer.from('hello secret').toString('base64');

async function apply(changes: object, headers: Record<string, string> = {}) {
  const response = await api.post('/candidates/applies/external', externalApplication(changes), { headers });
  assert.equal(response.status, 200, response.text);
  const { applies } = (await api.get(`/candidates/${response.body.id}/applies`)).body;
  return { applied: applies[0], ignored: response.headers.get('ignored-properties'), id: response.body.id };
}

test('a free answer with the name of a file is kept as it was sent, and is no file', async () => {
  const data = {
    base64File: 'no thanks!',
    attachments: [{ filename: 'x.txt', base64File }],
    documents: [{ base64File }],
  };
  const { applied, ignored, id } = await apply({ data, documents: [{ filename: 'cv.txt', base64File }] });
  assert.deepEqual(applied.data, data);
  assert.equal(ignored, null);
  const { documents } = (await api.get(`/candidates/${id}`)).body;
  assert.deepEqual(
    documents.map(({ originalFileName }: Record<string, string>) => originalFileName),
    ['cv.txt'],
  );
  const [stored] = await service.sql<{ pending: number; documents: number }>(`SELECT
    (SELECT count(*)::int FROM pending_blob) AS pending, (SELECT count(*)::int FROM document) AS documents`);
  assert.deepEqual(stored, { pending: 0, documents: 1 });
});

// TypeScript has no types for it yet. JSON.stringify writes the text as it is.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): object };

test('the numbers of free answers keep all digits, and those of other properties stay numbers', async () => {
  const numbers = [
    '9007199254740993',
    '-12345678901234567890',
    '0.12345678901234567891',
    '5',
    '1.5',
    '1000000000000000',
  ];
  const { id, applied } = await apply({
    data: {
      numbers: numbers.map(rawJSON),
      nested: [{ number: rawJSON('123456789012345678') }],
      text: '9007199254740993',
    },
    salaryExpectation: rawJSON('4000.000000000000000001'),
  });
  const { text } = await api.get(`/candidates/${id}/applies`);
  assert.ok(text.includes(`"numbers": [${numbers.join(', ')}]`), text);
  assert.ok(text.includes('"number": 123456789012345678}'), text);
  assert.ok(text.includes('"text": "9007199254740993"'), text);
  assert.equal(applied.submitted.salaryExpectation, 4000);
});

test('so does one that is alone in its body', async () => {
  const shown = { '9007199254740993': '9007199254740993', '1.2345e-320': `0.${'0'.repeat(319)}12345` };
  for (const [sent, expected] of Object.entries(shown)) {
    const { id } = await apply({ data: { number: rawJSON(sent) } });
    const { text } = await api.get(`/candidates/${id}/applies`);
    assert.ok(text.includes(`"number": ${expected}}`), text);
  }
});

const SEED = Number(process.env.NUMBERS_SEED ?? 20_261_126);

test(`PostgreSQL finds the numbers of free answers equal to those that were sent (seed ${SEED})`, async () => {
  const random = new Random(SEED);
  const digits = (most: number) =>
    Array.from({ length: random.integer(1, most) }, () => random.integer(0, 9)).join('');
  const number = () => {
    const sign = random.chance(0.3) ? '-' : '';
    const integer = random.chance(0.3)
      ? '0'
      : `${random.integer(1, 9)}${digits(random.chance(0.1) ? 400 : 20)}`;
    const fraction = random.chance(0.5) ? `.${random.chance(0.2) ? '0'.repeat(320) : ''}${digits(20)}` : '';
    const exponent = `${random.chance(0.5) ? 'e' : 'E'}${['', '+', '-'][random.integer(0, 2)]}${random.integer(0, 324)}`;
    return `${sign}${integer}${fraction}${random.chance(0.5) ? exponent : ''}`;
  };
  const numbers = Array.from({ length: 2000 }, number);
  const { id } = await apply({ data: { numbers: numbers.map(rawJSON) } });
  const [stored] = await service.sql<{ different: string[] }>(
    `SELECT ARRAY(SELECT sent FROM unnest($1::text[]) WITH ORDINALITY AS s (sent, place)
                    JOIN application AS a ON a.candidate_id = $2 AND a.tenant_id = $3
                   WHERE (a.data->'numbers'->(place - 1)::int)::numeric IS DISTINCT FROM sent::numeric) AS different`,
    [numbers, id, service.tenant.id],
  );
  assert.deepEqual(stored!.different, []);
});

/** Sends an application that is refused, and returns why. */
async function refuse(data: object) {
  const { status, body } = await api.post('/candidates/applies/external', externalApplication({ data }));
  assert.equal(status, 400);
  return body.validationErrors;
}

test('a number of a free answer that is too long to be stored is a fault', async () => {
  const message =
    'data has a number with more than 1000 characters, or with an exponent beyond 324. Send it as text.';
  for (const number of ['1e325', '1e-99999999', '1'.repeat(1001)]) {
    assert.deepEqual(await refuse({ answers: [{ number: rawJSON(number) }] }), [
      { property: 'data', code: 'range', message },
    ]);
  }
});

test('an ignored property is not kept, at any depth', async () => {
  const { applied, ignored } = await apply({
    password: 'geheim',
    base64File,
    documents: [{ filename: 'cv.txt', base64File, password: 'geheim', nested: { base64File } }],
    message: 'Guten Tag',
    street: 'Hauptstraße',
  });
  assert.equal(ignored, 'documents[0].password, documents[0].nested, password, base64File');
  assert.doesNotMatch(JSON.stringify(applied), /geheim|base64|wrappedKey|secret/i);
  assert.deepEqual(applied.submitted.documents, [{ filename: 'cv.txt' }]);
  assert.equal(applied.submitted.street, 'Hauptstraße');
});

test('an answer that is too long for the body is a fault of that answer, and nothing is stored', async () => {
  assert.deepEqual(await refuse({ letter: { base64File: 'A'.repeat(1024 * 1024) } }), [
    {
      property: 'data.letter.base64File',
      code: 'length',
      message:
        'data.letter.base64File is too long for the body, which must have at most 1048576 bytes beside its files. Send a file as Base64 in documents[].base64File, and shorten other values.',
    },
  ]);
});
