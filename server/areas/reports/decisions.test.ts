import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { startTestService } from '../../testing/harness.ts';
import { makeBranch } from '../../testing/makers/branches.ts';

// Hires and rejections are what the applications say: who stores their stages can compute the same figures.

const service = await startTestService();
const HIRED = 2003;
const REJECTED = 2004;
const QUALIFIED = 2005;
// Ten of them are less than the time after which a session without a call ends.
const STEP_MS = 10 * 60_000;
const branch = await makeBranch(service, 'Berlin');

interface Process {
  /** After a jump of the clock, which ends the session. */
  signIn: () => Promise<void>;
  apply: (appliedAtUtc?: string) => Promise<number>;
  move: (application: number, stage: string) => Promise<void>;
  setStatus: (statusId: number, comment?: string) => Promise<void>;
  applies: () => Promise<{ stage: string; stageChangedAtUtc: string }[]>;
  /** Of a period, or of all time. */
  figures: (period?: string) => Promise<{ applications: number; hires: number; rejections: number }>;
}

/** The process of a new candidate and a new job ad. */
async function startProcess(): Promise<Process> {
  const { api } = service.tenant;
  let platform = await service.platform('recruiter');
  const [jobAd] = await service.sql<{ id: number }>(
    "INSERT INTO job_ad (tenant_id, title, office_id) VALUES ($1, 'Lager', $2) RETURNING id",
    [service.tenant.id, branch],
  );
  const jobAdId = jobAd!.id;
  const { id } = (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body;
  return {
    async signIn() {
      platform = await service.platform('recruiter');
    },
    async apply(appliedAtUtc) {
      const body = { recruiterId: platform.user.id, jobAdId, appliedAtUtc };
      return (await api.post(`/candidates/${id}/apply`, body)).body.id;
    },
    async move(application, stage) {
      const { status, text } = await platform.put(`/applications/${application}/stage`, { stage });
      assert.equal(status, 204, text);
    },
    async setStatus(statusId, comment) {
      const { status, text } = await api.put(`/candidates/${id}/status`, { statusId, comment });
      assert.equal(status, 200, text);
    },
    applies: async () => (await api.get(`/candidates/${id}/applies`)).body.applies,
    async figures(period = '') {
      const [figures] = (await api.get(`/reports/performance/jobs/${jobAdId}?${period}`)).body.data;
      const { applications, hires, rejections } = figures;
      return { applications, hires, rejections };
    },
  };
}

const [EMPTY, HIRE, REJECTION] = [
  { applications: 1, hires: 0, rejections: 0 },
  { applications: 1, hires: 1, rejections: 0 },
  { applications: 1, hires: 0, rejections: 1 },
];

test('a decision that another one replaced does not count', async () => {
  const process = await startProcess();
  const id = await process.apply();
  for (const [stage, figures] of [
    ['hired', HIRE],
    ['rejected', REJECTION],
    ['hired', HIRE],
    ['offer', EMPTY],
    ['rejected', REJECTION],
    ['withdrawn', EMPTY],
  ] as const) {
    await process.move(id, stage);
    assert.deepEqual(await process.figures(), figures, stage);
  }
});

test('a status that moves no application counts for none', async () => {
  for (const [first, second, figures] of [
    [HIRED, REJECTED, HIRE],
    [REJECTED, HIRED, REJECTION],
  ] as const) {
    const process = await startProcess();
    await process.setStatus(first);
    assert.deepEqual(await process.figures(), { applications: 0, hires: 0, rejections: 0 });
    await process.apply();
    assert.deepEqual(await process.figures(), EMPTY);
    await process.setStatus(first);
    await process.setStatus(second);
    assert.deepEqual(await process.figures(), figures);
  }
});

test('a decision counts on the day on which it moved the application', async () => {
  await service.clock.set('2026-05-04T10:00:00Z');
  const process = await startProcess();
  const id = await process.apply();
  await process.move(id, 'hired');
  await service.clock.set('2026-05-05T10:00:00Z');
  await process.setStatus(HIRED, 'once more');
  await service.clock.set('2026-05-06T10:00:00Z');
  const day = async (date: string) => {
    const { hires, rejections } = await process.figures(`startDate=${date}&endDate=${date}`);
    return [hires, rejections];
  };
  const days = () => Promise.all(['2026-05-04', '2026-05-05', '2026-05-06'].map(day));
  assert.deepEqual(await days(), [
    [1, 0],
    [0, 0],
    [0, 0],
  ]);
  await process.signIn();
  await process.move(id, 'rejected');
  assert.deepEqual(await days(), [
    [0, 0],
    [0, 0],
    [0, 1],
  ]);
});

test('an application that is recorded later came to its stage with the first of equal decisions', async () => {
  await service.clock.set('2026-05-04T10:00:00.000Z');
  const process = await startProcess();
  await process.setStatus(REJECTED);
  await service.clock.set('2026-05-05T10:00:00.000Z');
  await process.setStatus(HIRED, 'first');
  await service.clock.set('2026-05-06T10:00:00.000Z');
  await process.setStatus(HIRED, 'second');
  await process.apply('2026-05-01T10:00:00.000Z');
  const [application] = await process.applies();
  assert.equal(application!.stage, 'hired');
  assert.equal(application!.stageChangedAtUtc.slice(0, 10), '2026-05-05');
  assert.deepEqual(await process.figures('startDate=2026-05-05&endDate=2026-05-05'), {
    ...{ applications: 0, hires: 1, rejections: 0 },
  });
});

const step = fc.oneof(
  fc.record({ kind: fc.constant('apply' as const), stepsAgo: fc.constantFrom(0, 0, 2, 5) }),
  fc.record({
    kind: fc.constant('move' as const),
    application: fc.nat(3),
    stage: fc.constantFrom('new', 'offer', 'hired', 'hired', 'rejected', 'rejected', 'withdrawn'),
  }),
  fc.record({
    kind: fc.constant('status' as const),
    statusId: fc.constantFrom(HIRED, REJECTED, QUALIFIED),
    comment: fc.constantFrom(undefined, 'once more'),
  }),
);

test('after any changes, each day has the hires and rejections of the applications', async () => {
  const start = Date.parse('2026-06-01T23:10:00Z');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      await service.clock.set(new Date(start).toISOString());
      const process = await startProcess();
      const ids = [await process.apply()];
      for (const [index, change] of steps.entries()) {
        const now = start + (index + 1) * STEP_MS;
        await service.clock.set(new Date(now).toISOString());
        if (change.kind === 'apply')
          ids.push(await process.apply(new Date(now - change.stepsAgo * STEP_MS).toISOString()));
        else if (change.kind === 'status') await process.setStatus(change.statusId, change.comment);
        else await process.move(ids[change.application % ids.length]!, change.stage);
      }
      const applies = await process.applies();
      const count = (stage: string, day: string) =>
        applies.filter((one) => one.stage === stage && one.stageChangedAtUtc.startsWith(day)).length;
      for (const day of ['', '2026-06-01', '2026-06-02']) {
        const { hires, rejections } = await process.figures(day && `startDate=${day}&endDate=${day}`);
        assert.deepEqual([hires, rejections], [count('hired', day), count('rejected', day)], day);
      }
    }),
    { numRuns: 15 },
  );
});
