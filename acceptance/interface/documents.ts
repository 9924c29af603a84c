import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fromFile } from '../../sdk/index.ts';
import { eventually, notFound, refused, shows } from '../expect.ts';
import { candidate, day, NOBODY, PDF, PNG } from '../given.ts';
import { client } from '../installation.ts';
import { rule } from '../rule.ts';

const { uploadCv, uploadOther, upload, read, readContent, listOfCandidate } = client.documents;

const SAMPLE_CV = fromFile(join(import.meta.dirname, '../../examples/sample-cv.pdf'));

async function categoryOf(id: number): Promise<string | null> {
  return (await read(id)).documentCategory.key;
}

rule('documents.uploadCv', 'A CV becomes a document of the category cv', async () => {
  const { id } = await uploadCv(await candidate(), {
    filename: 'cv.pdf',
    base64File: PDF.toString('base64'),
  });
  assert.equal(await categoryOf(id), 'cv');
});

rule('documents.uploadOther', 'Any other file becomes a document of the category other', async () => {
  const { id } = await uploadOther(await candidate(), { filename: 'letter.pdf', base64File: PDF });
  assert.equal(await categoryOf(id), 'other');
});

rule(
  'documents.uploadCategory',
  'A category can be written with or without hyphens, or as its id',
  async () => {
    const candidateId = await candidate();
    const { documentcategories } = await client.masterData.documentcategories();
    const key = 'certificateofgoodconduct';
    const byId = documentcategories.find((category) => category.key === key)!.id;
    for (const category of [key, 'Certificate-Of_Good-Conduct', 'certificate of good conduct', byId]) {
      const { id } = await upload(candidateId, category, { filename: 'a.pdf', base64File: PDF });
      assert.equal(await categoryOf(id), key);
    }
    for (const category of ['driverlicense', 'application', 'workpermit']) {
      const { id } = await upload(candidateId, category, { filename: 'a.pdf', base64File: PDF });
      assert.equal(await categoryOf(id), category);
    }
  },
);

rule('documents.unknownCategory', 'The category holiday is not found', async () => {
  await notFound(upload(await candidate(), 'holiday', { filename: 'a.pdf', base64File: PDF }));
});

rule('documents.readWithContents', 'A document is read with the contents that were sent', async () => {
  const candidateId = await candidate();
  const { id } = await uploadOther(candidateId, { filename: 'letter.pdf', base64File: PDF });
  shows(await read(id), {
    id,
    candidateId,
    originalFileName: 'letter.pdf',
    documentBlob: PDF.toString('base64'),
    sizeBytes: PDF.length,
    sha256: createHash('sha256').update(PDF).digest('hex'),
  });
  await notFound(read(NOBODY));
});

rule('documents.rawContents', 'The contents are read in full, and the first ten bytes alone', async () => {
  const { id } = await uploadOther(await candidate(), { filename: 'Zeugnis (1).pdf', base64File: PDF });
  const whole = await readContent(id);
  assert.deepEqual(
    [whole.status, whole.mimeType, whole.filename],
    [200, 'application/pdf', 'Zeugnis (1).pdf'],
  );
  assert.deepEqual(Buffer.from(await whole.bytes()), PDF);
  const part = await readContent(id, { range: 'bytes=0-9' });
  assert.equal(part.status, 206);
  assert.deepEqual(Buffer.from(await part.bytes()), PDF.subarray(0, 10));
});

rule('documents.list', 'The list has everything except the contents', async () => {
  const candidateId = await candidate();
  const { id: first } = await uploadCv(candidateId, { filename: 'cv.pdf', base64File: PDF });
  const { id: second } = await uploadOther(candidateId, { filename: 'photo.png', base64File: PNG });
  const { candidateDocuments } = await listOfCandidate(candidateId);
  shows(candidateDocuments, [
    { id: first, originalFileName: 'cv.pdf', documentCategory: { key: 'cv' }, mimeType: 'application/pdf' },
    { id: second, originalFileName: 'photo.png', documentCategory: { key: 'other' }, mimeType: 'image/png' },
  ]);
  assert.ok(!('documentBlob' in candidateDocuments[0]!));
});

rule('documents.contentsChecked', 'An empty file and a file that is not Base64 are rejected', async () => {
  const candidateId = await candidate();
  await refused(uploadOther(candidateId, { filename: 'a.txt', base64File: '' }), { base64File: 'required' });
  await refused(uploadOther(candidateId, { filename: 'a.txt', base64File: '!!!' }), { base64File: 'format' });
  const { id } = await uploadOther(candidateId, {
    filename: 'a.txt',
    base64File: 'data:text/plain;base64,YQ==',
  });
  assert.equal((await read(id)).documentBlob, 'YQ==');
});

rule('documents.typeFromContents', 'An image with the name of a PDF is an image', async () => {
  const { id } = await uploadOther(await candidate(), { filename: 'photo.pdf', base64File: PNG });
  assert.equal((await read(id)).mimeType, 'image/png');
});

rule('documents.nameStripped', 'Directories are removed from the file name', async () => {
  const { id } = await uploadOther(await candidate(), { filename: '../../etc/C:\\cv.pdf', base64File: PDF });
  assert.equal((await read(id)).originalFileName, 'cv.pdf');
});

rule(
  'documents.ownStream',
  'A new document is in the document stream and does not modify the candidate',
  async () => {
    const candidateId = await candidate();
    const { modifiedAtUtc } = await client.candidates.get(candidateId);
    const { id } = await uploadOther(candidateId, { filename: 'a.pdf', base64File: PDF });
    assert.equal((await client.candidates.get(candidateId)).modifiedAtUtc, modifiedAtUtc);
    const stream = await client.documents.listChanges({ startDate: day(-1), endDate: day(1) });
    shows(stream.new.find((entry) => entry.id === id)!, { candidateId, documentCategory: { key: 'other' } });
  },
);

rule('documents.parsed', 'The parser adds the data of the CV', async () => {
  const candidateId = await candidate({ remarks: 'Stays.' });
  const { id } = await uploadCv(candidateId, {
    filename: 'cv.pdf',
    base64File: SAMPLE_CV,
    shouldParseCV: true,
  });
  await eventually('the parser is done', async () => (await read(id)).cvParsingState === 'done');
  const { remarks, contact, resume } = await client.candidates.get(candidateId);
  assert.equal(remarks, 'Stays.');
  assert.ok(contact.email);
  assert.ok(resume.jobs.length > 0);
});

rule('documents.notParsed', 'A CV without shouldParseCV is only stored', async () => {
  const candidateId = await candidate();
  const { id } = await uploadCv(candidateId, {
    filename: 'cv.pdf',
    base64File: SAMPLE_CV,
    shouldParseCV: false,
  });
  assert.equal((await read(id)).cvParsingState, null);
});
