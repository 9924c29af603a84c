import assert from 'node:assert/strict';
import { test } from 'node:test';
import { written } from '../../testing/change-watch.ts';
import { startTestService } from '../../testing/harness.ts';
import { proposalMaker } from '../../testing/makers/proposals.ts';
import { contentsOf, mergedMaker } from '../../testing/merged-candidates.ts';

const service = await startTestService();
const { api, id: tenantId } = service.tenant;
const recruiter = await service.platform('recruiter');
const maker = mergedMaker(service, api, recruiter);
const { mergeOf } = maker;

async function apart(candidateId: number, mergeId: number) {
  const response = await maker.undo(candidateId, mergeId);
  assert.equal(response.status, 200, response.text);
  return response.body as {
    candidateId: number;
    notRestored: { what: string; reason: string; count: number }[];
  };
}

const read = async (id: number) => (await api.get(`/candidates/${id}`)).body;

async function full(number: number, body = {}) {
  const id = await maker.candidate({
    contact: { email: `person${number}@example.org`, mobile: `0171 234560${number}` },
    remarks: `Bemerkung ${number}`,
    ...body,
  });
  return { id, ...(await maker.fill(id, number)) };
}

test('everything of both is on the one that remains, and taking apart restores both exactly', async () => {
  const [kept, merged] = [await full(1), await full(2, { birth: { date: '1990-05-17' }, title: 'Dr.' })];
  await succeedHold(merged.id, 'over');
  const before = [await contentsOf(service, kept.id), await contentsOf(service, merged.id)];
  const mergeId = await mergeOf(kept.id, merged.id);
  assert.equal((await api.get(`/candidates/${merged.id}`)).status, 404);
  const united = await read(kept.id);
  assert.equal(united.contact.email, 'person1@example.org');
  assert.equal(united.birth.date, '1990-05-17');
  assert.equal(united.title, 'Dr.');
  assert.equal(united.remarks, 'Bemerkung 1\n\nBemerkung 2');
  const counts = {
    applies: united.applies.length,
    documents: united.documents
      .map(({ originalFileName: name }: { originalFileName: string }) => name)
      .sort(),
    communications: united.communications.length,
    languages: united.languages.length,
    professions: united.professionObjects.length,
    qualifications: united.qualifications.map(({ score }: { score: number }) => score),
    licences: united.driversLicences.map(({ validUntil }: { validUntil: string }) => validUntil).sort(),
    keywords: united.keywords.length,
    jobs: united.resume.jobs.length,
    addresses: united.contactChannels.map(({ address }: { address: string }) => address).sort(),
  };
  assert.deepEqual(counts, {
    applies: 2,
    documents: ['1.txt', '2.png', '2.txt'],
    communications: 4,
    languages: 3,
    professions: 3,
    qualifications: [2, 1, 2],
    licences: ['2031-01-01', '2032-01-01', '2032-01-01'],
    keywords: 3,
    jobs: 3,
    addresses: [
      '0151 23456701',
      '0151 23456702',
      '0171 2345602',
      'channel1@example.org',
      'channel2@example.org',
      'person2@example.org',
    ],
  });
  const primary = united.professionObjects.filter(({ isPrimary }: { isPrimary: boolean }) => isPrimary);
  assert.equal(primary.length, 1);
  const { body: tasks } = await recruiter.get(`/tasks?candidateId=${kept.id}`);
  assert.equal(tasks.tasks.length, 2);

  const { candidateId, notRestored } = await apart(kept.id, mergeId);
  assert.deepEqual(notRestored, []);
  assert.ok(candidateId > merged.id);
  assert.deepEqual(await contentsOf(service, kept.id), before[0]);
  assert.deepEqual(await contentsOf(service, candidateId), before[1]);
  assert.notEqual((await read(candidateId)).rowGuid, undefined);
});

async function succeedHold(id: number, reason: string): Promise<void> {
  assert.equal((await admin.put(`/candidates/${id}/hold`, { reason })).status, 204);
  assert.equal((await admin.delete(`/candidates/${id}/hold`)).status, 204);
}
const admin = await service.platform('admin');

test('what is taken replaces what was there, and comes back', async () => {
  const [kept, merged] = [
    await full(3, { location: { zipCode: '10115', city: 'Berlin', countryId: 276 }, title: 'Prof.' }),
    await full(4, { location: { street: 'Elbweg 1', zipCode: '20095', city: 'Hamburg', countryId: 276 } }),
  ];
  const before = [await contentsOf(service, kept.id), await contentsOf(service, merged.id)];
  const take = ['contact.email', 'contact.mobile', 'location', 'title', 'remarks', 'picture'];
  const mergeId = await mergeOf(kept.id, merged.id, { take });
  const united = await read(kept.id);
  assert.equal(united.contact.email, 'person4@example.org');
  assert.deepEqual([united.location.street, united.location.city, united.title], ['Elbweg', 'Hamburg', null]);
  assert.equal(united.remarks, 'Bemerkung 4');
  assert.ok(
    united.documents.some(({ originalFileName: name }: { originalFileName: string }) => name === '3.png'),
  );
  const shown = united.contactChannels.filter(({ isPrimary }: { isPrimary: boolean }) => isPrimary);
  assert.deepEqual(
    shown.map(({ kind, address }: { kind: string; address: string }) => [kind, address]),
    [['whatsapp', '0151 23456704']],
  );
  const { candidateId, notRestored } = await apart(kept.id, mergeId);
  assert.deepEqual(notRestored, []);
  assert.deepEqual(await contentsOf(service, kept.id), before[0]);
  assert.deepEqual(await contentsOf(service, candidateId), before[1]);
});

