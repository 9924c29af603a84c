import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Formats } from '../core/texts/formats.ts';
import { openAs, openConsole } from './open-console.ts';
import { insertApplications } from './recruiting-data.ts';

const { service, consoleTest, urlOf } = await openConsole();
const { ids } = await insertApplications(service);
const recruiter = await service.platform('recruiter');
const ZONE = 'Europe/Berlin';
const german = new Formats('de', ZONE);

test('a day is named by the calendar of the zone, and hours only count within today', () => {
  const now = Date.parse('2026-11-26T06:30:00Z');
  for (const [utc, text] of [
    ['2026-11-26T06:31:00Z', 'in dieser Minute'],
    ['2026-11-26T06:20:00Z', 'vor 10 Minuten'],
    ['2026-11-25T23:00:00Z', 'vor 7 Stunden'],
    ['2026-11-25T22:59:00Z', 'gestern'],
    ['2026-11-24T23:00:00Z', 'gestern'],
    ['2026-11-24T09:52:00Z', 'vorgestern'],
    ['2026-11-23T22:59:00Z', 'vor 3 Tagen'],
    ['2026-11-19T23:00:00Z', 'vor 6 Tagen'],
    ['2026-11-19T22:59:00Z', '19.11.2026'],
  ] as const)
    assert.equal(german.ago(utc, now), text, utc);
  assert.equal(new Formats('en', 'UTC').ago('2026-11-25T23:00:00Z', now), 'yesterday');
});

test('a day that has 23 or 25 hours is one day', () => {
  const [spring, autumn] = [Date.parse('2026-03-29T22:30:00Z'), Date.parse('2026-10-25T23:30:00Z')];
  // At 00:30 on the day after the clocks went forward, and at 00:30 on the day after they went back.
  assert.equal(german.ago('2026-03-28T23:30:00Z', spring), 'gestern');
  assert.equal(german.ago('2026-03-28T22:30:00Z', spring), 'vorgestern');
  assert.equal(german.ago('2026-10-24T22:30:00Z', autumn), 'gestern');
  assert.equal(german.ago('2026-10-24T21:30:00Z', autumn), 'vorgestern');
});

test('the day of a point in time is that of the zone', () => {
  assert.equal(german.dayOf('2026-03-05T23:30:00Z'), '06.03.2026');
  assert.equal(german.day('2026-03-05'), '05.03.2026');
});

test('a year has four digits', () => {
  const english = new Formats('en', ZONE);
  assert.deepEqual([german.day('0027-02-01'), english.day('0027-02-01')], ['01.02.0027', '1 Feb 0027']);
  assert.equal(german.day('2027-02-01'), '01.02.2027');
  assert.match(german.dayAndTime('0027-02-01T12:00:00Z'), /^01\.02\.0027, /);
  assert.match(german.moment('0027-02-01T12:00:00Z'), / 1\. Februar 0027 um /);
  assert.equal(german.ago('0027-02-01T12:00:00Z'), '01.02.0027');
});

test('a number is read in German and English notation', () => {
  const english = new Formats('en', ZONE);
  for (const entry of ['1.234,56', '1,234.56', '1234,56', '1234.56', '1 234,56', "1'234.56", ' 1.234,56 '])
    assert.deepEqual([german.parse(entry), english.parse(entry)], [1234.56, 1234.56], entry);
  // Only the language says whether this sign is that of a thousand.
  assert.deepEqual([german.parse('1.234'), english.parse('1.234')], [1234, 1.234]);
  assert.deepEqual([german.parse('1,234'), english.parse('1,234')], [1.234, 1234]);
  assert.deepEqual(
    ['38,5', '38.5', '.5', '0', '-1', '1.234.567'].map((entry) => german.parse(entry)),
    [38.5, 38.5, 0.5, 0, -1, 1_234_567],
  );
  for (const entry of ['1 234 567', '1\u00a0234\u00a0567', '1\u202f234\u00a0567', '1’234’567', '1 234 567,0'])
    assert.equal(german.parse(entry), 1_234_567, entry);
  for (const entry of ['1 2345', '1234 567', '1 23', '1 234.567,8', "1 234'567", '1,234 567', '0151 234 567'])
    assert.equal(german.parse(entry), undefined, entry);
  for (const entry of ['', 'viele', '1.2.3', '1,2,3.4', '12.34,5', '1.234,567,8', '20 Euro', '1e3'])
    assert.equal(german.parse(entry), undefined, entry);
});

consoleTest('the list of applications names the days of the calendar', async (page) => {
  const DAY_MS = 86_400_000;
  const now = service.clock.now().getTime();
  const dayOf = (daysAgo: number) => new Date(now - daysAgo * DAY_MS).toISOString().slice(0, 10);
  const { candidateId } = ids.Muster!;
  // 45 hours before, which is the day before yesterday.
  const appliedAtUtc = `${dayOf(2)}T09:30:00Z`;
  const body = { recruiterId: recruiter.user.id, appliedAtUtc };
  const applied = await service.tenant.api.post(`/candidates/${candidateId}/apply`, body);
  assert.equal(applied.status, 200, applied.text);
  await page.clock.setFixedTime(`${dayOf(0)}T06:30:00Z`);
  const developerTools = await page.context().newCDPSession(page);
  await developerTools.send('Emulation.setTimezoneOverride', { timezoneId: ZONE });
  await openAs(page, urlOf(`/applications?application=${applied.body.id}`), recruiter.cookie);
  const time = page.locator(`time[datetime="${appliedAtUtc.replace('Z', '.000Z')}"]`);
  await time.filter({ visible: true, hasText: 'vorgestern' }).first().waitFor();
});
