import assert from 'node:assert/strict';
import { notFound, refused } from '../expect.ts';
import { application, day, NOBODY } from '../given.ts';
import { client } from '../installation.ts';
import { call } from '../raw.ts';
import { rule } from '../rule.ts';

rule('errors.record', 'A refusal tells its id, its reason and its faults', async () => {
  const { status, body } = await call('POST', '/candidates', { body: { firstName: 'Ada' } });
  assert.equal(status, 400);
  assert.match(body.messageGuid, /^[0-9a-f-]{36}$/);
  assert.match(body.message, /./);
  assert.deepEqual(body.validationErrors, [
    { property: 'lastName', code: 'required', message: 'lastName is required.' },
  ]);
});

rule(['errors.allAtOnce', 'errors.unknownReference'], 'Five faults are told in one answer', async () => {
  await refused(
    client.candidates.create({
      firstName: ' ',
      lastName: 'x'.repeat(101),
      genderId: NOBODY,
      birth: { date: day(-5 * 365) },
      contact: { email: 'nowhere' },
    }),
    {
      firstName: 'required',
      lastName: 'length',
      genderId: 'unknownReference',
      'birth.date': 'range',
      'contact.email': 'format',
    },
  );
});

rule('errors.pathOfProperty', 'A fault in the second document is named as one', async () => {
  const documents = [
    { filename: 'one.txt', base64File: 'b25l' },
    { filename: 'two.txt', base64File: '' },
  ];
  await refused(client.applications.receive(application({ documents, email: 'nowhere' })), {
    email: 'format',
    'documents[1].base64File': 'required',
  });
});

rule('errors.nothingRepeated', 'What was sent is not in the message', async () => {
  const secret = 'do-not-repeat-me';
  const { status, body } = await call('POST', '/candidates', {
    body: { firstName: 'Ada', lastName: 'Muster', contact: { email: secret }, levelId: secret },
  });
  assert.equal(status, 400);
  assert.ok(!JSON.stringify(body).includes(secret));
});

rule('errors.badJson', 'Half an object is refused', async () => {
  const { status, body } = await call('POST', '/candidates', { body: '{"firstName": "Ada",' });
  assert.equal(status, 400);
  assert.match(body.message, /JSON/);
});

rule('errors.unknownId', 'An id that is none, or too large, is not found', async () => {
  await notFound(client.candidates.get(NOBODY));
  for (const id of ['99999999999', '-1', '1.5', 'abc']) {
    const { status, body } = await call('GET', `/candidates/${id}`);
    assert.equal(status, 404, id);
    assert.match(body.messageGuid, /./);
  }
});

rule('errors.unknownPath', 'A path that does not exist is not found', async () => {
  const { status, body } = await call('GET', '/nothing/here');
  assert.equal(status, 404);
  assert.match(body.messageGuid, /./);
});

rule('errors.wrongMethod', 'A wrong method is told the right ones', async () => {
  const { status, headers } = await call('PUT', '/branches', { body: {} });
  assert.equal(status, 405);
  assert.match(headers.get('allow')!, /\bGET\b/);
});
