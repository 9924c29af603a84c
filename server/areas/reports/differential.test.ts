import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { startTestService } from '../../testing/harness.ts';
import { insertWorld, type World } from '../../testing/makers/report-facts.ts';

// Compares the reports with a count that loops over the same facts. Each world has few records and few days, so that ties,
// overlapping days, and a status history that does not fit the stages are frequent.

const service = await startTestService();
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START_MS = Date.parse('2026-05-01T00:00:00Z');
const DAYS = 6;
const NOW_MS = START_MS + 4 * DAY_MS + 12 * HOUR_MS;
const CHANNELS = [1, 28, 51];
const OFFICES = 2;
const RECRUITERS = 2;
const JOB_ADS = 3;

const time = (ms: number) => new Date(ms).toISOString();
const dayText = (day: number) => time(START_MS + day * DAY_MS).slice(0, 10);
// Few distinct hours, so that some coincide. None is later than the current time, because an open publication must have
// started.
const hour = fc.nat(Math.floor((NOW_MS - START_MS) / (6 * HOUR_MS))).map((sixths) => sixths * 6);
const instant = hour.map((hours) => time(START_MS + hours * HOUR_MS));
const index = (count: number) => fc.nat(count - 1);
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

const arbitraryWorld: fc.Arbitrary<World> = fc.record({
  offices: fc.constant(['A', 'B']),
  recruiters: fc.constant(['Ada', 'Ben']),
  jobAds: fc.array(
    fc.record({
      title: fc.constant('Ad'),
      office: index(OFFICES),
      recruiter: orNull(index(RECRUITERS)),
      createdAt: instant,
    }),
    { minLength: JOB_ADS, maxLength: JOB_ADS },
  ),
  // Publications of a job ad do not overlap. The sorted hours are used in turn as start and end.
  publications: fc
    .tuple(...Array.from({ length: JOB_ADS }, () => fc.uniqueArray(hour, { maxLength: 5 })))
    .map((hoursOfAds) =>
      hoursOfAds.flatMap((hours, jobAd) => {
        const sorted = [...hours].sort((first, second) => first - second);
        return sorted.flatMap((from, index) =>
          index % 2 === 1
            ? []
            : [
                {
                  jobAd,
                  from: time(START_MS + from * HOUR_MS),
                  to: sorted[index + 1] === undefined ? null : time(START_MS + sorted[index + 1]! * HOUR_MS),
                },
              ],
        );
      }),
    ),
  traffic: fc.uniqueArray(
    fc.record({
      jobAd: index(JOB_ADS),
      day: index(DAYS).map(dayText),
      channel: fc.constantFrom(...CHANNELS),
      views: fc.nat(9),
      clicks: fc.nat(3),
    }),
    { maxLength: 15, selector: ({ jobAd, day, channel }) => `${jobAd} ${day} ${channel}` },
  ),
  candidates: fc.array(
    fc.record({
      office: orNull(index(OFFICES)),
      recruiter: orNull(index(RECRUITERS)),
      applications: fc.array(
        fc.record({
          jobAd: orNull(index(JOB_ADS)),
          channel: fc.constantFrom(...CHANNELS),
          office: orNull(index(OFFICES)),
          recruiter: orNull(index(RECRUITERS)),
          at: instant,
          stage: fc.constantFrom('offer', 'hired', 'rejected', 'withdrawn'),
          stageAt: instant,
        }),
        { maxLength: 4 },
      ),
      statuses: fc.array(fc.record({ status: fc.constantFrom(2003, 2004, 2005), at: instant }), {
        maxLength: 5,
      }),
    }),
    { maxLength: 5 },
  ),
});

const arbitraryPeriod = fc
  .tuple(orNull(index(DAYS)), orNull(index(DAYS)))
  .filter(([from, to]) => from === null || to === null || from <= to);

interface Fact {
  jobAd: number | null;
  channel: number;
  office: number | null;
  recruiter: number | null;
  views?: number;
  applyClicks?: number;
  applications?: number;
  hires?: number;
  rejections?: number;
}

/** Returns every fact that counts in the period. */
function factsOf(world: World, isInPeriod: (at: string) => boolean): Fact[] {
  const facts: Fact[] = [];
  for (const { jobAd, day, channel, views, clicks } of world.traffic) {
    const { office, recruiter } = world.jobAds[jobAd]!;
    if (isInPeriod(day)) facts.push({ jobAd, channel, office, recruiter, views, applyClicks: clicks });
  }
  for (const { applications, statuses: _, ...candidate } of world.candidates) {
    const attributed = applications.map(({ jobAd, channel, office, recruiter }) => ({
      jobAd,
      channel,
      office: office ?? (jobAd === null ? null : world.jobAds[jobAd]!.office) ?? candidate.office ?? null,
      recruiter:
        recruiter ?? (jobAd === null ? null : world.jobAds[jobAd]!.recruiter) ?? candidate.recruiter ?? null,
    }));
    for (const [index, { at }] of applications.entries())
      if (isInPeriod(at)) facts.push({ ...attributed[index]!, applications: 1 });
    for (const [index, { stage, stageAt }] of applications.entries()) {
      if (!isInPeriod(stageAt!)) continue;
      if (stage === 'hired') facts.push({ ...attributed[index]!, hires: 1 });
      if (stage === 'rejected') facts.push({ ...attributed[index]!, rejections: 1 });
    }
  }
  return facts;
}

