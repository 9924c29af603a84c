import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openAs, openConsole } from './open-console.ts';

const { service, consoleTest, urlOf } = await openConsole();
const recruiter = await service.platform('recruiter');

/** The languages whose texts of the screens the page has asked for since. */
function textsAskedFor(page: Page): string[] {
  const languages: string[] = [];
  page.on('request', (request) => {
    const language = /\/app\/assets\/texts-(\w+)-/.exec(request.url())?.[1];
    if (language !== undefined) languages.push(language);
  });
  return languages;
}

async function enter(page: Page, button = 'Anmelden'): Promise<void> {
  await page.locator('[type=email]').fill(recruiter.user.email);
  await page.locator('[type=password]').fill(recruiter.user.password);
  await page.getByRole('button', { name: button }).click();
}

const untilShown = (page: Page, name = 'Heute') => page.getByRole('heading', { level: 1, name }).waitFor();

consoleTest(
  'sign-in loads no texts of screens, and changes its language without a connection',
  async (page) => {
    const asked = textsAskedFor(page);
    await page.goto(urlOf('/'));
    await page.getByRole('button', { name: 'Anmelden' }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    assert.equal(await page.getAttribute('html', 'lang'), 'en');
    await page.getByRole('status').getByText('No connection.').waitFor();
    assert.deepEqual(asked, []);
    await page.context().setOffline(false);
    await enter(page, 'Sign in');
    await untilShown(page, 'Today');
    assert.deepEqual(asked, ['en']);
  },
);

consoleTest('with a session, the texts are asked for together with the frame', async (page) => {
  const held = Promise.withResolvers<void>();
  // Nothing can run before this one.
  await page.route(/\/app\/assets\/start-[^/]*\.js/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const early = ['texts-de', 'frame'].map((name) =>
    page.waitForRequest((request) => request.url().includes(`/app/assets/${name}-`)),
  );
  const opened = openAs(page, urlOf('/'), recruiter.cookie);
  await Promise.all(early);
  held.resolve();
  await opened;
  await untilShown(page);
});

consoleTest(
  'the texts of a language that was chosen are asked for before the session is known',
  async (page) => {
    await page.addInitScript("localStorage.setItem('stellwerk.language', 'en')");
    const held = Promise.withResolvers<void>();
    await page.route('**/platform/session', async (route) => {
      await held.promise;
      await route.continue();
    });
    const asked = page.waitForRequest(/\/texts-en-/);
    await openAs(page, urlOf('/'), recruiter.cookie);
    await asked;
    held.resolve();
    await untilShown(page, 'Today');
  },
);

consoleTest('a language that is chosen while the texts of another one are loaded is shown', async (page) => {
  const held = Promise.withResolvers<void>();
  await page.route(/\/texts-de-/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(urlOf('/'));
  const asked = page.waitForRequest(/\/texts-de-/);
  await enter(page);
  await asked;
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  held.resolve();
  await untilShown(page, 'Today');
  assert.equal(await page.getAttribute('html', 'lang'), 'en');
});

for (const part of ['texts-de', 'frame'])
  consoleTest(`a sign-in during an upgrade that removed ${part} loads the page again`, async (page) => {
    await page.goto(urlOf('/'));
    await page.route(new RegExp(`/assets/${part}-[^/]*js`), (route) => route.fulfill({ status: 404 }), {
      times: 1,
    });
    await enter(page);
    await untilShown(page);
  });

for (const part of ['texts-de', 'frame'])
  consoleTest(
    `${part} that did not arrive before the connection was lost is there when it is back`,
    async (page) => {
      await page.goto(urlOf('/'));
      const files = new RegExp(`/assets/${part}-[^/]*js`);
      await page.route(files, async (route) => {
        await page.context().setOffline(true);
        await route.abort('internetdisconnected');
      });
      await enter(page);
      await page.getByRole('alert').getByText('Das konnte nicht geladen werden.').waitFor();
      await page.unroute(files);
      await page.context().setOffline(false);
      await untilShown(page);
    },
  );

consoleTest(
  'a language whose texts cannot be loaded leaves the page as it is, and says why',
  async (page) => {
    await openAs(page, urlOf('/settings/profile'), recruiter.cookie);
    await untilShown(page, 'Mein Profil');
    await page.context().setOffline(true);
    // The page says that there is no connection before it looks for it. If it found one then, it would load itself again.
    const looked = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD');
    await page.getByLabel('Sprache').selectOption({ label: 'English' });
    await looked;
    await page.getByRole('status').getByText('Keine Verbindung.').waitFor();
    await untilShown(page, 'Mein Profil');
    assert.equal(await page.getAttribute('html', 'lang'), 'de');
    await page.context().setOffline(false);
    await page.getByLabel('Sprache').selectOption({ label: 'English' });
    await untilShown(page, 'My profile');
  },
);

consoleTest('a page whose texts are gone since an upgrade loads itself again', async (page) => {
  await openAs(page, urlOf('/settings/profile'), recruiter.cookie);
  await untilShown(page, 'Mein Profil');
  await page.route(/\/texts-en-/, (route) => route.fulfill({ status: 404 }), { times: 1 });
  await page.getByLabel('Sprache').selectOption({ label: 'English' });
  await untilShown(page, 'My profile');
});
