import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { openAs, openConsole, signIn, untilTrue } from './open-console.ts';
import { insertApplications } from './recruiting-data.ts';

// Tabs of one browser, which have one session.

const { service, consoleTest, urlOf } = await openConsole();
const { ids } = await insertApplications(service);
const colleague = await service.platform('recruiter');
const integrator = await service.platform('integrator');

const idOf = (lastName: string) => ids[lastName]!.candidateId;
const pathOf = (lastName: string) => `/candidates/${idOf(lastName)}`;
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const draftNames = (page: Page) =>
  page.evaluate<string[]>("Object.keys(localStorage).filter((name) => name.startsWith('stellwerk.draft.'))");

/** Two tabs of a new user: the first one shows a candidate. */
async function openTabs(page: Page, test: TestContext) {
  const context = await page.context().browser()!.newContext({ locale: 'de-DE', reducedMotion: 'reduce' });
  test.after(() => context.close());
  const { user, cookie, ...calls } = await service.platform('recruiter');
  const first = await context.newPage();
  await openAs(first, urlOf(pathOf('Weiß')), cookie);
  await heading(first, 'Weiß').waitFor();
  const second = await context.newPage();
  await second.goto(urlOf('/'));
  await heading(second, 'Heute').waitFor();
  return { context, user, calls, first, second };
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Test recruiter' }).click();
  await page.getByRole('menuitem', { name: 'Abmelden' }).click();
}