test('what was changed or deleted since stays, and the response says so', async () => {
  const [kept, merged] = [await full(5), await full(6, { title: 'Dr.' })];
  const mergeId = await mergeOf(kept.id, merged.id);
  await api.put(`/candidates/${kept.id}`, { title: 'Prof. Dr.' });
  assert.equal((await recruiter.delete(`/documents/${merged.documentId}`)).status, 204);
  const { candidateId, notRestored } = await apart(kept.id, mergeId);
  assert.deepEqual(notRestored, [
    { what: 'title', reason: 'changed', count: 1 },
    { what: 'documents', reason: 'gone', count: 1 },
  ]);
  assert.equal((await read(kept.id)).title, 'Prof. Dr.');
  assert.equal((await read(candidateId)).title, 'Dr.');
});

test('an id of another system goes along, and comes back unless somebody has it now', async () => {
  const [kept, merged] = [await maker.candidate(), await maker.candidate({ importExternalId: 'crm-1' })];
  const first = await mergeOf(kept, merged);
  assert.equal((await read(kept)).importExternalId, 'crm-1');
  const { candidateId } = await apart(kept, first);
  assert.deepEqual(
    [(await read(kept)).importExternalId, (await read(candidateId)).importExternalId],
    [null, 'crm-1'],
  );
  const second = await mergeOf(kept, candidateId);
  await api.put(`/candidates/${kept}`, { importExternalId: 'crm-2' });
  await api.post('/candidates', { firstName: 'A', lastName: 'B', importExternalId: 'crm-1' });
  const again = await apart(kept, second);
  assert.deepEqual(again.notRestored, [
    { what: 'importExternalId', reason: 'changed', count: 1 },
    { what: 'importExternalId', reason: 'taken', count: 1 },
  ]);
});

test('the log has the deletion, then the documents, then the other one, and nothing personal', async () => {
  const [kept, merged] = [await full(7), await full(8, { title: 'Dr.' })];
  let mergeId = 0;
  const wrote = await written(service, async () => {
    mergeId = await mergeOf(kept.id, merged.id);
  });
  const [added] = wrote.changes;
  assert.deepEqual(wrote.changes, [
    { entity: 'document', kind: 'new', id: added!.id },
    { entity: 'candidate', kind: 'deleted', id: merged.id },
    { entity: 'document', kind: 'modified', id: merged.documentId },
    { entity: 'candidate', kind: 'modified', id: kept.id },
  ]);
  assert.deepEqual(
    wrote.events.map(({ type, entityId }) => [type, entityId]),
    [
      [1406, added!.id],
      [1403, merged.id],
      [1402, kept.id],
    ],
  );
  const [entry] = await service.sql<{ properties: string[]; actor: number }>(
    `SELECT properties, actor_id AS actor FROM change_log WHERE tenant_id = $1 AND entity = 'candidate' AND record_id = $2
      ORDER BY sequence DESC LIMIT 1`,
    [tenantId, kept.id],
  );
  assert.deepEqual(
    [entry!.properties.toSorted(), entry!.actor],
    [
      [
        'applies',
        'communications',
        'contactChannels',
        'documents',
        'driversLicences',
        'keywords',
        'languages',
        'professionObjects',
        'qualifications',
        'remarks',
        'resume.educations',
        'resume.jobs',
        'resume.professionEducations',
        'resume.schoolEducations',
        'title',
      ],
      recruiter.user.id,
    ],
  );
  let candidateId = 0;
  const undone = await written(service, async () => {
    ({ candidateId } = await apart(kept.id, mergeId));
  });
  assert.deepEqual(undone.changes, [
    { entity: 'candidate', kind: 'new', id: candidateId },
    { entity: 'document', kind: 'deleted', id: added!.id },
    { entity: 'document', kind: 'modified', id: merged.documentId },
    { entity: 'candidate', kind: 'modified', id: kept.id },
  ]);
  const texts = JSON.stringify([wrote, undone, service.logLines]);
  assert.doesNotMatch(texts, /person\d@|Bemerkung|Muster/);
});

