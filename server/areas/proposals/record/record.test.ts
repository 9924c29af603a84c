import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNotFound, written } from '../../../testing/change-watch.ts';
import { type PlatformApi, startTestService } from '../../../testing/harness.ts';
import { proposalMaker } from '../../../testing/makers/proposals.ts';
import { eraseCandidate } from '../../privacy/index.ts';

const service = await startTestService();
const make = await proposalMaker(service);
const { recruiter } = make;

async function shortlist(requestId: number, ...candidateIds: number[]): Promise<number[]> {
  const response = await recruiter.post(`/requests/${requestId}/proposals`, { candidateIds });
  assert.equal(response.status, 200, response.text);
  return response.body.proposals.map(({ id }: { id: number }) => id);
}

async function made(headcount = 2) {
  const requestId = await make.request({ headcount });
  const candidateId = await make.candidate();
  const [id] = (await shortlist(requestId, candidateId)) as [number];
  const path = `/requests/${requestId}/proposals/${id}`;
  const set = (body: object) => recruiter.put(path, body);
  return { requestId, candidateId, id, path, set, read: async () => (await recruiter.get(path)).body };
}

async function move(set: (body: object) => Promise<{ status: number }>, ...statuses: string[]) {
  for (const status of statuses) assert.equal((await set({ status })).status, 204, status);
}

function faultOf({ status, body }: { status: number; body: { validationErrors: object[] } }) {
  assert.equal(status, 400);
  const [{ property, code, message }] = body.validationErrors as [Record<string, string>];
  return { property, code, message: message! };
}

test('candidates are shortlisted together, and the request and each candidate list them', async () => {
  const requestId = await make.request({ title: 'Nachtschicht', startDate: '2026-06-01' });
  const [ada, ben] = [
    await make.candidate({ location: { city: 'Kiel' }, availability: { availableFrom: '2026-04-01' } }),
    await make.candidate({ firstName: 'Ben' }),
  ];
  await shortlist(requestId, ada, ben);
  const { proposals, ...rest } = (await recruiter.get(`/requests/${requestId}/proposals`)).body;
  assert.deepEqual(rest, { headcount: 2, placed: 0, canBeFilled: false });
  assert.deepEqual(
    proposals.map((one: { candidateId: number }) => one.candidateId),
    [ada, ben],
  );
  const { id, shortlistedAtUtc, modifiedAtUtc, ...proposal } = proposals[0];
  assert.ok(id && shortlistedAtUtc && modifiedAtUtc);
  assert.deepEqual(proposal, {
    requestId,
    requestTitle: 'Nachtschicht',
    requestStatusId: 1,
    companyId: make.companyId,
    company: 'Muster AG',
    startDate: '2026-06-01',
    candidateId: ada,
    candidateName: 'Ada Muster',
    city: 'Kiel',
    availableFrom: '2026-04-01',
    status: 'shortlisted',
    possibleStatuses: ['proposed', 'accepted', 'declined'],
    proposedAtUtc: null,
    acceptedAtUtc: null,
    placedAtUtc: null,
    declinedAtUtc: null,
    rate: null,
    comment: null,
    createdById: recruiter.user.id,
    createdByName: 'Test recruiter',
  });
  const other = await make.request();
  const [second] = await shortlist(other, ada);
  const first = (await recruiter.get(`/candidates/${ada}/proposals?limit=1`)).body;
  assert.deepEqual([first.proposals[0].id, first.nextBefore], [second, second]);
  const rest2 = (await recruiter.get(`/candidates/${ada}/proposals?before=${second}`)).body;
  assert.deepEqual([rest2.proposals[0].id, rest2.proposals.length, rest2.nextBefore], [id, 1, null]);
});

test('a status leads to others, sets its time, and clears the later ones', async () => {
  const { set, read } = await made();
  await move(set, 'proposed', 'accepted', 'placed');
  const placed = await read();
  assert.ok(placed.proposedAtUtc && placed.acceptedAtUtc && placed.placedAtUtc);
  assert.deepEqual(placed.possibleStatuses, ['accepted']);
  for (const status of ['declined', 'proposed', 'shortlisted']) {
    const fault = faultOf(await set({ status }));
    assert.deepEqual([fault.property, fault.code], ['status', 'notAllowed']);
    assert.match(fault.message, /Set it to accepted first/);
  }
  await move(set, 'accepted', 'proposed');
  const back = await read();
  assert.equal(back.proposedAtUtc, placed.proposedAtUtc);
  assert.deepEqual([back.acceptedAtUtc, back.placedAtUtc], [null, null]);
  assert.match(faultOf(await set({ status: 'placed' })).message, /before it is accepted/);
  await move(set, 'declined');
  const declined = await read();
  assert.ok(declined.declinedAtUtc && declined.proposedAtUtc);
  await move(set, 'proposed');
  assert.equal((await read()).declinedAtUtc, null);
});

