import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertNotFound,
  assertOneOfTenSucceeds,
  assertRefused,
  candidateModified,
  written,
} from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';

const service = await startTestService();
const { api } = service.tenant;
const UNKNOWN_ID = 999_999;

async function createCandidate(contact: object = {}): Promise<number> {
  return (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster', contact })).body.id;
}

async function read(id: number) {
  return (await api.get(`/candidates/${id}`)).body;
}

const KINDS = [
  {
    kind: 'email',
    property: 'email',
    body: { email: 'Ada@example.org' },
    same: { email: 'ada@EXAMPLE.org' },
    invalid: 'ada@',
    consent: null,
  },
  {
    kind: 'sms',
    property: 'phoneNumber',
    body: { phoneNumber: '0151 23456789', consentChecked: true },
    same: { phoneNumber: '+49 151 234567-89' },
    invalid: '12',
    consent: true,
  },
  {
    kind: 'whatsapp',
    property: 'phoneNumber',
    body: { phoneNumber: '0151 23456789', consentChecked: false },
    same: { phoneNumber: '+49 151 234567-89', consentChecked: true },
    invalid: 'call me',
    consent: false,
  },
] as const;

for (const { kind, property, body, same, invalid, consent } of KINDS) {
  const address = (body as Record<string, unknown>)[property];

  test(`${kind}: a channel is returned as sent and does not change contact`, async () => {
    const id = await createCandidate({ email: 'first@example.org' });
    const { contact } = await read(id);
    let channelId = 0;
    const wrote = await written(service, async () => {
      const response = await api.post(`/candidates/${id}/${kind}`, body);
      assert.equal(response.status, 200, response.text);
      channelId = response.body.id;
    });
    assert.deepEqual(wrote, candidateModified(id));
    const candidate = await read(id);
    assert.deepEqual(candidate.contactChannels, [
      { id: channelId, kind, address, isPrimary: false, consentChecked: consent },
    ]);
    assert.deepEqual(candidate.contact, contact);
  });

  test(`${kind}: the same channel in another notation is rejected and changes nothing`, async () => {
    const id = await createCandidate();
    await api.post(`/candidates/${id}/${kind}`, { ...body, isPrimary: true });
    const before = await read(id);
    await assertRefused(
      service,
      () => api.post(`/candidates/${id}/${kind}`, { ...same, isPrimary: true }),
      `${property} duplicate`,
    );
    assert.deepEqual(await read(id), before);
  });

  test(`${kind}: one of ten concurrent additions succeeds`, async () => {
    const id = await createCandidate();
    const wrote = await written(service, () =>
      assertOneOfTenSucceeds(() => api.post(`/candidates/${id}/${kind}`, body), property),
    );
    assert.deepEqual(wrote, candidateModified(id));
  });

  test(`${kind}: a response lists all faults`, async () => {
    const id = await createCandidate();
    const post = (sent: object) => () => api.post(`/candidates/${id}/${kind}`, sent);
    await assertRefused(service, post({ ...body, [property]: invalid }), `${property} format`);
    await assertRefused(service, post({ ...body, [property]: ' ' }), `${property} required`);
    await assertRefused(
      service,
      post({ ...body, [property]: 5, isPrimary: 'yes' }),
      'isPrimary type',
      `${property} type`,
    );
  });

  test(`${kind}: an unknown candidate is not found`, async () => {
    await assertNotFound(service, () => api.post(`/candidates/${UNKNOWN_ID}/${kind}`, body));
  });
}

test('WhatsApp requires consentChecked, and every channel requires an address', async () => {
  const id = await createCandidate();
  const post = (kind: string) => () => api.post(`/candidates/${id}/${kind}`, {});
  await assertRefused(service, post('email'), 'email required');
  await assertRefused(service, post('sms'), 'phoneNumber required');
  await assertRefused(service, post('whatsapp'), 'consentChecked required', 'phoneNumber required');
});

test('a primary email address becomes contact.email, and the search for duplicates finds it', async () => {
  const id = await createCandidate({ email: 'old@example.org' });
  const email = `New.${id}@example.org`;
  await api.post(`/candidates/${id}/email`, { email, isPrimary: true });
  assert.equal((await read(id)).contact.email, email);
  const { duplicates } = (await api.get(`/candidates/duplicates?email=${email.toLowerCase()}`)).body;
  assert.deepEqual(
    duplicates.map((duplicate: { id: number }) => duplicate.id),
    [id],
  );
});

test('the address that a primary channel replaces becomes a channel, and still finds the candidate', async () => {
  const id = await createCandidate({ email: 'Before@example.org', mobile: '0160 7654321' });
  const email = (await api.post(`/candidates/${id}/email`, { email: 'after@example.org', isPrimary: true }))
    .body;
  const number = { phoneNumber: '0151 7654321', isPrimary: true };
  const wrote = await written(service, async () => {
    assert.equal((await api.post(`/candidates/${id}/sms`, number)).status, 200);
  });
  assert.deepEqual(wrote, candidateModified(id));
  const { contact, contactChannels } = await read(id);
  assert.deepEqual([contact.email, contact.mobile], ['after@example.org', '0151 7654321']);
  assert.deepEqual(
    contactChannels.map(({ id: _, ...channel }: { id: number }) => channel),
    [
      { kind: 'email', address: 'Before@example.org', isPrimary: false, consentChecked: null },
      { kind: 'email', address: 'after@example.org', isPrimary: true, consentChecked: null },
      { kind: 'sms', address: '0160 7654321', isPrimary: false, consentChecked: null },
      { kind: 'sms', address: '0151 7654321', isPrimary: true, consentChecked: null },
    ],
  );
  assert.equal(contactChannels[1].id, email.id);
  for (const query of ['email=before@example.org', 'email=nobody@example.org&phone=%2B491607654321']) {
    const { duplicates } = (await api.get(`/candidates/duplicates?${query}`)).body;
    assert.deepEqual(
      duplicates.map((duplicate: { id: number }) => duplicate.id),
      [id],
      query,
    );
  }
});

test('the same address in another notation replaces nothing', async () => {
  const id = await createCandidate({ email: 'Same@example.org', mobile: '0160 1234567' });
  await api.post(`/candidates/${id}/email`, { email: 'same@example.org', isPrimary: true });
  await api.post(`/candidates/${id}/sms`, { phoneNumber: '+49 160 1234567', isPrimary: true });
  const { contactChannels } = await read(id);
  assert.deepEqual(
    contactChannels.map(({ address }: { address: string }) => address),
    ['same@example.org', '+49 160 1234567'],
  );
});

test('a change of contact moves the primary flag to the channel with the same address, or clears it', async () => {
  const id = await createCandidate();
  for (const email of ['one@example.org', 'two@example.org'])
    await api.post(`/candidates/${id}/email`, { email, isPrimary: true });
  await api.post(`/candidates/${id}/sms`, { phoneNumber: '0151 23456789', isPrimary: true });
  const whatsapp = { phoneNumber: '0151 23456789', consentChecked: true, isPrimary: true };
  await api.post(`/candidates/${id}/whatsapp`, whatsapp);
  const primary = async () =>
    (await read(id)).contactChannels
      .filter(({ isPrimary }: { isPrimary: boolean }) => isPrimary)
      .map(({ kind, address }: { kind: string; address: string }) => `${kind} ${address}`);
  const change = async (contact: object | null) => {
    const wrote = await written(service, async () => {
      assert.equal((await api.put(`/candidates/${id}`, { contact })).status, 204);
    });
    assert.deepEqual(wrote, candidateModified(id));
    return primary();
  };
  // The number of WhatsApp can differ from contact.mobile, so its flag stays.
  const others = ['sms 0151 23456789', 'whatsapp 0151 23456789'];
  assert.deepEqual(await change({ email: 'ONE@example.org' }), ['email one@example.org', ...others]);
  assert.deepEqual(await change({ email: 'third@example.org' }), others);
  assert.deepEqual(await change({ email: 'two@example.org' }), ['email two@example.org', ...others]);
  assert.deepEqual(await change({ mobile: '0160 1234567' }), ['email two@example.org', others[1]]);
  assert.deepEqual(await change({ mobile: '+49 151 23456789' }), ['email two@example.org', ...others]);
  assert.deepEqual(await change({ phone: '030 901820' }), ['email two@example.org', ...others]);
  // Then contact shows no WhatsApp number either.
  assert.deepEqual(await change(null), []);
});

test('the primary WhatsApp number has the consent that contact shows, and the others keep theirs', async () => {
  const id = await createCandidate();
  const add = (phoneNumber: string, isPrimary: boolean) =>
    api.post(`/candidates/${id}/whatsapp`, { phoneNumber, consentChecked: true, isPrimary });
  await add('0160 1234567', false);
  await add('0151 23456789', true);
  const consents = async (contact: object) => {
    assert.equal((await api.put(`/candidates/${id}`, { contact })).status, 204);
    return (await read(id)).contactChannels.map(
      ({ isPrimary, consentChecked }: Record<string, boolean | null>) => [isPrimary, consentChecked],
    );
  };
  const other = [false, true];
  assert.deepEqual(await consents({ whatsAppConsentChecked: false }), [other, [true, false]]);
  assert.deepEqual(await consents({ website: 'https://example.org' }), [other, [true, false]]);
  assert.deepEqual(await consents({ whatsAppConsentChecked: true }), [other, [true, true]]);
  assert.deepEqual(await consents({ whatsAppConsentChecked: null }), [other, [true, null]]);
  assert.deepEqual(await consents({ hasWhatsApp: false }), [other, [false, null]]);
});

test('the address that contact shows is the primary channel when it is added, and contact keeps its notation', async () => {
  const contact = { email: 'Ada@Example.org', mobile: '0151 23456789' };
  const id = await createCandidate(contact);
  await api.post(`/candidates/${id}/email`, { email: 'ada@example.org' });
  await api.post(`/candidates/${id}/email`, { email: 'ada.privat@example.org' });
  await api.post(`/candidates/${id}/sms`, { phoneNumber: '+49 151 23456789' });
  await api.post(`/candidates/${id}/whatsapp`, { phoneNumber: '0151 23456789', consentChecked: true });
  const record = await read(id);
  assert.deepEqual({ email: record.contact.email, mobile: record.contact.mobile }, contact);
  assert.deepEqual(
    record.contactChannels.map((channel: { address: string; isPrimary: boolean }) => [
      channel.address,
      channel.isPrimary,
    ]),
    [
      ['ada@example.org', true],
      ['ada.privat@example.org', false],
      ['+49 151 23456789', true],
      ['0151 23456789', false],
    ],
  );
});

test('a new primary channel replaces only the primary channel of its kind', async () => {
  const id = await createCandidate();
  await api.post(`/candidates/${id}/email`, { email: 'a@example.org', isPrimary: true });
  await api.post(`/candidates/${id}/sms`, { phoneNumber: '0151 23456789', isPrimary: true });
  await api.post(`/candidates/${id}/email`, { email: 'b@example.org', isPrimary: true });
  const candidate = await read(id);
  assert.deepEqual(
    candidate.contactChannels.map((channel: { isPrimary: boolean }) => channel.isPrimary),
    [false, true, true],
  );
  assert.equal(candidate.contact.email, 'b@example.org');
});

test('of ten primary addresses added concurrently, one stays primary and equals contact.email', async () => {
  const id = await createCandidate();
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      api.post(`/candidates/${id}/email`, { email: `race${index}@example.org`, isPrimary: true }),
    ),
  );
  const { contact, contactChannels } = await read(id);
  const primary = contactChannels.filter((channel: { isPrimary: boolean }) => channel.isPrimary);
  assert.equal(contactChannels.length, 10);
  assert.deepEqual(
    primary.map((channel: { address: string }) => channel.address),
    [contact.email],
  );
});

