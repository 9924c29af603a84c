import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { type ByteSource, fromFile } from '../index.ts';
import { connect } from './access.ts';
import { access } from './service.ts';

const ADA = { firstName: 'Ada', lastName: 'Muster' };
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const client = connect(access);
const directory = await mkdtemp(join(tmpdir(), 'stellwerk-sdk-files-'));
after(() => rm(directory, { recursive: true, force: true }));
const createCandidate = async () => (await client.candidates.create(ADA)).id!;
const text = (length: number) => Buffer.from(randomBytes(length).toString('hex').slice(0, length));

async function* inChunks(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}

const SOURCES: Record<string, (bytes: Buffer) => ByteSource | string | Promise<ByteSource>> = {
  'Base64 text': (bytes) => bytes.toString('base64'),
  'a Buffer': (bytes) => bytes,
  'a Blob': (bytes) => new Blob([new Uint8Array(bytes)]),
  'a Node stream': (bytes) => Readable.from(inChunks(bytes)),
  'a file': async (bytes) => {
    const path = join(directory, randomUUID());
    await writeFile(path, bytes);
    return fromFile(path);
  },
};
for (const [name, make] of Object.entries(SOURCES)) {
  test(`${name} is uploaded and read back unchanged`, async () => {
    const candidateId = await createCandidate();
    for (const length of [10, 2_000_001]) {
      const bytes = text(length);
      const { id } = await client.documents.uploadOther(candidateId, {
        filename: 'Müller "CV".txt',
        base64File: await make(bytes),
      });
      const content = await client.documents.readContent(id!);
      assert.equal(content.mimeType, 'text/plain');
      assert.equal(content.sizeBytes, length);
      assert.equal(sha256(await content.bytes()), sha256(bytes));
    }
  });
}

test('the largest file is uploaded and read back unchanged', async () => {
  const path = join(directory, 'large.txt');
  const bytes = text(26_214_400);
  await writeFile(path, bytes);
  const { id } = await client.documents.uploadOther(await createCandidate(), {
    base64File: fromFile(path),
  });
  const hash = createHash('sha256');
  for await (const chunk of (await client.documents.readContent(id!)).body) hash.update(chunk);
  assert.equal(hash.digest('hex'), sha256(bytes));
});

test('a file that is too large is a BadRequestError', async () => {
  const candidateId = await createCandidate();
  const path = join(directory, 'too-large.txt');
  await writeFile(path, text(27_000_000));
  await assert.rejects(client.documents.uploadOther(candidateId, { base64File: fromFile(path) }), {
    name: 'BadRequestError',
    message: /base64File/,
  });
});

test('a missing file is the error of the file system', async () => {
  const candidateId = await createCandidate();
  const base64File = fromFile(join(directory, 'missing'));
  await assert.rejects(client.documents.uploadOther(candidateId, { base64File }), { code: 'ENOENT' });
});

test('a range of a document is read', async () => {
  const { id } = await client.documents.uploadOther(await createCandidate(), {
    filename: 'ü.txt',
    base64File: Buffer.from('0123456789'),
  });
  const part = await client.documents.readContent(id!, { range: 'bytes=2-4' });
  assert.equal(Buffer.from(await part.bytes()).toString(), '234');
  assert.deepEqual([part.status, part.contentRange, part.filename], [206, 'bytes 2-4/10', 'ü.txt']);
});

test('cancelling the body ends the transfer', async () => {
  const { id } = await client.documents.uploadOther(await createCandidate(), {
    base64File: text(2_000_000),
  });
  const content = await client.documents.readContent(id!);
  await content.body.cancel();
  await assert.doesNotReject(client.documents.read(id!));
});

test('an attachment is sent as a data URL', async () => {
  const candidateId = await createCandidate();
  const { communicationtypes } = await client.masterData.communicationtypes();
  const { id } = await client.communications.create(candidateId, {
    communicationTypeId: communicationtypes[0]!.id,
    subject: 'CV',
  });
  await client.communications.addAttachment(candidateId, id!, {
    filename: 'a.txt',
    file: Buffer.from('hello'),
  });
  const [communication] = (await client.candidates.get(candidateId)).communications;
  assert.equal(communication!.attachments[0]!.sizeBytes, 5);
});

test('an application is created with all its documents', async () => {
  const { sourcesofsupply } = await client.masterData.sourcesofsupply();
  const path = join(directory, 'cv.txt');
  await writeFile(path, text(1_500_000));
  const { id } = await client.applications.receive({
    salutationId: 3,
    firstName: 'Jana',
    lastName: 'Wieczorek',
    city: 'Berlin',
    zipCode: '12051',
    email: `${randomUUID()}@example.org`,
    sourceOfSupplyId: sourcesofsupply[0]!.id,
    whatsAppConsentChecked: false,
    hasWhatsApp: false,
    privacyChecked: true,
    termsOfUseChecked: true,
    keywords: [],
    documents: [
      { filename: 'cv.txt', base64File: fromFile(path), documentCategory: 'cv' },
      { filename: 'b.txt', base64File: Buffer.from('hello') },
    ],
  });
  const { documents } = await client.candidates.get(id);
  assert.deepEqual(documents.map(({ sizeBytes }) => sizeBytes).sort(), [1_500_000, 5].sort());
});