test('merges that follow each other can be undone in any order', async () => {
  for (const order of ['first', 'last'] as const) {
    const number = order === 'first' ? 1 : 4;
    const a = await full(number, { title: 'Dr.', birth: { date: '1990-01-01' } });
    const b = await full(number + 1, { birth: { place: 'Bonn' } });
    const c = await full(number + 2);
    const before = [];
    for (const { id } of [a, b, c]) before.push(await contentsOf(service, id));
    const ab = await mergeOf(b.id, a.id, { take: ['contact.email'] });
    const bc = await mergeOf(c.id, b.id, { take: ['contact.email', 'picture'] });
    assert.equal((await read(c.id)).contact.email, `person${number}@example.org`);
    const { body } = await recruiter.get(`/candidates/${c.id}/merges`);
    assert.deepEqual(
      body.merges.map(({ id, parentId }: { id: number; parentId: number }) => [id, parentId]),
      [
        [bc, null],
        [ab, bc],
      ],
    );
    let newA = 0;
    let newB = 0;
    const reports = [];
    if (order === 'first') {
      const first = await apart(c.id, ab);
      const second = await apart(c.id, bc);
      [newA, newB] = [first.candidateId, second.candidateId];
      reports.push(first, second);
    } else {
      const first = await apart(c.id, bc);
      const second = await apart(first.candidateId, ab);
      [newA, newB] = [second.candidateId, first.candidateId];
      reports.push(first, second);
    }
    assert.deepEqual(
      reports.flatMap(({ notRestored }) => notRestored),
      [],
      order,
    );
    assert.deepEqual(await contentsOf(service, newA), before[0], order);
    assert.deepEqual(await contentsOf(service, newB), before[1], order);
    assert.deepEqual(await contentsOf(service, c.id), before[2], order);
    const gone = async (id: number) =>
      (await recruiter.get(`/candidates/merged?candidateId=${id}`)).body.merged;
    assert.deepEqual([(await gone(a.id)).candidateId, (await gone(b.id)).candidateId], [newA, newB]);
  }
});

test('several merges into one can be undone in any order', async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ] as const) {
    const kept = await maker.candidate();
    const others = [
      await maker.candidate({ title: 'Dr.', contact: { email: 'one@example.org' } }),
      await maker.candidate({ title: 'Prof.', contact: { email: 'two@example.org' } }),
    ];
    const before = [await contentsOf(service, kept)];
    for (const id of others) before.push(await contentsOf(service, id));
    const merges: number[] = [];
    for (const id of others) merges.push(await mergeOf(kept, id, { take: ['title', 'contact.email'] }));
    const made: number[] = [];
    for (const index of order) {
      const { candidateId, notRestored } = await apart(kept, merges[index]!);
      assert.deepEqual(notRestored, []);
      made[index] = candidateId;
    }
    assert.deepEqual(await contentsOf(service, kept), before[0]);
    for (const index of [0, 1]) assert.deepEqual(await contentsOf(service, made[index]!), before[index + 1]);
  }
});

test('of two open proposals on a request, the one that has come further remains', async () => {
  const make = await proposalMaker(service);
  const [shared, other] = [await make.request(), await make.request()];
  const [kept, merged] = [await make.candidate(), await make.candidate({ lastName: 'Mustermann' })];
  const propose = async (candidateId: number, requestId: number, ...changes: object[]) => {
    const path = `/requests/${requestId}/proposals`;
    const added = await recruiter.post(path, { candidateIds: [candidateId] });
    assert.equal(added.status, 200, added.text);
    const { id } = added.body.proposals[0];
    for (const change of changes) assert.equal((await recruiter.put(`${path}/${id}`, change)).status, 204);
    return id as number;
  };
  await propose(kept, shared, { status: 'proposed', comment: 'Kann ab Mai' });
  await propose(merged, shared, { status: 'declined' });
  await propose(merged, shared, {
    rate: { amount: 18.5, unit: 'hour', currency: 'EUR' },
    status: 'accepted',
  });
  await propose(merged, other);
  const before = [await contentsOf(service, kept), await contentsOf(service, merged)];
  const proposalsOf = async (id: number) =>
    (await recruiter.get(`/candidates/${id}/proposals`)).body.proposals
      .map(({ requestId, status, comment, rate }: Record<string, unknown>) => ({
        ...{ requestId, status, comment },
        amount: (rate as { amount: number } | null)?.amount ?? null,
      }))
      .sort((a: { status: string }, b: { status: string }) => a.status.localeCompare(b.status));
  const history = async (requestId: number) =>
    (await recruiter.get(`/requests/${requestId}/history`)).body.entries.length;
  const [ofShared, ofOther] = [await history(shared), await history(other)];
  const mergeId = await mergeOf(kept, merged);
  assert.deepEqual(await proposalsOf(kept), [
    { requestId: shared, status: 'accepted', comment: 'Kann ab Mai', amount: 18.5 },
    { requestId: shared, status: 'declined', comment: null, amount: null },
    { requestId: other, status: 'shortlisted', comment: null, amount: null },
  ]);
  assert.ok((await history(shared)) > ofShared && (await history(other)) > ofOther);
  const { candidateId, notRestored } = await apart(kept, mergeId);
  assert.deepEqual(notRestored, []);
  assert.deepEqual([await contentsOf(service, kept), await contentsOf(service, candidateId)], before);
});
