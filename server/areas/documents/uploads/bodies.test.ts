import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { externalApplication } from '../../../testing/makers/applications.ts';
import { MAXIMUM_DOCUMENT_BYTES } from './schema.ts';

// The bodies of the operations that accept files: what an integrator can get wrong, and how Base64 can be written.

const service = await startTestService();
const { api } = service.tenant;

const candidateId: number = (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
const communicationId: number = (
  await api.post(`/candidates/${candidateId}/communications`, { communicationTypeId: 1 })
).body.id;
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const TEXT = Buffer.from('Guten Tag').toString('base64');
const LONG = Buffer.alloc(1_500_000, 'x').toString('base64');

const documents = `/candidates/${candidateId}/documents/cv`;
const pictures = `/candidates/${candidateId}/pictures`;
const attachments = `/candidates/${candidateId}/communications/${communicationId}/attachments`;
const external = '/candidates/applies/external';

const OPERATIONS = [
  [documents, { base64File: TEXT }],
  [pictures, { picture: PIXEL }],
  [attachments, { file: `data:text/plain;base64,${TEXT}` }],
  [external, externalApplication({ documents: [{ base64File: TEXT }] })],
] as const;

for (const [path, body] of OPERATIONS) {
  test(`a byte order mark before the body is accepted: ${path}`, async () => {
    const response = await api.post(path, undefined, { rawBody: `\ufeff${JSON.stringify(body)}` });
    assert.equal(response.status, 200, response.text);
  });

  test(`an empty body is a fault that says what is required: ${path}`, async () => {
    for (const headers of [undefined, { 'idempotency-key': `empty ${path}` }]) {
      const response = await api.post(path, undefined, { rawBody: '', ...(headers && { headers }) });
      assert.equal(response.status, 400);
      assert.deepEqual(response.body.validationErrors, [
        { property: '', code: 'required', message: 'A JSON body is required.' },
      ]);
    }
  });

  test(`a body that is only white space is not JSON: ${path}`, async () => {
    const response = await api.post(path, undefined, { rawBody: ' \n' });
    assert.deepEqual([response.status, response.body.validationErrors], [400, []]);
    assert.match(response.body.message, /not valid JSON in UTF-8: it ends too early\./);
  });
}

for (const [what, rawBody, why] of [
  ['before the file', `{"filename":a.pdf,\n"base64File":"${LONG}"}`, ': line 1, column 13 cannot be read.'],
  ['after the file, on its line', `{\n"base64File":"${TEXT}",}`, ': line 2, column 29 cannot be read.'],
  [
    'after a long file',
    `{\n"base64File":"${LONG}",\n "filename" "a.pdf"}`,
    ': line 3, column 13 cannot be read.',
  ],
  ['after a file that is not Base64', '{"base64File":"é?",}', '.'],
  ['in the file', '{"base64File":"\\x"}', '.'],
  ['a file that is cut off', `{"base64File":"${LONG}`, ': it ends too early. Send all of it.'],
  [
    'another encoding',
    Buffer.from('{"filename":"Müller.pdf"}', 'latin1'),
    ': it has another encoding. Encode it in UTF-8.',
  ],
] as const) {
  test(`malformed JSON with a file is a 400 that says where, if it can: ${what}`, async () => {
    const response = await api.post(documents, undefined, { rawBody });
    assert.equal(response.status, 400);
    assert.equal(response.body.message, `The body is not valid JSON in UTF-8${why}`);
  });
}

for (const [path, body, property, place] of [
  [documents, { filename: 'a.pdf', file: LONG }, 'file', 'base64File'],
  [documents, { Base64File: LONG, filename: 'a.pdf' }, 'Base64File', 'base64File'],
  [documents, { filename: 'a.pdf', file: { base64File: LONG } }, 'file.base64File', 'base64File'],
  [pictures, { image: LONG }, 'image', 'picture'],
  [attachments, { base64File: LONG }, 'base64File', 'file'],
  [
    external,
    externalApplication({ documents: [{ base64File: TEXT }, { filename: 'a.pdf', content: LONG }] }),
    'documents[1].content',
    'documents[].base64File',
  ],
] as const) {
  test(`a long file under a wrong name is a fault that names the right one: ${property}, ${path}`, async () => {
    const response = await api.post(path, body);
    assert.equal(response.status, 400);
    assert.deepEqual(response.body.validationErrors, [
      {
        property,
        code: 'length',
        message: `${property} is too long for the body, which must have at most 1048576 bytes beside its files. Send a file as Base64 in ${place}, and shorten other values.`,
      },
    ]);
  });
}

test('a long name in a body is shortened in the error', async () => {
  const { status, body } = await api.post(documents, { ['😀'.repeat(500)]: LONG });
  assert.equal(status, 400);
  assert.ok(body.validationErrors[0].property.isWellFormed());
  assert.ok(body.validationErrors[0].property.length <= 201);
});

test('a property with the name of the file at another place is ignored like any unknown one', async () => {
  const response = await api.post(documents, { x: { base64File: 'no file!' }, base64File: TEXT });
  assert.equal(response.status, 200, response.text);
  assert.equal(response.headers.get('ignored-properties'), 'x');
});

// A picture whose Base64 has plus signs at places where the rest still decodes without them.
const FILE = Buffer.from(`iVBORw0KGgoA${'++++AEIM'.repeat(40)}`, 'base64');

for (const [path, property, write] of [
  [documents, 'base64File', (base64: string) => ({ base64File: base64 })],
  [documents, 'base64File', (base64: string) => ({ base64File: `data:application/pdf;base64,${base64}` })],
  [pictures, 'picture', (picture: string) => ({ picture })],
  [attachments, 'file', (base64: string) => ({ file: `data:image/png;base64,${base64}` })],
  [
    external,
    'documents[1].base64File',
    (base64: string) => externalApplication({ documents: [{ base64File: TEXT }, { base64File: base64 }] }),
  ],
] as const) {
  test(`a file whose plus signs became spaces is a fault that says so: ${path}, ${property}`, async () => {
    const response = await api.post(path, write(FILE.toString('base64').replaceAll('+', ' ')));
    assert.equal(response.status, 400, response.text);
    assert.deepEqual(response.body.validationErrors, [
      {
        property,
        code: 'format',
        message: `${property} has spaces between its Base64 characters. In most cases, each was a + that a form turned into a space. Encode the form field with encodeURIComponent, or replace the spaces with +.`,
      },
    ]);
  });
}

const LARGEST = Buffer.alloc(MAXIMUM_DOCUMENT_BYTES, randomBytes(4096)).toString('base64');

for (const [what, write] of [
  ['line breaks', (base64: string) => base64.replaceAll(/.{76}/g, '$&\\r\\n')],
  [
    'escaped slashes and line breaks',
    (base64: string) => base64.replaceAll(/.{76}/g, '$&\\n').replaceAll('/', '\\/'),
  ],
  ['escaped line breaks', (base64: string) => base64.replaceAll(/.{76}/g, '$&\\u000d\\u000a')],
] as const) {
  test(`the largest document can have ${what}`, async () => {
    const response = await api.post(documents, undefined, { rawBody: `{"base64File":"${write(LARGEST)}"}` });
    assert.equal(response.status, 200, response.text);
    const { sizeBytes } = (await api.get(`/candidates/export/documents/${response.body.id}`)).body;
    assert.equal(sizeBytes, MAXIMUM_DOCUMENT_BYTES);
  });
}

test('the limit of the file holds however it is written', async () => {
  const base64 = Buffer.alloc(MAXIMUM_DOCUMENT_BYTES + 1, 'x').toString('base64');
  const rawBody = `{"base64File":"${base64.replaceAll(/.{76}/g, '$&\\r\\n')}"}`;
  const response = await api.post(documents, undefined, { rawBody });
  assert.equal(response.status, 400);
  assert.deepEqual(
    response.body.validationErrors.map(({ property, code }: Record<string, string>) => `${property} ${code}`),
    ['base64File length'],
  );
});
