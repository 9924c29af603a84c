import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import {
  BadRequestError,
  type ByteSource,
  fromFile,
  NotFoundError,
  NotModifiedError,
  PermissionError,
  type Warning,
} from '../index.ts';
import { type Access, connect, witness } from './access.ts';

const ADA = { firstName: 'Ada', lastName: 'Muster' };
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Tests of calls and uploads on a started service. */
export function testOperations(access: Access): void {
  const client = connect(access);
  const createCandidate = async () => (await client.candidates.create(ADA)).id!;

  test('a candidate is created, changed and read', async () => {
    const id = await createCandidate();
    assert.equal(await client.candidates.change(id, { contact: { email: 'ada@example.org' } }), undefined);
    const candidate = await client.candidates.get(id);
    assert.equal(candidate.firstName, 'Ada');
    assert.equal(candidate.contact?.email, 'ada@example.org');
  });

  test('paths with two ids take them in their order', async () => {
    const id = await createCandidate();
    await client.candidates.addLanguage(id, { languageId: 25, languageLevelId: 632 });
    await client.candidates.deleteLanguage(id, 25);
    assert.deepEqual((await client.candidates.get(id)).languages, []);
  });

  test('a user is read by id and by rowGuid', async () => {
    const { users } = await client.users.list();
    const { id, rowGuid } = users[0]!;
    assert.deepEqual(await client.users.get(id), await client.users.get(rowGuid));
  });

  test('every fault of a request is told at once', async () => {
    await assert.rejects(client.candidates.create({ firstName: '', lastName: '' }), (error) => {
      assert.ok(error instanceof BadRequestError);
      assert.deepEqual(error.validationErrors.map(({ property }) => property).sort(), [
        'firstName',
        'lastName',
      ]);
      assert.match(error.message, /^POST \/candidates answered 400: .*firstName.*lastName/);
      assert.match(error.messageGuid!, /^[0-9a-f-]{36}$/);
      assert.ok(error.requestId);
      return true;
    });
  });

  test('a record that is not there is a NotFoundError', async () => {
    await assert.rejects(client.candidates.get(2_000_000_000), NotFoundError);
  });

  test('an id that would lead to another operation is refused before anything is sent', async () => {
    for (const id of ['', '.', '..', undefined, null, {}])
      await assert.rejects(async () => client.candidates.get(id as unknown as number), TypeError);
  });

  test('an id is one segment of the path, whatever is in it', async () => {
    const seen = witness();
    await assert.rejects(
      connect(access, { fetch: seen.fetch }).users.get('../branches?x=1#y'),
      NotFoundError,
    );
    assert.equal(seen.requests.at(-1)!.path, '/v3/users/..%2Fbranches%3Fx%3D1%23y');
  });

  test('a lacking permission is a PermissionError that names it', async () => {
    const { fetch } = witness((url, init) =>
      url.endsWith('/oauth/token') ? { ...init, body: `${init.body}&scope=candidates%3Aread` } : init,
    );
    await assert.rejects(connect(access, { fetch }).candidates.create(ADA), (error) => {
      assert.ok(error instanceof PermissionError);
      assert.match(error.message, /candidates:write/);
      return true;
    });
  });

  test('properties that the operation ignores are told to onWarning', async () => {
    const warnings: Warning[] = [];
    const telling = connect(access, { onWarning: (warning) => warnings.push(warning) });
    const body = { ...ADA, nickName: 'A', contact: { fax: '1' } };
    await telling.candidates.create(body as typeof ADA);
    assert.deepEqual(
      warnings.map((warning) => (warning.kind === 'ignoredProperties' ? warning.properties.sort() : warning)),
      [['contact.fax', 'nickName']],
    );
  });

  test('strict refuses them, for a client or for a call', async () => {
    const body = { ...ADA, nickName: 'A' } as typeof ADA;
    const refused = { name: 'BadRequestError', message: /nickName/ };
    await assert.rejects(connect(access, { strict: true }).candidates.create(body), refused);
    await assert.rejects(client.candidates.create(body, { strict: true }), refused);
    await connect(access, { strict: true }).candidates.create(body, { strict: false });
  });

  test('the same idempotency key creates once', async () => {
    const idempotencyKey = randomUUID();
    const first = await client.candidates.create(ADA, { idempotencyKey }).withResponse();
    const second = await client.candidates.create(ADA, { idempotencyKey }).withResponse();
    assert.equal(second.data.id, first.data.id);
    assert.deepEqual([first.isReplay, second.isReplay], [false, true]);
  });

  test('a copy that is current is a NotModifiedError', async () => {
    const { etag } = await client.masterData.languages().withResponse();
    await assert.rejects(client.masterData.languages({ ifNoneMatch: etag! }), NotModifiedError);
  });

  test('names come in the language asked for', async () => {
    const nameOf = async (other: typeof client, options?: { language: 'de' }) =>
      (await other.masterData.languages(options)).languages.find(({ id }) => id === 25)!.name;
    const [english, german] = [await nameOf(client), await nameOf(client, { language: 'de' })];
    assert.notEqual(english, german);
    assert.equal(await nameOf(connect(access, { language: 'de' })), german);
  });

  test('a call that is not awaited is one promise: a refusal is reported once and can be caught', async () => {
    const call = client.candidates.get(2_000_000_000);
    assert.ok(call instanceof Promise);
    assert.ok((await call.withResponse().catch((error) => error)) instanceof NotFoundError);
    assert.ok((await call.catch((error) => error)) instanceof NotFoundError);
    let isOver = false;
    await call
      .finally(() => {
        isOver = true;
      })
      .catch(() => {});
    assert.ok(isOver);
  });

  testDocuments(access);
}