test('rate and comment change, are cleared, and are left alone if they are not sent', async () => {
  const { set, read } = await made();
  const rate = { amount: 29.9, unit: 'hour', currency: 'EUR' };
  await set({ rate, comment: 'Nur Frühschicht' });
  await move(set, 'proposed');
  let proposal = await read();
  assert.deepEqual([proposal.rate, proposal.comment], [rate, 'Nur Frühschicht']);
  await set({ rate: null, comment: null });
  proposal = await read();
  assert.deepEqual([proposal.rate, proposal.comment, proposal.status], [null, null, 'proposed']);
  assert.deepEqual(
    (await set({ rate: { amount: 1, unit: 'week', currency: 'eur' } })).body.validationErrors.map(
      ({ property }: { property: string }) => property,
    ),
    ['rate.unit', 'rate.currency'],
  );
  const unknown = await set({ rate: { amount: 1, unit: 'hour', currency: 'EUX' } });
  assert.deepEqual([faultOf(unknown).property, faultOf(unknown).code], ['rate.currency', 'enum']);
});

test('a candidate has one open proposal on a request, and another one after it was declined', async () => {
  const { requestId, candidateId, set } = await made();
  const again = { candidateIds: [await make.candidate(), candidateId] };
  const fault = faultOf(await recruiter.post(`/requests/${requestId}/proposals`, again));
  assert.deepEqual([fault.property, fault.code], ['candidateIds[1]', 'duplicate']);
  assert.match(fault.message, /already has an open proposal/);
  const twice = await recruiter.post(`/requests/${requestId}/proposals`, {
    candidateIds: [again.candidateIds[0], again.candidateIds[0]],
  });
  assert.equal(faultOf(twice).property, 'candidateIds[1]');
  assert.equal((await recruiter.get(`/requests/${requestId}/proposals`)).body.proposals.length, 1);
  await move(set, 'declined');
  await shortlist(requestId, candidateId);
  assert.match(faultOf(await set({ status: 'proposed' })).message, /another open proposal/);
});

test('only candidates whom the platform shows are added, and only to a request that goes on', async () => {
  const requestId = await make.request();
  const path = `/requests/${requestId}/proposals`;
  const hidden = await recruiter.post(path, { candidateIds: [await make.hidden()] });
  const { property, code } = faultOf(hidden);
  assert.deepEqual([property, code], ['candidateIds[0]', 'unknownReference']);
  const candidateIds = [await make.candidate()];
  await recruiter.put(`/customers/requests/${requestId}/status`, { statusId: 4 });
  assert.match(faultOf(await recruiter.post(path, { candidateIds })).message, /cancelled or closed/);
  const many = await recruiter.post(path, { candidateIds: Array.from({ length: 101 }, (_, n) => n + 1) });
  assert.equal(faultOf(many).property, 'candidateIds');
});

test('a request says when all are placed, and keeps its status', async () => {
  const { requestId, set } = await made(1);
  await move(set, 'accepted', 'placed');
  const list = async () => (await recruiter.get(`/requests/${requestId}/proposals`)).body;
  const { requests } = (await recruiter.post('/requests/search', { limit: 1 })).body;
  assert.deepEqual([requests[0].id, requests[0].placed], [requestId, 1]);
  let { placed, headcount, canBeFilled } = await list();
  assert.deepEqual([placed, headcount, canBeFilled], [1, 1, true]);
  assert.equal((await recruiter.get(`/customers/requests/temporarystaffing/${requestId}`)).body.statusId, 1);
  await recruiter.put(`/customers/requests/${requestId}/status`, { statusId: 3 });
  ({ canBeFilled } = await list());
  assert.equal(canBeFilled, false);
});

test('a proposal is removed, unless the candidate is placed', async () => {
  const { path, set } = await made();
  await move(set, 'accepted', 'placed');
  assert.match(faultOf(await recruiter.delete(path)).message, /Set its status to accepted first/);
  await move(set, 'accepted');
  assert.equal((await recruiter.delete(path)).status, 204);
  await assertNotFound(service, () => recruiter.get(path));
});

test('If-Match refuses a change of what somebody else has changed', async () => {
  const { path, set } = await made();
  const etag = (await recruiter.get(path)).headers.get('etag')!;
  await move(set, 'proposed');
  for (const call of [
    () => recruiter.put(path, { status: 'declined' }, { headers: { 'if-match': etag } }),
    () => recruiter.delete(path, { headers: { 'if-match': etag } }),
  ])
    assert.equal((await call()).status, 412);
  const current = (await recruiter.get(path)).headers.get('etag')!;
  const answer = await recruiter.put(path, { status: 'accepted' }, { headers: { 'if-match': current } });
  assert.equal(answer.status, 204);
});

