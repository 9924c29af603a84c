import assert from 'node:assert/strict';
import { test } from 'node:test';
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
  const large = await apply({
    data: { large: rawJSON('1e400'), small: rawJSON('1e-400'), imprecise: rawJSON('1.234567e-322') },
  });
  const { text: shown } = await api.get(`/candidates/${large.id}/applies`);
  assert.match(shown, /"large": 10{400}[,}]/);
  assert.match(shown, /"small": 0\.0{399}1[,}]/);
  assert.match(shown, /"imprecise": 0\.0{321}1234567[,}]/);
});

test('a number of a free answer that is too long to be stored is a fault', async () => {
  for (const number of ['1e1001', '1e-99999999', '1'.repeat(1001)]) {
    const { status, body } = await api.post(
      '/candidates/applies/external',
      externalApplication({ data: { answers: [{ number: rawJSON(number) }] } }),
    );
    assert.equal(status, 400);
    assert.deepEqual(body.validationErrors, [
      {
        property: 'data',
        code: 'range',
        message:
          'data has a number with more than 1000 characters, or with an exponent beyond 1000. Send it as text.',
      },
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
  const { status, body } = await api.post(
    '/candidates/applies/external',
    externalApplication({ data: { letter: { base64File: 'A'.repeat(1024 * 1024) } } }),
  );
  assert.equal(status, 400);
  assert.deepEqual(body.validationErrors, [
    {
      property: 'data.letter.base64File',
      code: 'length',
      message:
        'data.letter.base64File is too long for the body, which must have at most 1048576 bytes beside its files. Send a file as Base64 in documents[].base64File, and shorten other values.',
    },
  ]);
});
