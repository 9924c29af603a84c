import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { button } from './elements.ts';
import { openAs, openConsole, untilIdle } from './open-console.ts';
import { insertApplications } from './recruiting-data.ts';

// The record is deleted or merged, or the permission is taken away, while somebody types: what was typed stays on the page.

const { service, consoleTest, urlOf } = await openConsole();
const { ids } = await insertApplications(service);
const recruiter = await service.platform('recruiter');
const colleague = await service.platform('recruiter');
const admin = await service.platform('admin');

const branch = (await admin.post('/branches', { name: 'Berlin' })).body.id;

const idOf = (lastName: string) => ids[lastName]!.candidateId;
const pathOf = (lastName: string) => `/candidates/${idOf(lastName)}`;
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const kept = (page: Page) => page.getByRole('region', { name: 'Nicht gespeichert' });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const ASK = 'Die Administration Ihres Unternehmens kann Ihre Rolle ändern.';

async function open(page: Page, path: string, { cookie } = recruiter): Promise<void> {
  await openAs(page, urlOf(path), cookie);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await untilIdle(page);
}

async function did(answer: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await answer;
  assert.ok(status === 200 || status === 204, text);
}

const keptText = (page: Page, name: string) =>
  kept(page).getByRole('textbox', { name, exact: true }).inputValue();

consoleTest('what was typed about an erased candidate stays, and nothing else of it', async (page) => {
  await did(recruiter.put(pathOf('Öztürk'), { remarks: 'Fährt Gabelstapler.' }));
  await open(page, pathOf('Öztürk'));
  await button(page, 'Bearbeiten: Bemerkungen').click();
  await field(page, 'Bemerkungen').fill('Fährt Gabelstapler.\nRuft am Montag an.');
  await button(page, 'Bearbeiten: Kontakt').click();
  await field(page, 'Website').fill('https://neu.example');
  await did(admin.delete(pathOf('Öztürk')));
  await page.getByRole('heading', { level: 1, name: 'Diesen Bewerber gibt es nicht' }).waitFor();
  await kept(page).and(page.locator(':focus')).waitFor();
  assert.equal(await keptText(page, 'Bemerkungen'), 'Ruft am Montag an.');
  assert.equal(await keptText(page, 'Website'), 'https://neu.example');
  assert.equal(await kept(page).getByRole('textbox').count(), 2);
  assert.doesNotMatch(await page.locator('body').innerHTML(), /Öztürk|kandidat\d|Gabelstapler/);
  await untilIdle(page);
  const drafts = "Object.keys(localStorage).filter((name) => name.startsWith('stellwerk.draft.'))";
  assert.deepEqual(await page.evaluate(drafts), []);
  await kept(page).getByRole('button', { name: 'Schließen' }).click();
  await kept(page).waitFor({ state: 'hidden' });
});

consoleTest('a form that is saved about an erased candidate keeps its text as well', async (page) => {
  // No live stream: the service says it.
  await page.route('**/live*', (route) => route.abort());
  await open(page, pathOf('Şahin'));
  await button(page, 'Bearbeiten: Bemerkungen').click();
  await field(page, 'Bemerkungen').fill('Halb geschrieben');
  await did(admin.delete(pathOf('Şahin')));
  await button(page, 'Speichern').click();
  await page.getByRole('heading', { level: 1, name: 'Diesen Bewerber gibt es nicht' }).waitFor();
  assert.equal(await keptText(page, 'Bemerkungen'), 'Halb geschrieben');
});

consoleTest('a note about a merged candidate can be taken to the one who remains', async (page) => {
  await open(page, `${pathOf('Weiß')}?tab=communication`);
  await field(page, 'Neue Notiz').fill('Erste Zeile\nZweite Zeile');
  const tagOf = async (lastName: string) => (await colleague.get(pathOf(lastName))).headers.get('etag');
  const merge = { mergedCandidateId: idOf('Weiß'), mergedIfMatch: await tagOf('Weiß'), take: [] };
  await did(colleague.post(`${pathOf('Muster')}/merge`, merge));
  await page.getByRole('heading', { level: 1, name: /mit einem anderen zusammengeführt/ }).waitFor();
  assert.equal(await keptText(page, 'Neue Notiz'), 'Erste Zeile\nZweite Zeile');
  await kept(page)
    .getByText(/gelöscht oder zusammengeführt/)
    .waitFor();
  await link(page, 'Zu Ada Muster').click();
  await page.getByRole('heading', { level: 1, name: 'Ada Muster' }).waitFor();
  assert.equal(await keptText(page, 'Neue Notiz'), 'Erste Zeile\nZweite Zeile');
  await kept(page).getByRole('button', { name: 'Kopieren: Neue Notiz' }).click();
  await kept(page).getByRole('status').getByText('Kopiert').waitFor();
  await kept(page).getByRole('button', { name: 'Schließen' }).click();
  await kept(page).waitFor({ state: 'hidden' });
});

