import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import {
  BadRequestError,
  NotFoundError,
  NotModifiedError,
  PermissionError,
  PreconditionFailedError,
  type Warning,
} from '../index.ts';
import { connect, recordRequests } from './access.ts';
import { access } from './service.ts';

const ADA = { firstName: 'Ada', lastName: 'Muster' };

const client = connect(access);
const createCandidate = async () => (await client.candidates.create(ADA)).id!;

test('a candidate is created, changed and read', async () => {
  const id = await createCandidate();
  assert.equal(await client.candidates.change(id, { contact: { email: 'ada@example.org' } }), undefined);
  const candidate = await client.candidates.get(id);
  assert.equal(candidate.firstName, 'Ada');
  assert.equal(candidate.contact?.email, 'ada@example.org');
});

test('a path with two ids takes them in order', async () => {
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

test('a BadRequestError has every fault of the request', async () => {
  await assert.rejects(client.candidates.create({ firstName: '', lastName: '' }), (error) => {
    assert.ok(error instanceof BadRequestError);
    assert.deepEqual(error.validationErrors.map(({ property }) => property).sort(), [
      'firstName',
      'lastName',
    ]);
    assert.match(error.message, /^POST \/candidates returned 400: .*firstName.*lastName/);
    assert.match(error.messageGuid!, /^[0-9a-f-]{36}$/);
    assert.ok(error.requestId);
    return true;
  });
});

test('a missing record is a NotFoundError', async () => {
  await assert.rejects(client.candidates.get(2_000_000_000), NotFoundError);
});

test('an id that would change the path is a TypeError', async () => {
  for (const id of ['', '.', '..', undefined, null, {}])
    await assert.rejects(async () => client.candidates.get(id as unknown as number), TypeError);
});

test('an id is always one segment of the path', async () => {
  const seen = recordRequests();
  await assert.rejects(connect(access, { fetch: seen.fetch }).users.get('../branches?x=1#y'), NotFoundError);
  assert.equal(seen.requests.at(-1)!.path, '/v3/users/..%2Fbranches%3Fx%3D1%23y');
});

test('a missing permission is a PermissionError that names it', async () => {
  const { fetch } = recordRequests((url, init) =>
    url.endsWith('/oauth/token') ? { ...init, body: `${init.body}&scope=candidates%3Aread` } : init,
  );
  await assert.rejects(connect(access, { fetch }).candidates.create(ADA), (error) => {
    assert.ok(error instanceof PermissionError);
    assert.match(error.message, /candidates:write/);
    return true;
  });
});

test('onWarning receives the ignored properties', async () => {
  const warnings: Warning[] = [];
  const telling = connect(access, { onWarning: (warning) => warnings.push(warning) });
  const body = { ...ADA, nickName: 'A', contact: { fax: '1' } };
  await telling.candidates.create(body as typeof ADA);
  assert.deepEqual(
    warnings.map((warning) => (warning.kind === 'ignoredProperties' ? warning.properties.sort() : warning)),
    [['contact.fax', 'nickName']],
  );
});

test('strict rejects unknown properties, for a client or for one call', async () => {
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

test('reading with a current ETag is a NotModifiedError', async () => {
  const { etag } = await client.masterData.languages().withResponse();
  await assert.rejects(client.masterData.languages({ ifNoneMatch: etag! }), NotModifiedError);
});

test('a change that refers to an older version is a PreconditionFailedError and changes nothing', async () => {
  const id = await createCandidate();
  const { etag } = await client.candidates.get(id).withResponse();
  await client.candidates.change(id, { title: 'Dr.' }, { ifMatch: etag });
  const late = client.candidates.change(id, { title: 'Prof.' }, { ifMatch: etag });
  await assert.rejects(late, PreconditionFailedError);
  const read = await client.candidates.get(id).withResponse();
  assert.equal(read.data.title, 'Dr.');
  await client.candidates.setStatus(id, { statusId: 2005 }, { ifMatch: read.etag });
});

test('names are in the requested language', async () => {
  const nameOf = async (other: typeof client, options?: { language: 'de' }) =>
    (await other.masterData.languages(options)).languages.find(({ id }) => id === 25)!.name;
  const [english, german] = [await nameOf(client), await nameOf(client, { language: 'de' })];
  assert.notEqual(english, german);
  assert.equal(await nameOf(connect(access, { language: 'de' })), german);
});

test('a call is one promise, so its error can be handled once and for all', async () => {
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
