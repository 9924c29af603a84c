import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { externalApplication } from '../../server/testing/makers/applications.ts';
import { answersOf } from '../areas/applications/sent/answers.ts';
import { differencesOf } from '../areas/applications/sent/differences.ts';
import type { SchemaCandidateDto } from '../generated/types.ts';
import { openAs, openConsole, untilIdle } from './open-console.ts';

const { service, consoleTest, urlOf } = await openConsole();
const { api } = service.tenant;
const recruiter = await service.platform('recruiter');
const viewer = await service.platform('viewer');

/** A candidate who is known and applies again, with other values and the answers of a form. Returns the ids. */
async function applyAgain(sent: object = {}): Promise<{ id: number; applicationId: number }> {
  const known = externalApplication({
    firstName: 'Ada',
    lastName: 'Lovelace',
    phoneNumber: '030 5550100',
    street: 'Alte Straße',
    streetNumber: '5',
    countryId: 276,
  });
  const { body: created } = await api.post('/candidates/applies/external', known);
  const again = { ...known, phoneNumber: '0049 (0)30 555-0100', message: 'Noch einmal', ...sent };
  const response = await api.post('/candidates/applies/external', again);
  assert.deepEqual([response.status, response.body.id], [200, created.id], response.text);
  return response.body;
}

const colleague = await service.platform('recruiter');
await service.sql("UPDATE user_account SET first_name = 'Sabine', last_name = 'Vogel' WHERE id = $1", [
  colleague.user.id,
]);
/** The page does not hear of what others do. */
const deafen = (page: Page) => page.route('**/platform/live*', (route) => route.abort());
const openQueue = (page: Page, { applicationId }: { applicationId: number }, { cookie } = recruiter) =>
  openAs(page, urlOf(`/applications?application=${applicationId}`), cookie);
const differences = (page: Page) =>
  page.getByRole('region', { name: 'In der Bewerbung anders als im Profil' }).first();
const rowsOf = async (page: Page) =>
  (await differences(page).locator('dl > div').allInnerTexts()).map((text) =>
    text.replaceAll(/\s+/g, ' ').trim(),
  );

consoleTest(
  'what a known candidate sent otherwise is shown beside the profile, taken over, and taken back',
  async (page) => {
    const sent = {
      ...{ street: 'Neue Gasse', streetNumber: null, zipCode: '1010', city: 'Wien', countryId: 40 },
      ...{ availableFrom: '2027-02-01', hasWhatsApp: false },
    };
    const { id, applicationId } = await applyAgain(sent);
    await openQueue(page, { applicationId });
    await differences(page).getByText('Neue Gasse, 1010 Wien, Österreich').waitFor();
    const all = [
      'WhatsApp nein im Profil: ja Übernehmen',
      'Adresse Neue Gasse, 1010 Wien, Österreich im Profil: Alte Straße 5, 10115 Berlin, Deutschland Übernehmen',
      'Verfügbar ab 01.02.2027 im Profil: keine Angabe Übernehmen',
    ];
    assert.deepEqual(await rowsOf(page), all);
    const profile = async () => (await recruiter.get(`/candidates/${id}`)).body;
    const before = await profile();
    const takeOver = async (name: string) => {
      await page.getByRole('button', { name: `${name} ins Profil übernehmen` }).click();
      await page.getByRole('status').getByText(`${name}: ins Profil übernommen.`).waitFor();
    };
    await takeOver('Adresse');
    await differences(page).and(page.locator(':focus')).waitFor();
    // The number belongs to the street in the town before.
    const { street, streetNumber, zipCode, city, countryId } = (await profile()).location;
    assert.deepEqual(
      [street, streetNumber, zipCode, city, countryId],
      ['Neue Gasse', null, '1010', 'Wien', 40],
    );
    assert.deepEqual(await rowsOf(page), [all[0], all[2]]);
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await page.getByRole('status').getByText('Adresse: wieder wie vorher.').waitFor();
    assert.deepEqual((await profile()).location, before.location);
    assert.deepEqual(await rowsOf(page), all);
    for (const name of ['Adresse', 'Verfügbar ab', 'WhatsApp']) await takeOver(name);
    await differences(page).getByText('Das Profil hat jetzt alle Angaben aus der Bewerbung.').waitFor();
    await differences(page).and(page.locator(':focus')).waitFor();
    const { availability, contact } = await profile();
    assert.deepEqual([availability.availableFrom, contact.hasWhatsApp], ['2027-02-01', false]);
  },
);

