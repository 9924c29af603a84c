import assert from 'node:assert/strict';
import { request } from 'node:http';
import { request as requestTls } from 'node:https';
import { type CandidateCreateDto, NotModifiedError, type Warning } from '../../sdk/index.ts';
import { refused, shows } from '../expect.ts';
import { candidate, day, unique } from '../given.ts';
import { access, client, connect } from '../installation.ts';
import { call, token } from '../raw.ts';
import { rule } from '../rule.ts';

/** Sends exactly these headers. fetch would add others. */
async function statusWith(headers: Record<string, string>): Promise<number> {
  const open = access.host.startsWith('https:') ? requestTls : request;
  const outgoing = open(`${access.host}/v3/branches`, { headers, agent: false });
  return new Promise((resolve, reject) => {
    outgoing
      .on('response', (response) => resolve(response.resume().statusCode!))
      .on('error', reject)
      .end();
  });
}

rule('calls.userAgentNeeded', 'A call without a valid User-Agent is rejected', async () => {
  const authorization = `Bearer ${await token()}`;
  assert.equal(await statusWith({ authorization, 'user-agent': 'Mozilla/5.0 (Muster-GmbH)' }), 200);
  assert.equal(await statusWith({ authorization }), 400);
  const { status, body } = await call('GET', '/branches', { headers: { 'user-agent': 'nonsense' } });
  assert.equal(status, 400);
  assert.match(body.message, /Mozilla\/5\.0 \(YourCompany\)/);
});

rule('calls.jsonNeeded', 'A body with another content type is rejected', async () => {
  const { status } = await call('POST', '/candidates', {
    headers: { 'content-type': 'text/plain' },
    body: { firstName: 'Ada', lastName: 'Muster' },
  });
  assert.equal(status, 415);
});

rule('calls.requestId', 'Every response has a different id', async () => {
  const first = await client.branches.list().withResponse();
  const second = await client.branches.list().withResponse();
  assert.match(first.requestId!, /./);
  assert.notEqual(first.requestId, second.requestId);
});

rule('calls.compressed', 'A list is compressed as the client asks for it', async () => {
  for (const encoding of ['gzip', 'br']) {
    const { headers } = await call('GET', '/masterdata/languages', {
      headers: { 'accept-encoding': encoding },
    });
    assert.equal(headers.get('content-encoding'), encoding);
  }
  const { headers } = await call('GET', '/masterdata/languages', {
    headers: { 'accept-encoding': 'identity' },
  });
  assert.equal(headers.get('content-encoding'), null);
});

rule('calls.language', 'Names are in English or German', async () => {
  const nameOfGerman = async (language?: 'de') =>
    (await client.masterData.languages(language && { language })).languages.find(({ id }) => id === 1)!.name;
  assert.equal(await nameOfGerman(), 'German');
  assert.equal(await nameOfGerman('de'), 'Deutsch');
});

rule('calls.etag', 'A record or list that has not changed returns 304', async () => {
  const id = await candidate();
  const { etag } = await client.candidates.get(id).withResponse();
  await assert.rejects(client.candidates.get(id, { ifNoneMatch: etag! }), NotModifiedError);
  await client.candidates.change(id, { remarks: 'New.' });
  assert.equal((await client.candidates.get(id, { ifNoneMatch: etag! })).remarks, 'New.');

  const list = await client.masterData.languages().withResponse();
  await assert.rejects(client.masterData.languages({ ifNoneMatch: list.etag! }), NotModifiedError);
});

rule('calls.timesInUtc', 'A time is returned in UTC', async () => {
  const id = await candidate({ createdAtUtc: '2024-03-01T10:00:00Z' });
  const { createdAtUtc, modifiedAtUtc } = await client.candidates.get(id);
  assert.equal(Date.parse(createdAtUtc), Date.parse('2024-03-01T10:00:00Z'));
  for (const time of [createdAtUtc, modifiedAtUtc])
    assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
  for (const sent of ['2024-03-01T11:00:00.000000+01:00', '2024-03-01T10:00', '2024-03-01t10:00:00z']) {
    const other = await client.candidates.get(await candidate({ createdAtUtc: sent }));
    assert.equal(Date.parse(other.createdAtUtc), Date.parse('2024-03-01T10:00:00Z'));
  }
});

