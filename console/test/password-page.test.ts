import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { createInvitationLink } from '../../server/areas/access/index.ts';
import { violationsOf } from '../../server/testing/browser.ts';
import { openConsole } from './open-console.ts';
import { openWithMail } from './users-data.ts';

const { service, consoleTest } = await openWithMail();
const { service: silent, consoleTest: silentTest } = await openConsole();
const PASSWORD = 'richtig langes Kennwort';

/** Invites a new user, and returns the address of the page in this service. */
async function invite(to = service): Promise<{ email: string; url: string }> {
  const admin = await to.platform('admin');
  const email = `${randomBytes(6).toString('hex')}@firm.example`;
  const { body } = await admin.post('/users', { email, firstName: 'Nora', lastName: 'Neu', role: 'viewer' });
  const { id } = to.tenant;
  const db = to.services.database.tenant(id);
  const link = new URL(await createInvitationLink(db, to.services, id, body.id));
  return { email, url: to.baseUrl + link.pathname + link.search + link.hash };
}

async function enter(page: Page, password: string, again = password): Promise<void> {
  await page.getByLabel('Neues Passwort', { exact: true }).fill(password);
  await page.getByLabel('Neues Passwort wiederholen').fill(again);
  await page.getByRole('button', { name: 'Passwort setzen' }).click();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

consoleTest('a link survives a reload and the other language, and is not in the address', async (page) => {
  const { url } = await invite();
  await page.goto(url);
  await heading(page, 'Passwort setzen');
  assert.doesNotMatch(page.url(), /token/);
  await page.reload();
  await heading(page, 'Passwort setzen');
  await page.getByRole('link', { name: 'English' }).click();
  await heading(page, 'Set your password');
  await page.reload();
  await heading(page, 'Set your password');
  assert.equal(page.url(), `${service.baseUrl}/password?lang=en`);
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await heading(page, 'Passwort setzen');
  await enter(page, PASSWORD);
  await heading(page, 'Passwort gesetzt');
});

consoleTest('a user who has set the first password signs in from there', async (page) => {
  const { email, url } = await invite();
  await page.goto(url);
  await page.locator('#new-password:focus').waitFor();
  await enter(page, PASSWORD);
  await page.getByRole('link', { name: 'Anmelden' }).click();
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByLabel('Passwort').fill(PASSWORD);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByRole('button', { name: 'Nora Neu' }).waitFor();
});

consoleTest('a password that breaks the rule is named as such, and the link stays valid', async (page) => {
  const { url } = await invite();
  await page.goto(url);
  // The browser counts twelve, the service six.
  for (const password of ['🚂🚃🚃🚃🚃🚃', 'x'.repeat(257)]) {
    await enter(page, password);
    await page.getByRole('alert').getByText('Das Passwort muss 12 bis 256 Zeichen haben.').waitFor();
    await enter(page, PASSWORD, `${PASSWORD} `);
    await page.getByRole('alert').getByText('Die beiden Passwörter sind verschieden.').waitFor();
  }
  await enter(page, PASSWORD);
  await heading(page, 'Passwort gesetzt');
});

consoleTest('nothing of a link is left in the tab when it has been used', async (page) => {
  const { url } = await invite();
  const token = new URL(url).hash.split('=')[1]!;
  const kept = () =>
    page.evaluate<string>('JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }])');
  await page.goto(url);
  await heading(page, 'Passwort setzen');
  assert.ok((await kept()).includes(token));
  await enter(page, PASSWORD);
  await heading(page, 'Passwort gesetzt');
  assert.ok(!(await kept()).includes(token), await kept());
  await page.reload();
  await heading(page, 'Neues Passwort anfordern');
});

consoleTest('a link that is pasted into the open page is used', async (page) => {
  const [first, second] = [await invite(), await invite()];
  await page.goto(first.url.replace(/#.*/, '#token=unknown'));
  await enter(page, PASSWORD);
  await heading(page, 'Dieser Link gilt nicht mehr');
  await page.goto(second.url);
  await heading(page, 'Passwort setzen');
  await enter(page, PASSWORD);
  await heading(page, 'Passwort gesetzt');
  assert.deepEqual(await violationsOf(page), []);
});

silentTest('without mails, a link sets the password, and no other one is promised', async (page) => {
  const { url } = await invite(silent);
  await page.goto(url);
  await enter(page, PASSWORD);
  await heading(page, 'Passwort gesetzt');
  await page.goto(`${silent.baseUrl}/password?lang=de`);
  await page.getByText('Diese Installation verschickt keine E-Mails.').waitFor();
  assert.equal(await page.getByRole('button').count(), 0);
  assert.deepEqual(await violationsOf(page), []);
});
