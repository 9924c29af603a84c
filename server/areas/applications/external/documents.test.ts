import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { externalApplication } from '../../../testing/makers/applications.ts';

// Names and categories of the documents of an application.

const { api } = (await startTestService()).tenant;
const load = (path: string) =>
  readFile(join(import.meta.dirname, '../../../checks/cv-samples', path), 'base64');
const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(1000)]);

test('an unknown document category is reported together with all other faults', async () => {
  const base64File = PDF.toString('base64');
  const response = await api.post(
    '/candidates/applies/external',
    externalApplication({
      salutationId: 99,
      zipCode: null,
      documents: [
        { filename: 'a.pdf', base64File, documentCategory: 'selfie' },
        { filename: 'b.pdf', base64File: '***', documentCategory: 4711 },
        { filename: 'c.pdf', base64File, documentCategory: true },
        { filename: 'd.pdf', base64File, documentCategory: 'Driver Licence' },
      ],
    }),
  );
  assert.equal(response.status, 400);
  assert.deepEqual(
    response.body.validationErrors
      .map(({ property, code }: Record<string, string>) => `${property} ${code}`)
      .toSorted(),
    [
      'documents[0].documentCategory unknownReference',
      'documents[1].base64File format',
      'documents[1].documentCategory unknownReference',
      'documents[2].documentCategory type',
      'salutationId unknownReference',
      'zipCode required',
    ],
  );
});

test('a document without a file name is named after its category and its type', async () => {
  const base64File = PDF.toString('base64');
  const text = Buffer.from('Guten Tag').toString('base64');
  const response = await api.post(
    '/candidates/applies/external',
    externalApplication({
      documents: [
        { filename: null, base64File },
        { base64File, documentCategory: 'driverslicence' },
        { filename: null, base64File: text, documentCategory: 'cv' },
        { filename: '/', base64File: Buffer.from([0, 1, 2]).toString('base64'), documentCategory: 'other' },
        { base64File: await load('libre-office/margins.docx'), documentCategory: 'workpermit' },
        { base64File: await load('old-word/margins.doc'), documentCategory: 'certificateofgoodconduct' },
      ],
    }),
  );
  assert.equal(response.status, 200, response.text);
  const { body: candidate } = await api.get(`/candidates/${response.body.id}`);
  assert.deepEqual(
    candidate.documents.map(({ originalFileName }: Record<string, string>) => originalFileName).toSorted(),
    [
      'application.pdf',
      'certificateofgoodconduct.doc',
      'cv.txt',
      'driverlicense.pdf',
      'other.bin',
      'workpermit.docx',
    ],
  );
});

test('an application is not refused for a control character in the name of a file', async () => {
  const base64File = PDF.toString('base64');
  const documents = [{ filename: 'zeug\u0000nis.pdf', base64File }];
  const response = await api.post('/candidates/applies/external', externalApplication({ documents }));
  assert.equal(response.status, 200, response.text);
  const { body: candidate } = await api.get(`/candidates/${response.body.id}`);
  assert.deepEqual(
    candidate.documents.map(({ originalFileName }: Record<string, string>) => originalFileName),
    ['zeugnis.pdf'],
  );
});

test('the fault of too many documents names their list', async () => {
  const base64File = PDF.toString('base64');
  const documents = Array.from({ length: 51 }, () => ({ base64File }));
  const response = await api.post('/candidates/applies/external', externalApplication({ documents }));
  assert.equal(response.status, 400, response.text);
  assert.deepEqual(response.body.validationErrors, [
    {
      property: 'documents',
      code: 'length',
      message: 'documents has too many files. Send at most 50 in a request.',
    },
  ]);
});