function testDocuments(access: Access): void {
  const client = connect(access);
  const directory = mkdtemp(join(tmpdir(), 'stellwerk-sdk-files-'));
  after(async () => rm(await directory, { recursive: true, force: true }));
  const createCandidate = async () => (await client.candidates.create(ADA)).id!;
  const text = (length: number) => Buffer.from(randomBytes(length).toString('hex').slice(0, length));

  async function* inPieces(bytes: Uint8Array) {
    for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
  }

  const KINDS: Record<string, (bytes: Buffer) => ByteSource | string | Promise<ByteSource>> = {
    'Base64 text': (bytes) => bytes.toString('base64'),
    'a Buffer': (bytes) => bytes,
    'a Blob': (bytes) => new Blob([new Uint8Array(bytes)]),
    'a Node stream': (bytes) => Readable.from(inPieces(bytes)),
    'a file': async (bytes) => {
      const path = join(await directory, randomUUID());
      await writeFile(path, bytes);
      return fromFile(path);
    },
  };
  for (const [name, make] of Object.entries(KINDS)) {
    test(`${name} is uploaded and comes back byte for byte`, async () => {
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

  test('the largest file comes back byte for byte', async () => {
    const path = join(await directory, 'large.txt');
    const bytes = text(26_214_400);
    await writeFile(path, bytes);
    const { id } = await client.documents.uploadOther(await createCandidate(), {
      base64File: fromFile(path),
    });
    const hash = createHash('sha256');
    for await (const chunk of (await client.documents.readContent(id!)).body) hash.update(chunk);
    assert.equal(hash.digest('hex'), sha256(bytes));
  });

  test('a file that is too large is refused in the words of the service while it is sent', async () => {
    const candidateId = await createCandidate();
    const path = join(await directory, 'too-large.txt');
    await writeFile(path, text(27_000_000));
    await assert.rejects(client.documents.uploadOther(candidateId, { base64File: fromFile(path) }), {
      name: 'BadRequestError',
      message: /base64File/,
    });
  });

  test('a file that is not there is told as the file system tells it', async () => {
    const candidateId = await createCandidate();
    const base64File = fromFile(join(await directory, 'missing'));
    await assert.rejects(client.documents.uploadOther(candidateId, { base64File }), { code: 'ENOENT' });
  });

  test('a part of a document is read', async () => {
    const { id } = await client.documents.uploadOther(await createCandidate(), {
      filename: 'ü.txt',
      base64File: Buffer.from('0123456789'),
    });
    const part = await client.documents.readContent(id!, { range: 'bytes=2-4' });
    assert.equal(Buffer.from(await part.bytes()).toString(), '234');
    assert.deepEqual([part.status, part.contentRange, part.filename], [206, 'bytes 2-4/10', 'ü.txt']);
  });

  test('a document that is not wanted after all ends its transfer', async () => {
    const { id } = await client.documents.uploadOther(await createCandidate(), {
      base64File: text(2_000_000),
    });
    const content = await client.documents.readContent(id!);
    await content.body.cancel();
    await assert.doesNotReject(client.documents.read(id!));
  });

  test('an attachment is sent as the service wants it', async () => {
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

  test('an application arrives with all its documents', async () => {
    const { sourcesofsupply } = await client.masterData.sourcesofsupply();
    const path = join(await directory, 'cv.txt');
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
}