test('a primary SMS number becomes contact.mobile', async () => {
  const id = await createCandidate({ mobile: '0160 1234567' });
  await api.post(`/candidates/${id}/sms`, { phoneNumber: '0151 23456789', isPrimary: true });
  assert.equal((await read(id)).contact.mobile, '0151 23456789');
});

test('a primary WhatsApp number sets use and consent, and contact.mobile if it is empty', async () => {
  const id = await createCandidate();
  await api.post(`/candidates/${id}/whatsapp`, {
    phoneNumber: '0151 23456789',
    consentChecked: true,
    isPrimary: true,
  });
  const { contact } = await read(id);
  assert.deepEqual(
    [contact.hasWhatsApp, contact.whatsAppConsentChecked, contact.mobile],
    [true, true, '0151 23456789'],
  );
});

test('a primary WhatsApp number does not replace contact.mobile', async () => {
  const id = await createCandidate({ mobile: '0160 1234567', whatsAppConsentChecked: true });
  await api.post(`/candidates/${id}/whatsapp`, {
    phoneNumber: '0151 23456789',
    consentChecked: false,
    isPrimary: true,
  });
  const { contact } = await read(id);
  assert.deepEqual(
    [contact.hasWhatsApp, contact.whatsAppConsentChecked, contact.mobile],
    [true, false, '0160 1234567'],
  );
});

test('a channel is removed, and the profile keeps its value', async () => {
  const recruiter = await service.platform('recruiter');
  const id = await createCandidate();
  const [email, sms] = [
    (await api.post(`/candidates/${id}/email`, { email: 'ada@example.org', isPrimary: true })).body.id,
    (await api.post(`/candidates/${id}/sms`, { phoneNumber: '0151 23456789' })).body.id,
  ];
  const remove = (candidateId: number, channel: number) =>
    recruiter.delete(`/candidates/${candidateId}/channels/${channel}`);
  const stranger = await createCandidate();
  await assertNotFound(service, () => remove(stranger, email));
  const wrote = await written(service, async () => {
    assert.equal((await remove(id, email)).status, 204);
  });
  assert.deepEqual(wrote, candidateModified(id));
  const candidate = await read(id);
  assert.deepEqual(
    candidate.contactChannels.map((channel: { id: number }) => channel.id),
    [sms],
  );
  assert.equal(candidate.contact.email, 'ada@example.org');
  await assertNotFound(service, () => remove(id, email));
  // The address can be added again.
  assert.equal((await api.post(`/candidates/${id}/email`, { email: 'ada@example.org' })).status, 200);
});
