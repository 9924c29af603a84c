import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOTHING, written } from '../../testing/change-watch.ts';
import { startTestService } from '../../testing/harness.ts';
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

test('an id that was taken from the other one comes back unless somebody has it now', async () => {
  const ids = { kept: 'taken-1', merged: 'taken-2' };
  const [kept, merged] = [
    await maker.candidate({ importExternalId: ids.kept }),
    await maker.candidate({ importExternalId: ids.merged }),
  ];
  const mergeId = await mergeOf(kept, merged, { take: ['importExternalId'] });
  const other = { firstName: 'A', lastName: 'B', importExternalId: ids.kept };
  assert.equal((await api.post('/candidates', other)).status, 200);
  const { candidateId, notRestored } = await apart(kept, mergeId);
  assert.deepEqual(notRestored, [{ what: 'importExternalId', reason: 'taken', count: 1 }]);
  const found = [(await read(kept)).importExternalId, (await read(candidateId)).importExternalId];
  assert.deepEqual(found, [null, ids.merged]);
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

test('of merges that follow each other, the latest is undone first, and everything is as before', async () => {
  const a = await full(1, { title: 'Dr.', birth: { date: '1990-01-01' } });
  const b = await full(2, { birth: { place: 'Bonn' } });
  const c = await full(3);
  // What the first and the last have, and the one between them has not.
  const keyword = { keyword: 'Nur der Erste' };
  for (const { id } of [a, c])
    assert.equal((await api.post(`/candidates/${id}/keywords`, keyword)).status, 200);
  const before = [];
  for (const { id } of [a, b, c]) before.push(await contentsOf(service, id));
  const ab = await mergeOf(b.id, a.id, { take: ['contact.email'] });
  const between = await contentsOf(service, b.id);
  const bc = await mergeOf(c.id, b.id, { take: ['contact.email', 'picture'] });
  assert.equal((await read(c.id)).contact.email, 'person1@example.org');
  const { body } = await recruiter.get(`/candidates/${c.id}/merges`);
  assert.deepEqual(
    body.merges.map((merge: Record<string, unknown>) => [merge.id, merge.parentId, merge.undoFirstId]),
    [
      [bc, null, null],
      [ab, bc, bc],
    ],
  );
  await assertNotLast(c.id, ab);
  const last = await apart(c.id, bc);
  assert.deepEqual(await contentsOf(service, last.candidateId), between);
  const first = await apart(last.candidateId, ab);
  assert.deepEqual([last.notRestored, first.notRestored], [[], []]);
  assert.deepEqual(await contentsOf(service, first.candidateId), before[0]);
  assert.deepEqual(await contentsOf(service, last.candidateId), before[1]);
  assert.deepEqual(await contentsOf(service, c.id), before[2]);
  const gone = async (id: number) =>
    (await recruiter.get(`/candidates/merged?candidateId=${id}`)).body.merged.candidateId;
  assert.deepEqual([await gone(a.id), await gone(b.id)], [first.candidateId, last.candidateId]);
});

/** A merge before another one is not undone, and nothing is changed. */
async function assertNotLast(candidateId: number, mergeId: number): Promise<void> {
  const wrote = await written(service, async () => {
    const { status, body } = await maker.undo(candidateId, mergeId);
    assert.equal(status, 409);
    assert.match(body.message, /merged into this one later.*undoFirstId/);
  });
  assert.deepEqual(wrote, NOTHING);
}

test('of several merges into one, the latest is undone first, and everything is as before', async () => {
  const kept = await maker.candidate({ contact: { email: 'own@example.org' } });
  const others = [
    await maker.candidate({ title: 'Dr.', contact: { email: 'one@example.org' } }),
    await maker.candidate({ title: 'Prof.', contact: { email: 'two@example.org' } }),
  ] as const;
  const before = [];
  for (const id of [kept, ...others]) before.push(await contentsOf(service, id));
  const take = ['title', 'contact.email'];
  const [first, second] = [
    await mergeOf(kept, others[0], { take }),
    await mergeOf(kept, others[1], { take }),
  ];
  await assertNotLast(kept, first);
  const made = [await apart(kept, second), await apart(kept, first)];
  assert.deepEqual(
    made.map(({ notRestored }) => notRestored),
    [[], []],
  );
  assert.deepEqual(
    [
      await contentsOf(service, kept),
      await contentsOf(service, made[1]!.candidateId),
      await contentsOf(service, made[0]!.candidateId),
    ],
    before,
  );
});