consoleTest('who loses the permission while typing is told so, and can copy the text', async (page) => {
  const user = await service.platform('recruiter');
  const setRole = (role: string) => did(admin.put(`/users/${user.user.id}`, { role }));
  await open(page, pathOf('Kowalenko'), user);
  await button(page, 'Bearbeiten: Bemerkungen').click();
  await field(page, 'Bemerkungen').fill('Halb geschrieben');
  await setRole('viewer');
  let looks = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/platform/session') looks++;
  });
  await button(page, 'Speichern').click();
  await kept(page).getByText('Ihre Rolle ist jetzt „Nur Lesen“.').waitFor();
  await kept(page).getByText(ASK).waitFor();
  assert.equal(await keptText(page, 'Bemerkungen'), 'Halb geschrieben');
  await untilIdle(page);
  assert.equal(looks, 1);
  assert.equal(await page.getByRole('button', { name: /^Bearbeiten/ }).count(), 0);
  assert.equal((await recruiter.get(pathOf('Kowalenko'))).body.remarks, null);
  // The role is given back. Whoever returns to the page can go on.
  await setRole('recruiter');
  await page.evaluate("dispatchEvent(new Event('focus'))");
  const form = page.getByRole('form', { name: 'Bemerkungen' });
  await form.getByRole('button', { name: 'Speichern' }).click();
  await form.waitFor({ state: 'hidden' });
  assert.equal((await recruiter.get(pathOf('Kowalenko'))).body.remarks, 'Halb geschrieben');
});

consoleTest('what was typed in a job ad that is deleted stays, without its tags', async (page) => {
  const title = 'Maler (m/w/d)';
  const introduction = '<p>Wir sind ein Team.</p>';
  const { body } = await admin.post('/jobads', { title, officeId: branch, introduction });
  await open(page, `/jobads/${body.id}`, admin);
  await field(page, 'Einleitung').press('Control+End');
  await page.keyboard.type('\nRuf an!\nOder schreib uns.');
  await field(page, 'Art der Anstellung').fill('Teilzeit');
  await did(admin.delete(`/jobads/${body.id}`));
  await page.getByRole('heading', { level: 1, name: 'Diese Stellenanzeige gibt es nicht' }).waitFor();
  assert.equal(await keptText(page, 'Einleitung'), 'Ruf an!\nOder schreib uns.');
  assert.equal(await keptText(page, 'Art der Anstellung'), 'Teilzeit');
  assert.equal(await kept(page).getByRole('textbox').count(), 2);
  await untilIdle(page);
  const drafts = "Object.keys(localStorage).filter((name) => name.includes('jobad'))";
  assert.deepEqual(await page.evaluate(drafts), []);
});

for (const [path, label] of [
  ['/jobads/new', 'Aufgaben'],
  ['/candidates/new', 'Vorname'],
  ['/companies/new', 'Website'],
  ['/requests/new', 'Anforderungen'],
] as const)
  consoleTest(`who loses the permission while filling in ${path} can copy the text`, async (page) => {
    const user = await service.platform('recruiter');
    await open(page, path, user);
    await field(page, label).fill('Halb geschrieben');
    await did(admin.put(`/users/${user.user.id}`, { role: 'integrator' }));
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await kept(page).waitFor();
    assert.equal(await keptText(page, label), 'Halb geschrieben');
    assert.equal(await kept(page).getByRole('textbox').count(), 1);
  });

consoleTest('who loses the permission while giving a reason can copy the text', async (page) => {
  const user = await service.platform('recruiter');
  await open(page, `/applications?application=${ids.Muster!.applicationId}`, user);
  await page.getByRole('button', { name: /^Verschieben nach/ }).click();
  await page.getByRole('menuitem', { name: 'Abgelehnt' }).click();
  await page.getByRole('dialog').getByLabel('Grund').fill('Halb geschrieben');
  await did(admin.put(`/users/${user.user.id}`, { role: 'viewer' }));
  await page.evaluate("dispatchEvent(new Event('focus'))");
  assert.equal(await keptText(page, 'Grund'), 'Halb geschrieben');
});

consoleTest('a change and a page that the role no longer includes say so, and whom to ask', async (page) => {
  const user = await service.platform('recruiter');
  const setRole = (role: string) => did(admin.put(`/users/${user.user.id}`, { role }));
  // No live stream: the page learns of a role from what it is refused, and from nothing before.
  await page.route('**/live*', (route) => route.abort());
  await open(page, pathOf('Muster'), user);
  await setRole('viewer');
  await page.getByLabel('Status', { exact: true }).selectOption('Qualifiziert');
  const message = page.getByRole('status', { name: 'Meldungen' });
  await message.getByText(`Dafür fehlt Ihnen die Berechtigung. Es wurde nichts geändert. ${ASK}`).waitFor();
  await page.getByLabel('Status', { exact: true }).waitFor({ state: 'hidden' });
  // What the page reads again for the new role would be refused for the next one, and the link would go before the click.
  await untilIdle(page);
  await setRole('integrator');
  await link(page, 'Kunden').click();
  await page.getByRole('heading', { level: 1, name: 'Dafür fehlt Ihnen die Berechtigung' }).waitFor();
  await page.getByText(/^Ihre Rolle „.*“ schließt diese Seite nicht ein\./).waitFor();
  await link(page, 'Kunden').waitFor({ state: 'hidden' });
});
