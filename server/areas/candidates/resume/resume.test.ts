import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertNotFound,
  assertRefused,
  candidateModified,
  NOTHING,
  written,
} from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { forgetSharedList } from '../../masterdata/index.ts';

const service = await startTestService();
const { api } = service.tenant;
const UNKNOWN_ID = 999_999;

async function createCandidate(): Promise<number> {
  return (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
}

const PERIOD = { fromDate: '2019-04-01', untilDate: '2023-09-30' };

/** Every kind of entry: its path, its list in the details, an entry with all properties, and the required properties. */
const KINDS = [
  {
    path: 'jobs',
    list: 'jobs',
    entry: {
      employer: 'Muster Logistik GmbH',
      position: 'Kommissioniererin',
      ...PERIOD,
      isCurrent: true,
      description: 'Ware\nkommissionieren',
      city: 'Berlin',
      countryId: 276,
      professionId: 271,
      industryId: 1,
    },
    required: ['employer', 'position'],
  },
  {
    path: 'educations',
    list: 'educations',
    entry: { title: 'Ladungssicherung', provider: 'DEKRA', ...PERIOD, hours: 16.5, certificate: 'VDI 2700' },
    required: ['title'],
  },
  {
    path: 'professioneducations',
    list: 'professionEducations',
    entry: {
      institution: 'Berufsschule',
      profession: 'Fachkraft',
      degree: 'IHK',
      ...PERIOD,
      isCompleted: false,
      description: 'Abgebrochen',
    },
    required: ['institution', 'profession'],
  },
  {
    path: 'schooleducations',
    list: 'schoolEducations',
    entry: { school: 'Gesamtschule', graduation: 'Mittlere Reife', ...PERIOD, grade: '2,3', city: 'Berlin' },
    required: ['school'],
  },
];

for (const { path, list, entry, required } of KINDS) {
  const requiredOnly = Object.fromEntries(
    required.map((name) => [name, (entry as Record<string, unknown>)[name]]),
  );

  test(`${path}: an entry is returned as sent`, async () => {
    const id = await createCandidate();
    let entryId = 0;
    const wrote = await written(service, async () => {
      const response = await api.post(`/candidates/${id}/resume/${path}`, entry);
      assert.equal(response.status, 200, response.text);
      entryId = response.body.id;
    });
    assert.deepEqual(wrote, candidateModified(id));
    const { resume } = (await api.get(`/candidates/${id}`)).body;
    assert.deepEqual(resume[list], [{ id: entryId, ...entry }]);
  });

  test(`${path}: no property other than ${required.join(' and ')} is required`, async () => {
    const id = await createCandidate();
    assert.equal((await api.post(`/candidates/${id}/resume/${path}`, requiredOnly)).status, 200);
    await assertRefused(
      service,
      () => api.post(`/candidates/${id}/resume/${path}`, {}),
      ...required.map((name) => `${name} required`),
    );
  });

  test(`${path}: a response lists all faults`, async () => {
    const id = await createCandidate();
    await assertRefused(
      service,
      () =>
        api.post(`/candidates/${id}/resume/${path}`, {
          ...requiredOnly,
          [required[0]!]: 'x'.repeat(256),
          fromDate: '2019-02-30',
        }),
      'fromDate format',
      `${required[0]} length`,
    );
  });

  test(`${path}: a last day before the first is rejected, the same day is accepted`, async () => {
    const id = await createCandidate();
    const post = (untilDate: string) => () =>
      api.post(`/candidates/${id}/resume/${path}`, { ...requiredOnly, fromDate: '2020-05-02', untilDate });
    await assertRefused(service, post('2020-05-01'), 'untilDate range');
    assert.equal((await post('2020-05-02')()).status, 200);
  });

  test(`${path}: a first day that is not a date does not make the last day wrong`, async () => {
    const id = await createCandidate();
    for (const [fromDate, fault] of [
      ['2020-02-30', 'fromDate format'],
      ['May 2020', 'fromDate format'],
      [2020, 'fromDate type'],
    ] as const) {
      const sent = { ...requiredOnly, fromDate, untilDate: '2020-01-31' };
      await assertRefused(service, () => api.post(`/candidates/${id}/resume/${path}`, sent), fault);
    }
  });

  test(`${path}: an unknown candidate is not found`, async () => {
    await assertNotFound(service, () => api.post(`/candidates/${UNKNOWN_ID}/resume/${path}`, entry));
  });

  test(`${path}: ten concurrent calls with one Idempotency-Key add one entry`, async () => {
    const id = await createCandidate();
    const add = () =>
      api.post(`/candidates/${id}/resume/${path}`, entry, {
        headers: { 'idempotency-key': `${path}-${id}` },
      });
    const wrote = await written(service, () => Promise.all(Array.from({ length: 10 }, add)));
    assert.deepEqual(wrote, candidateModified(id));
    assert.deepEqual(await written(service, add), NOTHING);
  });
}

test('the records that a job refers to must exist', async () => {
  const id = await createCandidate();
  await assertRefused(
    service,
    () =>
      api.post(`/candidates/${id}/resume/jobs`, {
        employer: 'A',
        position: 'B',
        countryId: 1,
        professionId: 1,
        industryId: 999,
      }),
    'countryId unknownReference',
    'industryId unknownReference',
    'professionId unknownReference',
  );
});

test('the hours of further training must not be negative', async () => {
  const id = await createCandidate();
  await assertRefused(
    service,
    () => api.post(`/candidates/${id}/resume/educations`, { title: 'A', hours: -1 }),
    'hours range',
  );
});

for (const { path, list, entry, required } of KINDS) {
  test(`an entry of ${path} is changed property by property and removed`, async () => {
    const recruiter = await service.platform('recruiter');
    const [id, stranger] = [await createCandidate(), await createCandidate()];
    const entryId = (await api.post(`/candidates/${id}/resume/${path}`, entry)).body.id;
    const at = (candidateId: number) => `/candidates/${candidateId}/resume/${path}/${entryId}`;
    const entries = async () => (await api.get(`/candidates/${id}`)).body.resume[list];
    const [property] = required as [string];

    const wrote = await written(service, async () => {
      assert.equal((await recruiter.put(at(id), { [property]: ' Neu ', fromDate: null })).status, 204);
    });
    assert.deepEqual(wrote, candidateModified(id));
    const [stored] = await entries();
    assert.deepEqual(stored, { ...entry, id: entryId, [property]: 'Neu', fromDate: null });
    assert.deepEqual(await written(service, () => recruiter.put(at(id), stored)), NOTHING);

    await assertRefused(service, () => recruiter.put(at(id), { [property]: null }), `${property} required`);
    await recruiter.put(at(id), { fromDate: entry.fromDate });
    const early = { untilDate: '2019-03-31' };
    await assertRefused(service, () => recruiter.put(at(id), early), 'untilDate range');
    const faulty = { ...early, [property]: null };
    await assertRefused(
      service,
      () => recruiter.put(at(id), faulty),
      'untilDate range',
      `${property} required`,
    );
    const startless = { ...early, fromDate: 'x' };
    await assertRefused(service, () => recruiter.put(at(id), startless), 'fromDate format');
    for (const call of [() => recruiter.put(at(stranger), {}), () => recruiter.delete(at(stranger))])
      await assertNotFound(service, call);

    const removed = await written(service, async () => {
      assert.equal((await recruiter.delete(at(id))).status, 204);
    });
    assert.deepEqual(removed, candidateModified(id));
    assert.deepEqual(await entries(), []);
    await assertNotFound(service, () => recruiter.delete(at(id)));
  });
}

test('a job is sent back with references that expired since, and no other job can get them', async () => {
  const recruiter = await service.platform('recruiter');
  const id = await createCandidate();
  const job = { employer: 'A', position: 'B' };
  const references = { countryId: 8, professionId: 501, industryId: 2 };
  const add = async (body: object) => (await api.post(`/candidates/${id}/resume/jobs`, body)).body.id;
  const [own, other] = [await add({ ...job, ...references }), await add(job)];
  const path = `/candidates/${id}/resume/jobs/${own}`;
  for (const [list, entry] of [
    ['countries', references.countryId],
    ['professions', references.professionId],
  ] as const) {
    await service.sql('UPDATE catalog_entry SET is_expired = true WHERE list = $1 AND id = $2', [
      list,
      entry,
    ]);
    forgetSharedList(service.services.database, list);
  }
  const admin = await service.platform('admin');
  const industry = `/masterdata/industries/entries/${references.industryId}`;
  assert.equal((await admin.put(industry, { isExpired: true })).status, 204);

  const stored = (await api.get(`/candidates/${id}`)).body.resume.jobs.find(
    (entry: { id: number }) => entry.id === own,
  );
  const put = async (body: object) => {
    const response = await recruiter.put(path, body);
    assert.equal(response.status, 204, response.text);
  };
  assert.deepEqual(await written(service, () => put(stored)), NOTHING);
  assert.deepEqual(await written(service, () => put({ ...stored, city: 'Bonn' })), candidateModified(id));

  const faults = Object.keys(references).map((name) => `${name} unknownReference`);
  await assertRefused(
    service,
    () => recruiter.put(`/candidates/${id}/resume/jobs/${other}`, references),
    ...faults,
  );
  const stranger = await createCandidate();
  await assertRefused(
    service,
    () => recruiter.put(`/candidates/${stranger}/resume/jobs/${own}`, references),
    ...faults,
  );
  await put({ countryId: null });
  await assertRefused(
    service,
    () => recruiter.put(path, { countryId: references.countryId }),
    'countryId unknownReference',
  );
});