test('two recruiters who place, or shortlist, the same candidate at once do it once', async () => {
  const { requestId, path, set } = await made();
  await move(set, 'accepted');
  const colleague = await service.platform('recruiter');
  const etag = (await recruiter.get(path)).headers.get('etag')!;
  const place = (by: PlatformApi) => by.put(path, { status: 'placed' }, { headers: { 'if-match': etag } });
  const placed = await Promise.all([place(recruiter), place(colleague)]);
  assert.deepEqual(placed.map(({ status }) => status).sort(), [204, 412]);
  const candidateIds = [await make.candidate()];
  const add = (by: PlatformApi) => by.post(`/requests/${requestId}/proposals`, { candidateIds });
  const added = await Promise.all([add(recruiter), add(colleague)]);
  assert.deepEqual(added.map(({ status }) => status).sort(), [200, 400]);
  assert.equal((await recruiter.get(`/requests/${requestId}/proposals`)).body.proposals.length, 2);
});

test('no feed, event, or tag of the integration API sees a proposal, and both histories name what changed', async () => {
  const requestId = await make.request();
  const candidateId = await make.candidate();
  const tags = async () => [
    (await service.tenant.api.get(`/candidates/${candidateId}`)).headers.get('etag'),
    (await service.tenant.api.get(`/customers/requests/temporarystaffing/${requestId}`)).headers.get('etag'),
  ];
  const before = await tags();
  await service.settle();
  const { untilUtc } = (await service.tenant.api.get('/changes?limit=1')).body;
  const wrote = await written(service, async () => {
    const [id] = await shortlist(requestId, candidateId);
    await recruiter.put(`/requests/${requestId}/proposals/${id}`, { status: 'proposed', comment: 'geheim' });
  });
  assert.deepEqual(wrote.events, []);
  assert.deepEqual(
    wrote.changes.map(({ entity, kind, id }) => [entity, kind, id]),
    [1, 2].flatMap(() => [
      ['requestProposal', 'modified', requestId],
      ['candidateProposal', 'modified', candidateId],
    ]),
  );
  assert.deepEqual(await tags(), before);
  await service.settle();
  const feed = await service.tenant.api.get('/changes?limit=1000');
  assert.ok(untilUtc === undefined || feed.body.untilUtc !== undefined);
  assert.doesNotMatch(feed.text, /[pP]roposal/);
  for (const path of [`/requests/${requestId}`, `/candidates/${candidateId}`]) {
    const { entries } = (await recruiter.get(`${path}/history`)).body;
    assert.deepEqual(
      entries
        .slice(0, 2)
        .map((entry: Record<string, unknown>) => [
          entry.entity,
          entry.event,
          entry.changedProperties,
          (entry.actor as { name: string }).name,
        ]),
      [['proposals.status', 'proposals.comment'], ['proposals']].map((properties) => [
        path.startsWith('/requests') ? 'request' : 'candidate',
        null,
        properties,
        'Test recruiter',
      ]),
    );
    assert.doesNotMatch(JSON.stringify(entries), /geheim/);
  }
});

test('the erasure of a candidate removes its proposals, and the export contains them', async () => {
  const { requestId, candidateId, id } = await made();
  const officer = await service.platform('dataProtection');
  const { requestProposals, history } = (await officer.get(`/candidates/${candidateId}/export`)).body;
  assert.deepEqual(
    requestProposals.map((one: { id: number }) => one.id),
    [id],
  );
  assert.ok(
    history.some(({ changedProperties }: { changedProperties: string[] }) =>
      changedProperties.includes('proposals'),
    ),
  );
  await eraseCandidate(service.services, service.tenant.id, candidateId);
  assert.deepEqual((await recruiter.get(`/requests/${requestId}/proposals`)).body.proposals, []);
  const rows = await service.sql('SELECT FROM customer_request_proposal WHERE tenant_id = $1 AND id = $2', [
    service.tenant.id,
    id,
  ]);
  assert.equal(rows.length, 0);
});

test('viewers read, and those who see no requests have neither reads nor changes', async () => {
  const { requestId, candidateId, path } = await made();
  const [viewer, integrator, officer] = [
    await service.platform('viewer'),
    await service.platform('integrator'),
    await service.platform('dataProtection'),
  ];
  const reads = [path, `/requests/${requestId}/proposals`, `/candidates/${candidateId}/proposals`];
  for (const read of reads) {
    assert.equal((await viewer.get(read)).status, 200);
    for (const by of [integrator, officer]) assert.equal((await by.get(read)).status, 403);
  }
  for (const by of [viewer, integrator, officer])
    assert.equal((await by.put(path, { status: 'proposed' })).status, 403);
});

test('another tenant finds neither the request nor its proposals', async () => {
  const { requestId, candidateId, path } = await made();
  const stranger = await service.platform('admin', await service.createTenant());
  for (const read of [path, `/requests/${requestId}/proposals`, `/candidates/${candidateId}/proposals`])
    await assertNotFound(service, () => stranger.get(read));
  await assertNotFound(service, () => stranger.put(path, { status: 'proposed' }));
  const own = await stranger.post(`/requests/${requestId}/proposals`, { candidateIds: [candidateId] });
  assert.ok([400, 404].includes(own.status));
});
