import assert from 'node:assert/strict';
import { notFound, refused } from '../expect.ts';
import { application, day, NOBODY } from '../given.ts';
import { client } from '../installation.ts';
import { call } from '../raw.ts';
import { rule } from '../rule.ts';

rule('errors.record', 'An error has an id, a message and its faults', async () => {
  const { status, body } = await call('POST', '/candidates', { body: { firstName: 'Ada' } });
  assert.equal(status, 400);
  assert.match(body.messageGuid, /^[0-9a-f-]{36}$/);
  assert.match(body.message, /./);
  assert.deepEqual(body.validationErrors, [
    { property: 'lastName', code: 'required', message: 'lastName is required.' },
  ]);
});

rule(['errors.allAtOnce', 'errors.unknownReference'], 'Five faults are in one response', async () => {
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

rule('errors.pathOfProperty', 'A fault in the second document has its index', async () => {
  const documents = [
    { filename: 'one.txt', base64File: 'b25l' },
    { filename: 'two.txt', base64File: '' },
  ];
  await refused(client.applications.receive(application({ documents, email: 'nowhere' })), {
    email: 'format',
    'documents[1].base64File': 'required',
  });
});

rule('errors.nothingRepeated', 'The message does not contain the values that were sent', async () => {
  const secret = 'do-not-repeat-me';
  const { status, body } = await call('POST', '/candidates', {
    body: { firstName: 'Ada', lastName: 'Muster', contact: { email: secret }, levelId: secret },
  });
  assert.equal(status, 400);
  assert.ok(!JSON.stringify(body).includes(secret));
});

rule('errors.badJson', 'An incomplete object is rejected', async () => {
  const { status, body } = await call('POST', '/candidates', { body: '{"firstName": "Ada",' });
  assert.equal(status, 400);
  assert.match(body.message, /JSON/);
});

rule('errors.unknownId', 'An invalid or too large id is not found', async () => {
  await notFound(client.candidates.get(NOBODY));
  for (const id of ['99999999999', '-1', '1.5', 'abc']) {
    const { status, body } = await call('GET', `/candidates/${id}`);
    assert.equal(status, 404, id);
    assert.match(body.messageGuid, /./);
  }
});

rule('errors.unknownPath', 'An unknown path is not found', async () => {
  const { status, body } = await call('GET', '/nothing/here');
  assert.equal(status, 404);
  assert.match(body.messageGuid, /./);
});

rule('errors.wrongMethod', 'The response to a wrong method lists the right ones', async () => {
  const { status, headers } = await call('PUT', '/branches', { body: {} });
  assert.equal(status, 405);
  assert.match(headers.get('allow')!, /\bGET\b/);
});
