import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { formOf } from './elements.ts';
import { openAs, openConsole, untilIdle } from './open-console.ts';
import { insertApplications } from './recruiting-data.ts';

// What forms say about entries that cannot be saved.

const { service, consoleTest, urlOf } = await openConsole();
const { ids } = await insertApplications(service);
const recruiter = await service.platform('recruiter');
const { candidateId } = ids.Muster!;
const save = (form: Locator) => form.getByRole('button', { name: 'Speichern' }).click();

async function open(page: Page, path = `/candidates/${candidateId}`): Promise<void> {
  await openAs(page, urlOf(path), recruiter.cookie);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await untilIdle(page);
}

async function openForm(page: Page, part: string): Promise<Locator> {
  await page.getByRole('button', { name: `Bearbeiten: ${part}` }).click();
  return formOf(page, part);
}

/** What is described beside the field. */
async function faultOf(field: Locator): Promise<string | null> {
  const described = (await field.getAttribute('aria-describedby'))?.trim().split(/\s+/).at(-1);
  return field.page().locator(`[id="${described}"]`).textContent();
}

const YEAR = 'Das Jahr braucht vier Ziffern, etwa 2027.';

consoleTest('a year of two digits is refused beside its field, and nothing is sent', async (page) => {
  await open(page);
  const sent: string[] = [];
  page.on('request', (request) => ['PUT', 'POST'].includes(request.method()) && sent.push(request.url()));
  const permit = await openForm(page, 'Arbeitserlaubnis');
  const until = permit.getByLabel('Arbeitserlaubnis gültig bis');
  await until.fill('0027-02-01');
  await save(permit);
  await permit.getByRole('alert').getByText(YEAR).waitFor();
  assert.equal(await faultOf(until), YEAR);
  const end = await openForm(page, 'Einsatz');
  await end.getByLabel('Einsatzende').fill('0027-02-01T10:00');
  await save(end);
  await end.getByRole('alert').getByText(YEAR).waitFor();
  await page.getByRole('button', { name: 'Hinzufügen: Berufserfahrung' }).click();
  const job = formOf(page, 'Hinzufügen: Berufserfahrung');
  await job.getByLabel('Tätigkeit').fill('Staplerfahrer');
  await job.getByLabel('Von', { exact: true }).fill('0019-02-01');
  await save(job);
  await job.getByRole('alert').getByText(YEAR).waitFor();
  assert.deepEqual(sent, []);
  await until.fill('2027-02-01');
  await save(permit);
  await page.getByRole('region', { name: 'Arbeitserlaubnis' }).getByText('01.02.2027').waitFor();
});

consoleTest('a follow-up and a new job ad need a year of four digits', async (page) => {
  await open(page, `/applications?application=${ids.Muster!.applicationId}`);
  await page.getByRole('button', { name: 'Wiedervorlage anlegen' }).click();
  const task = formOf(page, 'Wiedervorlage anlegen');
  await task.getByLabel('Was ist zu tun?').fill('Anrufen');
  await task.getByLabel('Fällig').fill('0027-11-27');
  await task.getByRole('button', { name: 'Anlegen' }).click();
  await task.getByText(YEAR).waitFor();
  assert.deepEqual((await recruiter.get(`/tasks?candidateId=${candidateId}`)).body.tasks, []);
});

consoleTest('a new job ad needs a year of four digits', async (page) => {
  await open(page, '/jobads/new');
  const form = formOf(page, 'Neue Stellenanzeige');
  await form.getByLabel('Titel').fill('Fräser (m/w/d)');
  await form.getByLabel('Arbeitsbeginn').fill('0027-02-01');
  await form.getByRole('button', { name: 'Anlegen' }).click();
  const summary = form.getByRole('alert').and(page.locator(':focus'));
  await summary.getByText(`Arbeitsbeginn: ${YEAR}`).waitFor();
});

/** Enters a text that is too long, as somebody who pastes it. Nothing of it may be cut off without a word. */
async function enterTooLong(field: Locator, most: number): Promise<void> {
  await field.fill('n'.repeat(most + 1));
  assert.equal((await field.inputValue()).length, most + 1);
}

consoleTest('a text has the limit of its field, and one that is longer is explained', async (page) => {
  await open(page, `/applications?application=${ids.Muster!.applicationId}`);
  await enterTooLong(page.getByRole('textbox', { name: 'Neue Notiz' }), 65_535);
  await page.getByRole('button', { name: 'Notiz speichern' }).click();
  await page.getByText('Geben Sie höchstens 65.535 Zeichen ein.').waitFor();
  await page.getByRole('button', { name: 'Wiedervorlage anlegen' }).click();
  await enterTooLong(formOf(page, 'Wiedervorlage anlegen').getByLabel('Was ist zu tun?'), 255);
  await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
  await page.getByText('Geben Sie höchstens 255 Zeichen ein.').waitFor();
  await page.goto(urlOf('/candidates'));
  await page.getByRole('button', { name: 'Ansichten' }).click();
  await page.getByRole('menuitem', { name: 'Filter als Ansicht speichern …' }).click();
  const dialog = page.getByRole('dialog');
  await enterTooLong(dialog.getByLabel('Name der Ansicht'), 100);
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await dialog.getByText('Geben Sie höchstens 100 Zeichen ein.').waitFor();
});

consoleTest('numbers are entered in German notation, and a message says what is possible', async (page) => {
  await open(page);
  const wishes = await openForm(page, 'Wünsche und Verfügbarkeit');
  await wishes.getByLabel('Gehaltswunsch').fill('1.234,56');
  const hours = wishes.getByLabel('Wochenstunden');
  await hours.fill('61');
  const radius = wishes.getByLabel('Umkreis in km');
  await radius.fill('12,5');
  await save(wishes);
  await wishes.getByRole('alert').getByText('2 Angaben sind nicht zulässig:').waitFor();
  assert.equal(await faultOf(hours), 'Geben Sie eine Zahl von 0 bis 60 ein.');
  assert.equal(await faultOf(radius), 'Geben Sie eine ganze Zahl ein, etwa 25.');
  await hours.fill('38,5');
  await radius.fill('25');
  await save(wishes);
  await page.getByRole('region', { name: 'Wünsche und Verfügbarkeit' }).getByText('1.234,56').waitFor();
  const { availability } = (await recruiter.get(`/candidates/${candidateId}`)).body;
  assert.deepEqual([availability.salaryExpectation, availability.weeklyHours], [1234.56, 38.5]);
  const person = await openForm(page, 'Person');
  await person.getByLabel('Geburtsdatum').fill('2025-01-01');
  await save(person);
  await person.getByRole('alert').getByText('zu einem Alter von 13 bis 110 Jahren passen').waitFor();
});