consoleTest('a value that is taken over does not overwrite that of a colleague', async (page) => {
  await deafen(page);
  const { id, applicationId } = await applyAgain({ availableFrom: '2027-02-01' });
  const change = async (availableFrom: string) => {
    const { status } = await colleague.put(`/candidates/${id}`, { availability: { availableFrom } });
    assert.equal(status, 204);
  };
  const stored = async () => (await recruiter.get(`/candidates/${id}`)).body.availability.availableFrom;
  await openQueue(page, { applicationId });
  const take = page.getByRole('button', { name: 'Verfügbar ab ins Profil übernehmen' });
  await take.waitFor();
  await untilIdle(page);
  await change('2027-06-15');
  // What else a colleague changes is no obstacle.
  assert.equal((await colleague.put(`/candidates/${id}`, { title: 'Dr.' })).status, 204);
  await take.click();
  const message = page.getByRole('status');
  await message
    .getByText(
      'Verfügbar ab: nicht übernommen, denn im Profil steht inzwischen „15.06.2027“. Das war Sabine Vogel.',
    )
    .waitFor();
  assert.equal(await stored(), '2027-06-15');
  await differences(page).getByText('im Profil: 15.06.2027').waitFor();
  await message.getByRole('button', { name: 'Trotzdem übernehmen' }).click();
  await message.getByText('Verfügbar ab: ins Profil übernommen.').waitFor();
  assert.equal(await stored(), '2027-02-01');
  await message.getByRole('button', { name: 'Rückgängig' }).click();
  await message.getByText('Verfügbar ab: wieder wie vorher.').waitFor();
  assert.equal(await stored(), '2027-06-15');

  await untilIdle(page);
  await take.click();
  await message.getByText('Verfügbar ab: ins Profil übernommen.').waitFor();
  await change('2027-09-01');
  await message.getByRole('button', { name: 'Rückgängig' }).click();
  await message
    .getByText('Das konnte nicht zurückgenommen werden, weil die Angaben inzwischen geändert wurden.')
    .waitFor();
  assert.equal(await stored(), '2027-09-01');
});

consoleTest(
  'the answers of a form are shown with the application, also on the page of the candidate',
  async (page) => {
    const data = {
      Schicht: 'früh',
      Führerschein: true,
      Sprachen: ['Deutsch', 'Polnisch'],
      Umzug: null,
      Stationen: [{ Firma: 'Muster GmbH', Jahre: 3 }],
      ...Object.fromEntries([10, 5, 2, 1].map((number) => [`Frage ${number}`, `Antwort ${number}`])),
    };
    const { id, applicationId } = await applyAgain({ data });
    await openQueue(page, { applicationId });
    const answers = page.getByRole('region', { name: 'Antworten aus dem Formular' });
    await answers.getByText('früh').waitFor();
    const shown = await answers.locator('> dl > div').allInnerTexts();
    assert.deepEqual(
      shown.map((text) => text.replaceAll(/\s+/g, ' ').trim()),
      [
        'Frage 1 Antwort 1',
        'Frage 2 Antwort 2',
        'Frage 5 Antwort 5',
        'Frage 10 Antwort 10',
        'Führerschein ja',
        'Schicht früh',
        'Sprachen Deutsch, Polnisch',
        'Stationen 1 › Firma Muster GmbH',
      ],
    );
    assert.equal(await answers.getByText('keine Angabe').isVisible(), false);
    await answers.getByText('2 weitere Antworten').click();
    await answers.getByText('keine Angabe').waitFor();
    await openAs(page, urlOf(`/candidates/${id}?tab=applications`), recruiter.cookie);
    await page.getByRole('region', { name: 'Antworten aus dem Formular' }).getByText('früh').waitFor();
  },
);

