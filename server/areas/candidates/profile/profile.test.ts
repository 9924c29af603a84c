import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../core/testing/harness.ts';

const service = await startTestService();
const { api } = service.tenant;

test('a created candidate is read back as sent', async () => {
  const created = await api.post('/candidates', {
    firstName: 'Ada',
    lastName: 'Muster',
    contact: { email: 'ada@example.org' },
    location: { street: 'Hauptstraße 5b', zipCode: '10115', countryId: 276 },
  });
  assert.equal(created.status, 200);
  const { body } = await api.get(`/candidates/${created.body.id}`);
  assert.equal(body.lastName, 'Muster');
  assert.equal(body.contact.email, 'ada@example.org');
  assert.equal(body.location.street, 'Hauptstraße');
  assert.equal(body.location.streetNumber, '5b');
  assert.equal(body.location.countryName, 'Germany');
  assert.equal(body.statusId, null);
});
