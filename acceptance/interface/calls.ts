import assert from 'node:assert/strict';
import { request } from 'node:http';
import { request as requestTls } from 'node:https';
import { type CandidateCreateDto, NotModifiedError, type Warning } from '../../sdk/index.ts';
import { refused, shows } from '../expect.ts';
import { candidate, day, unique } from '../given.ts';
import { access, client, connect } from '../installation.ts';
import { call, token } from '../raw.ts';
import { rule } from '../rule.ts';

/** Sends these headers and no others; fetch would add its own. */
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

rule('calls.userAgentNeeded', 'A call that does not say who it is gets nothing', async () => {
  const authorization = `Bearer ${await token()}`;
  assert.equal(await statusWith({ authorization, 'user-agent': 'Mozilla/5.0 (Muster-GmbH)' }), 200);
  assert.equal(await statusWith({ authorization }), 400);
  const { status, body } = await call('GET', '/branches', { headers: { 'user-agent': 'nonsense' } });
  assert.equal(status, 400);
  assert.match(body.message, /Mozilla\/5\.0 \(YourCompany\)/);
});

rule('calls.jsonNeeded', 'A body that is not called JSON is not read', async () => {
  const { status } = await call('POST', '/candidates', {
    headers: { 'content-type': 'text/plain' },
    body: { firstName: 'Ada', lastName: 'Muster' },
  });
  assert.equal(status, 415);
});

rule('calls.requestId', 'Every answer has an id of its own', async () => {
  const first = await client.branches.list().withResponse();
  const second = await client.branches.list().withResponse();
  assert.match(first.requestId!, /./);
  assert.notEqual(first.requestId, second.requestId);
});

rule('calls.compressed', 'A list comes compressed to those who can read it', async () => {
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

rule('calls.language', 'Value lists speak English and German', async () => {
  const nameOfGerman = async (language?: 'de') =>
    (await client.masterData.languages(language && { language })).languages.find(({ id }) => id === 1)!.name;
  assert.equal(await nameOfGerman(), 'German');
  assert.equal(await nameOfGerman('de'), 'Deutsch');
});

rule('calls.etag', 'What has not changed is not sent again', async () => {
  const id = await candidate();
  const { etag } = await client.candidates.get(id).withResponse();
  await assert.rejects(client.candidates.get(id, { ifNoneMatch: etag! }), NotModifiedError);
  await client.candidates.change(id, { remarks: 'New.' });
  assert.equal((await client.candidates.get(id, { ifNoneMatch: etag! })).remarks, 'New.');

  const list = await client.masterData.languages().withResponse();
  await assert.rejects(client.masterData.languages({ ifNoneMatch: list.etag! }), NotModifiedError);
});

rule('calls.timesInUtc', 'A time comes back in UTC', async () => {
  const id = await candidate({ createdAtUtc: '2024-03-01T10:00:00Z' });
  const { createdAtUtc, modifiedAtUtc } = await client.candidates.get(id);
  assert.equal(Date.parse(createdAtUtc), Date.parse('2024-03-01T10:00:00Z'));
  for (const time of [createdAtUtc, modifiedAtUtc])
    assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
});

const WITH_UNKNOWN = {
  firstName: 'Ada',
  lastName: 'Muster',
  nickName: 'A',
  contact: { fax: '1' },
  id: 7,
} as CandidateCreateDto;

rule('calls.unknownPropertiesNamed', 'What an operation does not take is ignored, and named', async () => {
  const warnings: Warning[] = [];
  await connect({ onWarning: (warning) => warnings.push(warning) }).candidates.create(WITH_UNKNOWN);
  const [warning] = warnings;
  assert.ok(warning?.kind === 'ignoredProperties');
  assert.deepEqual(warning.properties.sort(), ['contact.fax', 'id', 'nickName']);
});

rule('calls.strict', 'A strict call has them refused', async () => {
  await refused(client.candidates.create(WITH_UNKNOWN, { strict: true }), {
    nickName: 'unknownProperty',
    'contact.fax': 'unknownProperty',
    id: 'unknownProperty',
  });
});

rule('calls.queryNamesInAnyCase', 'STARTDATE is startDate', async () => {
  const { status, body } = await call('GET', `/candidates?STARTDATE=2020-01-01&enddate=2020-01-01`);
  assert.equal(status, 200);
  assert.deepEqual(body, await client.candidates.list({ startDate: '2020-01-01', endDate: '2020-01-01' }));
});

rule('calls.unknownQueryRefused', 'A misspelt filter is refused', async () => {
  const { status, body } = await call('GET', '/candidates?starDate=2020-01-01');
  assert.equal(status, 400);
  shows(body.validationErrors[0], { property: 'starDate', code: 'unknownProperty' });
});

rule('calls.datesChecked', 'There is no 30 February, and no period runs backwards', async () => {
  await refused(client.candidates.list({ startDate: '2026-02-30' }), { startDate: 'format' });
  await refused(client.candidates.list({ startDate: '01.02.2026' }), { startDate: 'format' });
  await refused(client.candidates.list({ startDate: day(), endDate: day(-1) }), { endDate: 'range' });
});

rule('calls.onlySentChanges', 'What a change does not name stays, also inside sub-objects', async () => {
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

rule('calls.nullClears', 'null empties what may be empty', async () => {
  const id = await candidate({ remarks: 'To be forgotten.', contact: { email: 'grace@example.org' } });
  await client.candidates.change(id, { remarks: null, contact: { email: null } });
  shows(await client.candidates.get(id), { remarks: null, contact: { email: null } });
  await refused(client.candidates.change(id, { lastName: null as unknown as string }), {
    lastName: 'required',
  });
});

rule('calls.nothingChanged', 'The same values again change nothing', async () => {
  const lastName = unique();
  const id = await candidate({ lastName });
  const before = await client.candidates.get(id);
  await client.candidates.change(id, { lastName });
  await client.candidates.change(id, {});
  assert.deepEqual(await client.candidates.get(id), before);
});
