import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { parseCvTask } from '../index.ts';

// Addresses and numbers for which the profile has no place, and CVs of somebody else.

const service = await startTestService();
const { tenant, services } = service;
const { api } = tenant;

interface Proposal {
  id: number;
  property: string;
  value: Record<string, unknown>;
  state: string;
  sources: { text: string }[];
}

async function newCandidate(body: object = {}): Promise<string> {
  const names = { firstName: 'Jana', lastName: 'Wieczorek' };
  return `/candidates/${(await api.post('/candidates', { ...names, ...body })).body.id}`;
}

async function addCv(path: string) {
  const cv = { filename: 'cv.txt', base64File: Buffer.from(CV.join('\n')).toString('base64') };
  const { body: document } = await api.post(`${path}/documents/cv`, cv);
  await parseCvTask(services).run({ tenantId: tenant.id, documentId: document.id });
  const proposals = `${path}/documents/${document.id}/proposals`;
  return { proposals, read: (await api.get(proposals)).body };
}

const channelsIn = ({ proposals }: { proposals: Proposal[] }) =>
  proposals.filter(({ property }) => property === 'contactChannels');
const contactOf = async (path: string) => {
  const { contact, contactChannels } = (await api.get(path)).body;
  return { ...contact, channels: contactChannels };
};

const CV = [
  'Jana Wieczorek',
  'Oderstraße 12, 12051 Berlin, Deutschland',
  'Mobil: +48 601 234 567, Mobil: 0171 3920042',
  'Telefon: 030 5550177, Telefon: 030 5550178',
  'jana.wieczorek@example.org, jana.privat@example.com',
  'Berufserfahrung',
  '04/2019 – heute  Staplerfahrerin, Spreekai Logistik GmbH',
  'Referenzen',
  'Frau Kern, kern@spreekai.example',
];

test('further addresses and mobile numbers are proposed as channels, and others are said to be unused', async () => {
  const path = await newCandidate();
  const { proposals, read } = await addCv(path);
  const contact = await contactOf(path);
  assert.deepEqual(
    [contact.email, contact.mobile, contact.phone, contact.channels],
    ['jana.wieczorek@example.org', '0171 3920042', '030 5550177', []],
  );
  const channels = channelsIn(read);
  assert.deepEqual(
    channels.map(({ value, state, sources }) => [value, state, sources[0]?.text]),
    [
      [{ email: 'jana.privat@example.com' }, 'open', CV[4]],
      [{ phoneNumber: '+48 601 234 567' }, 'open', CV[2]],
    ],
  );
  // The second landline and the address of the reference.
  assert.deepEqual(read.leftovers, [{ code: 'unusedContacts', count: 2, pages: [] }]);
  const { status, text } = await api.put(proposals, { state: 'accepted' });
  assert.equal(status, 200, text);
  const { channels: stored } = await contactOf(path);
  assert.deepEqual(
    stored.map(({ id, ...channel }: { id: number }) => channel),
    [
      { kind: 'email', address: 'jana.privat@example.com', isPrimary: false, consentChecked: null },
      { kind: 'sms', address: '+48 601 234 567', isPrimary: false, consentChecked: null },
    ],
  );
  const { body } = await api.get('/candidates/duplicates?email=jana.privat@example.com');
  assert.equal(body.duplicates.length, 1);
  assert.deepEqual(channelsIn((await addCv(path)).read), [], 'they are known now');
});

test('an address that the profile has otherwise is proposed as a channel, and what is a channel is not', async () => {
  const path = await newCandidate({ contact: { email: 'office@example.org', mobile: '0160 1234567' } });
  await api.post(`${path}/email`, { email: 'Jana.Privat@example.com' });
  await api.post(`${path}/whatsapp`, { phoneNumber: '0171 3920042', consentChecked: true });
  const { read } = await addCv(path);
  assert.deepEqual(
    channelsIn(read).map(({ value }) => value),
    [{ email: 'jana.wieczorek@example.org' }, { phoneNumber: '+48 601 234 567' }],
  );
});

test('a channel that the candidate has meanwhile is accepted without a change', async () => {
  const path = await newCandidate();
  const { proposals, read } = await addCv(path);
  const [email] = channelsIn(read);
  await api.put(path, { contact: { email: 'jana.privat@example.com' } });
  assert.equal((await api.put(`${proposals}/${email!.id}`, { state: 'accepted' })).status, 204);
  assert.deepEqual((await contactOf(path)).channels, []);
});

test('a CV that names another person is written as any other, and says so', async () => {
  const path = await newCandidate({ firstName: 'Wolfgang', lastName: 'Jankowski' });
  const { read } = await addCv(path);
  assert.deepEqual(read.leftovers[0], { code: 'otherName', count: 1, pages: [] });
  const { contact, resume } = (await api.get(path)).body;
  assert.deepEqual([contact.email, resume.jobs.length], ['jana.wieczorek@example.org', 1]);
  assert.doesNotMatch(JSON.stringify(service.logLines), /Wieczorek|Jankowski/);
});