const WITH_UNKNOWN = {
  firstName: 'Ada',
  lastName: 'Muster',
  nickName: 'A',
  contact: { fax: '1' },
  id: 7,
} as CandidateCreateDto;

rule('calls.unknownPropertiesNamed', 'Unknown properties are ignored and named', async () => {
  const warnings: Warning[] = [];
  await connect({ onWarning: (warning) => warnings.push(warning) }).candidates.create(WITH_UNKNOWN);
  const [warning] = warnings;
  assert.ok(warning?.kind === 'ignoredProperties');
  assert.deepEqual(warning.properties.sort(), ['contact.fax', 'id', 'nickName']);
});

rule('calls.strict', 'A strict call rejects unknown properties', async () => {
  await refused(client.candidates.create(WITH_UNKNOWN, { strict: true }), {
    nickName: 'unknownProperty',
    'contact.fax': 'unknownProperty',
    id: 'unknownProperty',
  });
});

rule('calls.queryNamesInAnyCase', 'STARTDATE is the same as startDate', async () => {
  const { status, body } = await call('GET', `/candidates?STARTDATE=2020-01-01&enddate=2020-01-01`);
  assert.equal(status, 200);
  assert.deepEqual(body, await client.candidates.list({ startDate: '2020-01-01', endDate: '2020-01-01' }));
});

rule('calls.unknownQueryRefused', 'A misspelled filter is rejected', async () => {
  const { status, body } = await call('GET', '/candidates?starDate=2020-01-01');
  assert.equal(status, 400);
  shows(body.validationErrors[0], { property: 'starDate', code: 'unknownProperty' });
});

rule(
  'calls.datesChecked',
  '30 February is rejected, and so is a period that ends before it starts',
  async () => {
    await refused(client.candidates.list({ startDate: '2026-02-30' }), { startDate: 'format' });
    await refused(client.candidates.list({ startDate: '01.02.2026' }), { startDate: 'format' });
    await refused(client.candidates.list({ startDate: day(), endDate: day(-1) }), { endDate: 'range' });
  },
);

rule('calls.onlySentChanges', 'Properties that are not sent stay, in nested objects too', async () => {
  const id = await candidate({
    firstName: 'Grace',
    contact: { email: 'grace@example.org', phone: '030 23125100' },
    location: { city: 'Berlin', zipCode: '12051' },
  });
  await client.candidates.change(id, { remarks: 'Called back.', contact: { phone: '030 23125101' } });
  shows(await client.candidates.get(id), {
    firstName: 'Grace',
    remarks: 'Called back.',
    contact: { email: 'grace@example.org', phone: '030 23125101' },
    location: { city: 'Berlin', zipCode: '12051' },
  });
});

rule('calls.nullClears', 'null clears an optional property and is rejected for a required one', async () => {
  const id = await candidate({ remarks: 'To be forgotten.', contact: { email: 'grace@example.org' } });
  await client.candidates.change(id, { remarks: null, contact: { email: null } });
  shows(await client.candidates.get(id), { remarks: null, contact: { email: null } });
  await refused(client.candidates.change(id, { lastName: null as unknown as string }), {
    lastName: 'required',
  });
});

rule('calls.textsTrimmed', 'A blank title is null, and spaces around a street are removed', async () => {
  const id = await candidate({ title: ' ', contact: { phone: '' }, location: { street: ' Hauptstraße 5 ' } });
  shows(await client.candidates.get(id), {
    title: null,
    contact: { phone: null },
    location: { street: 'Hauptstraße', streetNumber: '5' },
  });
});

rule('calls.nothingChanged', 'Sending the current values changes nothing', async () => {
  const lastName = unique();
  const id = await candidate({ lastName });
  const before = await client.candidates.get(id);
  await client.candidates.change(id, { lastName });
  await client.candidates.change(id, {});
  assert.deepEqual(await client.candidates.get(id), before);
});
