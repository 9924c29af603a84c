import assert from 'node:assert/strict';
import type { CandidateChanges } from '../../sdk/index.ts';
import { notFound, shows } from '../expect.ts';
import { branchId, candidate, company, day, hourOf, recruiterId } from '../given.ts';
import { client } from '../installation.ts';
import { rule } from '../rule.ts';

const { listChanges, listChangesOfDay, listChangesOfHour } = client.candidates;

/** The lists that contain the record. */
function listsWith(stream: Record<string, readonly { id: number }[]>, id: number): string[] {
  return Object.keys(stream).filter((list) => stream[list]!.some((entry) => entry.id === id));
}

async function streamOfHour(id: number): Promise<CandidateChanges> {
  const { date, hour } = hourOf(await client.candidates.get(id));
  return listChangesOfHour(date, hour);
}

rule('changes.threeLists', 'A stream has the lists new, modified and deleted', async () => {
  const stream = await listChanges({ startDate: day(), endDate: day() });
  assert.deepEqual(Object.keys(stream), ['new', 'modified', 'deleted']);
  const all = Object.values(stream).flatMap((entries) => entries.map((entry: { id: number }) => entry.id));
  assert.equal(new Set(all).size, all.length, 'no id is in two lists');
});

rule('changes.byPeriodDayHour', 'A change is in the stream of its period, its day and its hour', async () => {
  const id = await candidate();
  const { date, hour } = hourOf(await client.candidates.get(id));
  for (const stream of [
    await listChanges({ startDate: date, endDate: date }),
    await listChangesOfDay(date),
    await listChangesOfHour(date, hour),
  ])
    assert.deepEqual(listsWith({ ...stream }, id), ['new']);
});

rule('changes.newWins', 'A candidate created and changed in one hour is new', async () => {
  const id = await candidate();
  await client.candidates.change(id, { title: 'Dr.' });
  assert.deepEqual(listsWith({ ...(await streamOfHour(id)) }, id), ['new']);
});

rule(
  'changes.subRecords',
  'A language, a status or an application is a change of the candidate',
  async () => {
    const id = await candidate();
    for (const change of [
      () => client.candidates.addLanguage(id, { languageId: 25 }),
      () => client.candidates.addJob(id, { employer: 'Nordkai', position: 'Lager' }),
      async () => client.candidates.setStatus(id, { statusId: 2005 }),
      async () => client.candidates.apply(id, { recruiterId: await recruiterId() }),
    ]) {
      const { modifiedAtUtc: before } = await client.candidates.get(id);
      await change();
      const { modifiedAtUtc } = await client.candidates.get(id);
      assert.ok(modifiedAtUtc > before);
      const entry = (await streamOfHour(id)).new.find((found) => found.id === id);
      assertSameCall(entry!.changedAtUtc, modifiedAtUtc);
    }
  },
);

rule('changes.entries', 'An entry has the ids of its record', async () => {
  const officeId = await branchId();
  const id = await candidate({ officeId });
  const { rowGuid, modifiedAtUtc } = await client.candidates.get(id);
  const entry = (await streamOfHour(id)).new.find((found) => found.id === id);
  const { changedAtUtc, ...reference } = entry!;
  assert.deepEqual(reference, { id, rowGuid, officeId });
  assertSameCall(changedAtUtc, modifiedAtUtc);
});

rule('changes.companies', 'A new company is in the company stream', async () => {
  const id = await company();
  const { date, hour } = hourOf(await client.companies.get(id));
  for (const stream of [
    await client.companies.listChanges({ startDate: date, endDate: date }),
    await client.companies.listChangesOfDay(date),
    await client.companies.listChangesOfHour(date, hour),
  ])
    assert.deepEqual(listsWith({ ...stream }, id), ['new']);
});

rule('changes.running', 'The window of today is not complete', async () => {
  const { headers } = await listChangesOfDay(day()).withResponse();
  assert.equal(headers.get('window-complete'), 'false');
  assert.equal(headers.get('cache-control'), 'no-store');
});

rule('changes.ended', 'The windows of yesterday and of a day without changes are final', async () => {
  const { headers, etag } = await listChangesOfDay(day(-1)).withResponse();
  assert.equal(headers.get('window-complete'), 'true');
  assert.match(headers.get('cache-control')!, /^private, max-age=31536000, immutable$/);
  assert.ok(etag);
  const nothing = { new: [], modified: [], deleted: [] };
  assert.deepEqual(await listChangesOfDay('2001-01-01'), nothing);
  assert.deepEqual(await listChangesOfHour('2001-01-01', 23), nothing);
});

rule('changes.notAPeriod', '30 February, hour 24 and the day after tomorrow are not found', async () => {
  for (const area of [client.candidates, client.documents, client.companies, client.jobAds]) {
    await notFound(area.listChangesOfDay('2026-02-30'));
    await notFound(area.listChangesOfHour('2026-02-03', 24));
    await notFound(area.listChangesOfDay(day(2)));
    await notFound(area.listChangesOfHour(day(2), 0));
  }
  shows(await listChangesOfHour('2001-01-01', 7), { new: [] });
});

/** A call writes both times one after the other, so they differ slightly. */
function assertSameCall(changedAtUtc: string, modifiedAtUtc: string): void {
  assert.ok(Math.abs(Date.parse(changedAtUtc) - Date.parse(modifiedAtUtc)) < 1000);
}
