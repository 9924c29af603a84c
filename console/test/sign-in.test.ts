import assert from 'node:assert/strict';
import { createUser } from '../../server/areas/users/index.ts';
import { openConsole, signIn } from './open-console.ts';

const { service, consoleTest, urlOf } = await openConsole({
  SMTP_URL: 'smtp://localhost:2525',
  MAIL_FROM: 'jobs@example.org',
});
const recruiter = await service.platform('recruiter');

consoleTest('a user signs in, and finds the name in the user menu', async (page) => {
  await signIn(page, urlOf('/'), recruiter.user);
  await page.getByRole('heading', { level: 1, name: 'Heute' }).waitFor();
  assert.equal(await page.title(), 'Heute – Stellwerk');
  await page.getByRole('button', { name: 'Test recruiter' }).click();
  await page.getByRole('menuitem', { name: 'Abmelden' }).waitFor();
});

consoleTest('a wrong password is reported, and the email address stays', async (page) => {
  await page.goto(urlOf('/'));
  await page.getByLabel('E-Mail-Adresse').fill(recruiter.user.email);
  // The second one is longer than a password can be, such as a text that was pasted by mistake.
  for (const wrong of ['a wrong password', 'wrong'.repeat(60)]) {
    await page.getByLabel('Passwort').fill(wrong);
    const response = page.waitForResponse('**/platform/session');
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await response;
    await page.getByRole('alert').getByText('Die E-Mail-Adresse oder das Passwort ist falsch.').waitFor();
  }
  assert.equal(await page.getByLabel('E-Mail-Adresse').inputValue(), recruiter.user.email);
  assert.equal(await page.getByRole('navigation').count(), 0);
});

consoleTest('empty fields are named, and nothing is sent', async (page) => {
  await page.goto(urlOf('/sign-in'));
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByText('Bitte ausfüllen.').nth(1).waitFor();
  assert.deepEqual(
    sent.filter((path) => path.startsWith('/platform')),
    [],
  );
});

consoleTest('a user of two tenants with one password chooses the tenant by its name', async (page) => {
  const other = await service.createTenant();
  const { user } = await service.platform('viewer', other);
  const { id } = service.tenant;
  await createUser(service.services.database.tenant(id), id, {
    ...user,
    firstName: 'Zwei',
    lastName: 'Mandanten',
    role: 'viewer',
  });
  await service.sql('UPDATE tenant SET name = $1 WHERE id = $2', ['Zwei Personal GmbH', other.id]);
  await page.goto(urlOf('/'));
  await page.getByLabel('E-Mail-Adresse').fill(user.email);
  await page.getByLabel('Passwort').fill('a wrong password');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Die E-Mail-Adresse oder das Passwort ist falsch.').waitFor();
  await page.getByLabel('Passwort').fill(user.password);
  await page.keyboard.press('Enter');
  const tenants = page.getByRole('group', { name: 'Wählen Sie den Mandanten' });
  await tenants.waitFor();
  assert.deepEqual(await tenants.getByRole('button').allTextContents(), ['Test', 'Zwei Personal GmbH']);
  // For another password, they are no longer known.
  await page.getByLabel('Passwort').fill('a wrong password');
  await tenants.waitFor({ state: 'detached' });
  await page.getByLabel('Passwort').fill(user.password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await tenants.getByRole('button', { name: 'Zwei Personal GmbH' }).click();
  await page.getByRole('banner').getByText('Zwei Personal GmbH').waitFor();
});

consoleTest('the browser decides about the language, and the user can change it', async (page) => {
  await page.addInitScript("Object.defineProperty(navigator, 'languages', { value: ['en-US', 'en'] })");
  await page.goto(urlOf('/'));
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.getByLabel('Email address').waitFor();
  assert.equal(await page.getAttribute('html', 'lang'), 'en');
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await page.getByRole('button', { name: 'Anmelden' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Anmelden' }).waitFor();
  assert.equal(await page.getAttribute('html', 'lang'), 'de');
});

consoleTest('the page of a forgotten password is a click away', async (page) => {
  await page.goto(urlOf('/'));
  const link = page.getByRole('link', { name: 'Passwort vergessen?' });
  assert.equal(await link.getAttribute('href'), '/password?lang=de');
});

consoleTest('the address that a user wanted is open after the sign-in', async (page) => {
  await signIn(page, urlOf('/applications?stage=all'), recruiter.user);
  await page.getByRole('heading', { level: 1, name: 'Bewerbungen' }).waitFor();
  assert.equal(await page.getByLabel('Phase').inputValue(), 'all');
});

consoleTest('an address of another host is no way out of the sign-in', async (page) => {
  await signIn(page, urlOf('/sign-in?from=//example.org/'), recruiter.user);
  await page.getByRole('heading', { level: 1, name: 'Heute' }).waitFor();
});

consoleTest('a sign-out ends the session, clears the storage, and keeps the language', async (page) => {
  await signIn(page, urlOf('/'), recruiter.user);
  await page.getByRole('button', { name: 'Test recruiter' }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await page.evaluate("localStorage.setItem('kept', 'no')");
  const ended = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  assert.equal(await (await ended).headerValue('clear-site-data'), '"cache", "storage"');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.equal(await page.evaluate("localStorage.getItem('kept')"), null);
  assert.deepEqual(await page.context().cookies(), []);
  await page.goto(urlOf('/applications'));
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

consoleTest('a session that ends on the page is resumed where the user was', async (page) => {
  const { user, ...calls } = await service.platform('recruiter');
  await signIn(page, urlOf('/settings/profile'), user);
  await page.getByLabel('Neues Passwort').fill('half a password');
  await calls.delete('/sessions');
  // What a mouse above the link reads ahead can open the dialog before it clicks.
  await page.getByRole('link', { name: 'Bewerbungen' }).dispatchEvent('click');
  const dialog = page.getByRole('dialog', { name: 'Ihre Sitzung ist abgelaufen' });
  assert.equal(await dialog.getByLabel('E-Mail-Adresse').inputValue(), user.email);
  await dialog.getByLabel('Passwort').fill(user.password);
  await dialog.getByRole('button', { name: 'Anmelden' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('0 Bewerbungen').waitFor();
});

consoleTest('what the service said before a sign-in does not ask for another one', async (page) => {
  const { user, ...calls } = await service.platform('recruiter');
  await signIn(page, urlOf('/settings/profile'), user);
  await calls.delete('/sessions');
  await page.evaluate("dispatchEvent(new Event('focus'))");
  const dialog = page.getByRole('dialog', { name: 'Ihre Sitzung ist abgelaufen' });
  await dialog.getByLabel('Passwort').fill(user.password);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  let looks = 0;
  await page.route('**/platform/session', async (route) => {
    if (route.request().method() !== 'GET' || ++looks > 1) return route.continue();
    const response = await route.fetch();
    assert.equal(response.status(), 401);
    held.resolve();
    await released;
    return route.fulfill({ response });
  });
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await held.promise;
  await dialog.getByRole('button', { name: 'Anmelden' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const next = page.waitForResponse((response) => response.url().endsWith('/platform/session'));
  release();
  assert.equal((await next).status(), 401);
  // The next click would wait for a dialog that covers the page.
  await page.getByRole('link', { name: 'Bewerbungen' }).click();
  await page.getByText('0 Bewerbungen').waitFor();
  assert.equal(await dialog.count(), 0);
});