consoleTest('who may not change candidates sees the differences without a button', async (page) => {
  const application = await applyAgain({ city: 'Bonn' });
  await openQueue(page, application, viewer);
  await differences(page)
    .getByText(/im Profil: .*Berlin, Deutschland/)
    .waitFor();
  assert.deepEqual(await rowsOf(page), [
    'Adresse Alte Straße 5, 10115 Bonn, Deutschland im Profil: Alte Straße 5, 10115 Berlin, Deutschland',
  ]);
});

consoleTest('nothing is shown if the profile has what was sent', async (page) => {
  const application = await applyAgain();
  await openQueue(page, application);
  await page.getByText('Noch einmal').waitFor();
  assert.equal(await differences(page).count(), 0);
  assert.equal(await page.getByRole('region', { name: 'Antworten aus dem Formular' }).count(), 0);
});

const CANDIDATE = {
  firstName: 'Ada',
  contact: { email: 'ada@example.org', phone: null, mobile: '0151 2345 6789', hasWhatsApp: null },
  contactChannels: [
    { kind: 'email', address: 'Ada.Privat@example.org' },
    { kind: 'sms', address: '+49 160 1111111' },
  ],
  location: { street: 'Alte Straße', streetNumber: '5', zipCode: '10115', city: 'Berlin', federalStateId: 3 },
  birth: { date: '1990-05-17' },
  availability: { salaryExpectation: 2500 },
} as unknown as SchemaCandidateDto;

test('an address or a number in another notation, or as a channel, is no difference', () => {
  for (const submitted of [
    null,
    {},
    { email: 'ADA@example.org', phoneNumber: '+49 (0)151 23456789', hasWhatsApp: false },
    { email: 'ada.privat@example.org', phoneNumber: '0160/1111111' },
    { firstName: 'Ada', city: 'Berlin', birthDate: '1990-05-17', salaryExpectation: 2500 },
    { firstName: '', city: null, keywords: ['Stapler'], documents: [{ filename: 'cv.pdf' }] },
  ])
    assert.deepEqual(differencesOf(CANDIDATE, submitted), [], JSON.stringify(submitted));
  const submitted = { phoneNumber: '030 1', email: 'b@example.org', birthDate: '1991-05-17' };
  assert.deepEqual(differencesOf(CANDIDATE, submitted), [
    {
      name: 'contact.email',
      sent: { 'contact.email': 'b@example.org' },
      now: { 'contact.email': 'ada@example.org' },
    },
    { name: 'contact.phone', sent: { 'contact.phone': '030 1' }, now: { 'contact.phone': null } },
    { name: 'birth.date', sent: { 'birth.date': '1991-05-17' }, now: { 'birth.date': '1990-05-17' } },
  ]);
});

test('another street of the same town keeps what was not sent, and another town does not', () => {
  const [street] = differencesOf(CANDIDATE, { street: 'Neue Straße', zipCode: '10115', city: 'Berlin' });
  assert.deepEqual(street!.sent, {
    'location.street': 'Neue Straße',
    'location.zipCode': '10115',
    'location.city': 'Berlin',
  });
  const [town, ...others] = differencesOf(CANDIDATE, { zipCode: '53111', city: 'Bonn' });
  assert.deepEqual(others, []);
  assert.deepEqual(
    [town!.sent['location.street'], town!.sent['location.city'], town!.sent['location.federalStateId']],
    [null, 'Bonn', null],
  );
  assert.deepEqual([town!.now['location.street'], town!.now['location.federalStateId']], ['Alte Straße', 3]);
});

test('at most 200 answers are shown, however deep they are', () => {
  assert.deepEqual(answersOf(null), { answers: [], isCut: false });
  const exactly = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`f${index}`, index]));
  assert.deepEqual([answersOf(exactly).answers.length, answersOf(exactly).isCut], [200, false]);
  const { answers, isCut } = answersOf({
    list: Array.from({ length: 300 }, (_, index) => ({ a: { b: index } })),
  });
  assert.deepEqual([answers.length, isCut], [200, true]);
  assert.deepEqual(answers.at(-1), { id: 199, name: 'list 200 › a › b', value: 199 });
  assert.deepEqual(answersOf({ a: {}, b: [], c: [true, null] }).answers, [
    { id: 0, name: 'a', value: null },
    { id: 1, name: 'b', value: null },
    { id: 2, name: 'c 1', value: true },
    { id: 3, name: 'c 2', value: null },
  ]);
});