function publishedDays(world: World, jobAd: number, isInPeriod: (at: string) => boolean): number {
  let count = 0;
  for (let day = 0; day < DAYS; day++) {
    const [from, to] = [START_MS + day * DAY_MS, START_MS + (day + 1) * DAY_MS];
    const isPublished = world.publications.some(
      (publication) =>
        publication.jobAd === jobAd &&
        Date.parse(publication.from) < to &&
        // A publication that ended at midnight is not one of the day that begins then.
        (publication.to === null ? NOW_MS >= from : Date.parse(publication.to) > from),
    );
    if (isPublished && isInPeriod(dayText(day))) count++;
  }
  return count;
}

function sumsOf(facts: Fact[], days: number) {
  const sum = (name: 'views' | 'applyClicks' | 'applications' | 'hires' | 'rejections') =>
    facts.reduce((total, fact) => total + (fact[name] ?? 0), 0);
  const [views, applications] = [sum('views'), sum('applications')];
  return {
    views,
    applyClicks: sum('applyClicks'),
    applications,
    hires: sum('hires'),
    rejections: sum('rejections'),
    conversionRate: views === 0 ? null : Math.round((applications / views) * 10_000) / 10_000,
    publishedDays: days,
  };
}

/** Groups facts by owner. An owner with published days but no facts is included. */
function byOwner(
  facts: Fact[],
  owner: 'office' | 'recruiter',
  world: World,
  daysOf: (jobAd: number) => number,
) {
  const owners = new Set(facts.map((fact) => fact[owner]));
  const days = new Map<number | null, number>();
  for (const [jobAd, record] of world.jobAds.entries()) {
    if (daysOf(jobAd) === 0) continue;
    owners.add(record[owner]);
    days.set(record[owner], (days.get(record[owner]) ?? 0) + daysOf(jobAd));
  }
  return [...owners]
    .sort((first, second) => (first ?? 99) - (second ?? 99))
    .map((key) => [
      key,
      sumsOf(
        facts.filter((fact) => fact[owner] === key),
        days.get(key) ?? 0,
      ),
    ]);
}

function byChannel(facts: Fact[], daysOf: (jobAd: number) => number) {
  return CHANNELS.filter((channel) => facts.some((fact) => fact.channel === channel)).map((channel) => {
    const own = facts.filter((fact) => fact.channel === channel);
    const jobAds = new Set(own.map(({ jobAd }) => jobAd).filter((jobAd) => jobAd !== null));
    const days = [...jobAds].reduce((total, jobAd) => total + daysOf(jobAd), 0);
    return [channel, sumsOf(own, days)];
  });
}

test('the reports agree with a count that loops over the facts', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryWorld, arbitraryPeriod, async (world, [from, to]) => {
      await service.clock.set(time(NOW_MS));
      const tenant = await service.createTenant();
      const ids = await insertWorld(service, tenant, world);
      const first = from === null ? '' : dayText(from);
      const last = to === null ? '9999' : dayText(to);
      const isInPeriod = (at: string) => at.slice(0, 10) >= first && at.slice(0, 10) <= last;
      const query = [
        ...(from === null ? [] : [`startDate=${dayText(from)}`]),
        ...(to === null ? [] : [`endDate=${dayText(to)}`]),
      ].join('&');
      const read = async (path: string) =>
        (await tenant.api.get(`/reports/performance/${path}?${query}`)).body;
      const rows = async (path: string, id: string, name: string, own: number[]) =>
        (await read(path)).data.map((row: Record<string, unknown>) => {
          const { [id]: key, [name]: _, ...sums } = row;
          return [key === null ? null : own.length === 0 ? key : own.indexOf(key as number), sums];
        });

      const facts = factsOf(world, isInPeriod);
      const daysOf = (jobAd: number) => publishedDays(world, jobAd, isInPeriod);
      // The figures without the properties that identify the job ad.
      const figures = ({
        jobAdId: _,
        id: __,
        title: ___,
        officeId: ____,
        isDeleted: _____,
        ...sums
      }: Record<string, unknown>) => sums;
      const jobs = new Map<number, unknown>(
        (await read('jobs')).map((row: { jobAdId: number }) => [row.jobAdId, figures({ ...row })]),
      );
      for (const [index, jobAd] of world.jobAds.entries()) {
        const own = facts.filter((fact) => fact.jobAd === index);
        const expected = sumsOf(own, daysOf(index));
        const isShown = own.length > 0 || daysOf(index) > 0 || jobAd.createdAt.slice(0, 10) <= last;
        assert.deepEqual(jobs.get(ids.jobAds[index]!), isShown ? expected : undefined);
        const [single] = (await read(`jobs/${ids.jobAds[index]}`)).data;
        assert.deepEqual(figures(single), expected);
      }
      assert.deepEqual(await rows('channels', 'channelId', 'channel', []), byChannel(facts, daysOf));
      assert.deepEqual(
        await rows('offices', 'officeId', 'office', ids.offices),
        byOwner(facts, 'office', world, daysOf),
      );
      assert.deepEqual(
        await rows('recruiters', 'recruiterId', 'recruiter', ids.recruiters),
        byOwner(facts, 'recruiter', world, daysOf),
      );
    }),
    { numRuns: 60 },
  );
});
