import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { externalApplication } from '../../../testing/makers/applications.ts';

const service = await startTestService();
const { api } = service.tenant;

for (const phoneNumber of ['n/a', '12', '0151 2345678 / 030 901820', '0'.repeat(150)]) {
  test(`a phone number that cannot be read does not lose an application: ${phoneNumber.slice(0, 30)}`, async () => {
    const sent = { ...externalApplication({ phoneNumber: ` ${phoneNumber} ` }), nickname: 'A' };
    for (const isNewCandidate of [true, false]) {
      const response = await api.post('/candidates/applies/external', sent);
      assert.equal(response.status, 200, response.text);
      assert.equal(response.body.isNewCandidate, isNewCandidate);
      assert.equal(response.headers.get('ignored-properties'), 'nickname, phoneNumber');
      const { body: candidate } = await api.get(`/candidates/${response.body.id}`);
      assert.equal(candidate.contact.phone, null);
      const [stored] = await service.sql<{ submitted: { phoneNumber: string } }>(
        'SELECT submitted FROM application WHERE id = $1',
        [response.body.applicationId],
      );
      assert.equal(stored!.submitted.phoneNumber, phoneNumber);
    }
  });
}

test('a phone number that cannot be read is not refused under strict handling either', async () => {
  const headers = { prefer: 'handling=strict' };
  const body = externalApplication({ phoneNumber: 'keine' });
  const response = await api.post('/candidates/applies/external', body, { headers });
  assert.equal(response.status, 200, response.text);
  assert.equal(response.headers.get('ignored-properties'), 'phoneNumber');
});

test('an application with empty form fields is stored', async () => {
  const empty = {
    phoneNumber: '',
    street: ' ',
    streetNumber: '',
    birthDate: '',
    message: '',
    salaryExpectation: '',
  };
  const response = await api.post(
    '/candidates/applies/external',
    externalApplication({
      ...empty,
      countryId: '',
      availableFrom: '',
      recruiterId: ' ',
      jobAdId: '',
      data: '',
    }),
  );
  assert.equal(response.status, 200, response.text);
  assert.equal(response.headers.get('ignored-properties'), null);
  const { body: candidate } = await api.get(`/candidates/${response.body.id}`);
  assert.deepEqual(
    [candidate.contact.phone, candidate.birth.date, candidate.location.street],
    [null, null, null],
  );
});