/** As a tab that was frozen and has missed what the others said: the cookie of somebody else, and no message. */
async function changeCookie(context: BrowserContext, cookie: string): Promise<void> {
  const [name, value] = cookie.split('=');
  const { hostname } = new URL(service.baseUrl);
  await context.addCookies([{ name: name!, value: value!, domain: hostname, path: '/' }]);
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Ihre Sitzung ist abgelaufen' });

consoleTest('a sign-out and the next sign-in reach the other tabs at once', async (page, test) => {
  const { first, second } = await openTabs(page, test);
  await signOut(second);
  await first.getByRole('heading', { name: 'Anmelden' }).waitFor();
  await second.getByRole('heading', { name: 'Anmelden' }).waitFor();
  assert.equal(await first.getByText('Weiß').count(), 0);
  await signIn(second, urlOf('/'), integrator.user);
  await first.getByRole('button', { name: 'Test integrator' }).waitFor();
  assert.equal(await first.getByText('Weiß').count(), 0);
});

consoleTest(
  'a tab that missed a sign-in sends nothing as the other user, and becomes theirs',
  async (page, test) => {
    const { context, first, second } = await openTabs(page, test);
    await first.getByRole('link', { name: 'Notizen und Kommunikation' }).click();
    await first.getByLabel('Neue Notiz').fill('Von Jonas');
    const reloadedFirst = first.waitForEvent('load');
    const refused = first.waitForResponse((response) => response.request().method() === 'POST');
    await changeCookie(context, colleague.cookie);
    await first.getByRole('button', { name: 'Notiz speichern' }).click();
    assert.equal((await refused).status(), 401);
    await reloadedFirst;
    await heading(first, 'Weiß').waitFor();
    await first.getByLabel('Neue Notiz').waitFor();
    assert.equal(await first.getByLabel('Neue Notiz').inputValue(), '');
    const { body } = await colleague.get(`${pathOf('Weiß')}/notes`);
    assert.deepEqual(body.notes, []);
    await changeCookie(context, integrator.cookie);
    const reloaded = second.waitForEvent('load');
    await second.evaluate("void window.dispatchEvent(new Event('focus'))");
    await reloaded;
    await second.getByRole('button', { name: 'Test integrator' }).waitFor();
  },
);

consoleTest(
  'a session that has ended is asked for again when the live stream is refused',
  async (page, test) => {
    const { calls, user, first, second } = await openTabs(page, test);
    await calls.delete('/sessions');
    for (const tab of [first, second]) await dialogOf(tab).waitFor();
    await dialogOf(second).getByLabel('Passwort').fill(user.password);
    await dialogOf(second).getByRole('button', { name: 'Anmelden' }).click();
    for (const tab of [first, second]) await dialogOf(tab).waitFor({ state: 'hidden' });
    await heading(first, 'Weiß').waitFor();
  },
);

consoleTest('a sign-out asks about the drafts of other tabs, and leaves none of them', async (page, test) => {
  const { first, second } = await openTabs(page, test);
  await first.getByRole('button', { name: 'Bearbeiten: Kontakt' }).click();
  const phone = first.getByRole('form', { name: 'Kontakt' }).getByLabel('Telefon');
  await phone.fill('030 1');
  await untilTrue(first, "Object.keys(localStorage).some((name) => name.startsWith('stellwerk.draft.'))");
  await signOut(second);
  const question = second.getByRole('dialog', { name: 'Ihre Änderungen sind nicht gespeichert' });
  await question.getByRole('button', { name: 'Hier bleiben' }).click();
  assert.equal(await phone.inputValue(), '030 1');
  assert.equal((await draftNames(second)).length, 1);
  await signOut(second);
  await question.getByRole('button', { name: 'Abmelden, Änderungen verwerfen' }).click();
  await first.getByRole('heading', { name: 'Anmelden' }).waitFor();
  await second.getByRole('heading', { name: 'Anmelden' }).waitFor();
  assert.deepEqual(await draftNames(first), []);
});

/** Types as soon as the tab has heard of the sign-out, before it has loaded the page again. */
const TYPING = `
  const input = document.querySelector('form input[type=tel]');
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
  new BroadcastChannel('stellwerk.session').onmessage = () => {
    setValue.call(input, '030 2');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };`;

consoleTest('what is typed after another tab has signed out is stored nowhere', async (page, test) => {
  const { first, second } = await openTabs(page, test);
  await first.getByRole('button', { name: 'Bearbeiten: Kontakt' }).click();
  await first.getByRole('form', { name: 'Kontakt' }).waitFor();
  await first.evaluate(TYPING);
  await signOut(second);
  for (const tab of [first, second]) await tab.getByRole('heading', { name: 'Anmelden' }).waitFor();
  assert.deepEqual(await draftNames(second), []);
});

/** A draft of each: in the first tab that of its user, and in the storage that of somebody else. Returns the name of the latter. */
async function addDrafts(first: Page): Promise<string> {
  const other = `stellwerk.draft.${randomUUID()}.note-1`;
  const draft = JSON.stringify({ savedAtUtc: new Date().toISOString(), sealed: 'AAAA' });
  await first.evaluate(`localStorage.setItem('${other}', ${JSON.stringify(draft)})`);
  await first.getByRole('button', { name: 'Bearbeiten: Kontakt' }).click();
  await first.getByRole('form', { name: 'Kontakt' }).getByLabel('Telefon').fill('030 1');
  await untilTrue(first, "Object.keys(localStorage).some((name) => name.endsWith('-contact'))");
  return other;
}

async function signOutAndDiscard(page: Page): Promise<void> {
  await signOut(page);
  const question = page.getByRole('dialog', { name: 'Ihre Änderungen sind nicht gespeichert' });
  await question.getByRole('button', { name: 'Abmelden, Änderungen verwerfen' }).click();
}

consoleTest('a sign-out leaves the drafts of somebody else', async (page, test) => {
  const { context, first, second } = await openTabs(page, test);
  const other = await addDrafts(first);
  // Somebody else has signed in, so that the service refuses to sign the user out, and removes nothing itself.
  await changeCookie(context, colleague.cookie);
  // The page before shows the same name.
  const reloaded = [first, second].map((tab) => tab.waitForEvent('load'));
  await signOutAndDiscard(second);
  await Promise.all(reloaded);
  for (const tab of [first, second]) await tab.getByRole('button', { name: 'Test recruiter' }).waitFor();
  assert.deepEqual(await draftNames(first), [other]);
});

consoleTest(
  'a sign-out during which the tab becomes that of somebody else leaves no draft of the user',
  async (page, test) => {
    const { context, first, second } = await openTabs(page, test);
    const other = await addDrafts(first);
    // The sign-out is never answered: the tab is loaded again before.
    await second.route('**/platform/session', (route) => {
      if (route.request().method() !== 'DELETE') return route.continue();
    });
    const sent = second.waitForRequest((request) => request.method() === 'DELETE');
    await signOutAndDiscard(second);
    await sent;
    await changeCookie(context, colleague.cookie);
    const reloaded = second.waitForEvent('load');
    await second.evaluate("void window.dispatchEvent(new Event('focus'))");
    await reloaded;
    await second.getByRole('button', { name: 'Test recruiter' }).waitFor();
    assert.deepEqual(await draftNames(second), [other]);
  },
);

consoleTest('a sign-out in another tab removes a secret that is shown', async (page, test) => {
  const context = await page.context().browser()!.newContext({ locale: 'de-DE', reducedMotion: 'reduce' });
  test.after(() => context.close());
  const { cookie } = await service.platform('admin');
  const first = await context.newPage();
  await openAs(first, urlOf('/developers?tab=clients'), cookie);
  const second = await context.newPage();
  await second.goto(urlOf('/'));
  await heading(second, 'Heute').waitFor();
  await first.getByRole('button', { name: 'API-Client anlegen …' }).click();
  const form = first.getByRole('dialog', { name: 'API-Client anlegen' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Karriereseite');
  await form.getByRole('checkbox').first().check();
  await form.getByRole('button', { name: 'Anlegen' }).click();
  await first.getByRole('dialog', { name: 'Zugangsdaten für Karriereseite' }).waitFor();
  // The browser must not ask whether to stay.
  first.on('dialog', (dialog) => dialog.dismiss());
  await second.getByRole('button', { name: 'Test admin' }).click();
  await second.getByRole('menuitem', { name: 'Abmelden' }).click();
  await first.getByRole('heading', { name: 'Anmelden' }).waitFor();
});

consoleTest('a tab whose session was replaced says so beside what it could not save', async (page, test) => {
  const { calls, user, first, second } = await openTabs(page, test);
  await first.getByRole('button', { name: 'Bearbeiten: Kontakt' }).click();
  const form = first.getByRole('form', { name: 'Kontakt' });
  await form.getByLabel('Telefon').fill('030 1');
  const released = Promise.withResolvers<void>();
  let lookCount = 0;
  await first.route('**/platform/session', async (route) => {
    lookCount += 1;
    await released.promise;
    await route.continue();
  });
  await calls.delete('/sessions');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await form.getByText('Ihre Sitzung ist abgelaufen').waitFor();
  await dialogOf(second).getByLabel('Passwort').fill(user.password);
  await dialogOf(second).getByRole('button', { name: 'Anmelden' }).click();
  await dialogOf(second).waitFor({ state: 'hidden' });
  // The save, the live stream, and the sign-in have asked, and one look is under way.
  assert.equal(lookCount, 1);
  released.resolve();
  await form.getByText('Sie sind wieder angemeldet.').waitFor();
  assert.equal(await dialogOf(first).count(), 0);
});
