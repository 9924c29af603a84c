import assert from 'node:assert/strict';
import type { Role } from '../../server/areas/users/index.ts';
import { inTime } from '../../server/testing/another-process.ts';
import { makeBranch } from '../../server/testing/makers/branches.ts';
import { loseResponse, openAs, openConsole, untilIdle } from './open-console.ts';

const { service, consoleTest, urlOf } = await openConsole();

const SCREENS: Record<Role, string[]> = {
  admin: [
    'Heute',
    'Bewerbungen',
    'Bewerber',
    'Kunden',
    'Aufträge',
    'Stellenanzeigen',
    'Auswertungen',
    'Datenschutz',
    'Entwickler',
    'Einstellungen',
  ],
  branchManager: [
    'Heute',
    'Bewerbungen',
    'Bewerber',
    'Kunden',
    'Aufträge',
    'Stellenanzeigen',
    'Auswertungen',
    'Einstellungen',
  ],
  recruiter: [
    'Heute',
    'Bewerbungen',
    'Bewerber',
    'Kunden',
    'Aufträge',
    'Stellenanzeigen',
    'Auswertungen',
    'Einstellungen',
  ],
  viewer: [
    'Heute',
    'Bewerbungen',
    'Bewerber',
    'Kunden',
    'Aufträge',
    'Stellenanzeigen',
    'Auswertungen',
    'Einstellungen',
  ],
  integrator: ['Heute', 'Entwickler', 'Einstellungen'],
  dataProtection: [
    'Heute',
    'Bewerbungen',
    'Bewerber',
    'Kunden',
    'Stellenanzeigen',
    'Datenschutz',
    'Einstellungen',
  ],
};

/** What the navigation of the settings has for each role. */
const SETTINGS: Record<Role, string[]> = {
  admin: [
    'Mein Profil',
    'Benutzer',
    'Niederlassungen',
    'Auswahllisten',
    'Stellenportal',
    'E-Mails',
    'Lebensläufe',
  ],
  branchManager: ['Mein Profil', 'Benutzer', 'Niederlassungen', 'Auswahllisten'],
  recruiter: ['Mein Profil', 'Benutzer', 'Niederlassungen', 'Auswahllisten'],
  viewer: ['Mein Profil', 'Benutzer', 'Niederlassungen', 'Auswahllisten'],
  integrator: ['Mein Profil', 'Niederlassungen', 'Auswahllisten'],
  dataProtection: ['Mein Profil', 'Benutzer', 'Niederlassungen', 'Auswahllisten'],
};

for (const [role, screens] of Object.entries(SCREENS) as [Role, string[]][]) {
  consoleTest(`${role} finds the screens of the role, and each one opens`, async (page) => {
    const { cookie } = await service.platform(role);
    const failed: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
    });
    await openAs(page, urlOf('/'), cookie);
    const links = page.getByRole('navigation', { name: 'Hauptnavigation' }).getByRole('link');
    await page.getByRole('heading', { level: 1, name: 'Heute' }).waitFor();
    assert.deepEqual(await links.allTextContents(), screens);
    for (const name of screens.slice(0, -1)) {
      await links.getByText(name, { exact: true }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
    }
    await links.getByText('Einstellungen', { exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Mein Profil' }).waitFor();
    const pages = page.getByRole('navigation', { name: 'Einstellungen' }).getByRole('link');
    assert.deepEqual(await pages.allTextContents(), SETTINGS[role]);
    for (const name of SETTINGS[role]) {
      await pages.getByText(name, { exact: true }).click();
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      assert.deepEqual(await page.locator('[aria-current="page"]').allTextContents(), [
        'Einstellungen',
        name,
      ]);
    }
    await untilIdle(page);
    // No screen asks for what the role may not read.
    assert.deepEqual(failed, []);
  });
}

consoleTest('a forbidden address says why, and whom to ask', async (page) => {
  await openAs(page, urlOf('/applications'), (await service.platform('integrator')).cookie);
  await page.getByRole('heading', { level: 1, name: 'Dafür fehlt Ihnen die Berechtigung' }).waitFor();
  await page.getByText('Ihre Rolle „Integration“ schließt diese Seite nicht ein.').waitFor();
  await page.getByRole('link', { name: 'Zur Seite „Heute“' }).click();
  await page.getByRole('heading', { level: 1, name: 'Heute' }).waitFor();
});

const viewer = await service.platform('viewer');

for (const role of ['branchManager', 'recruiter', 'viewer', 'dataProtection'] as const)
  consoleTest(`${role} does not maintain webhooks and API clients`, async (page) => {
    await openAs(page, urlOf('/developers'), (await service.platform(role)).cookie);
    await page.getByRole('heading', { level: 1, name: 'Dafür fehlt Ihnen die Berechtigung' }).waitFor();
  });

consoleTest('an unknown address says so', async (page) => {
  await openAs(page, urlOf('/nothing/here'), viewer.cookie);
  await page.getByRole('heading', { level: 1, name: 'Diese Seite gibt es nicht' }).waitFor();
});

consoleTest(
  'in a narrow window the search has its name, and the link of the open screen is in sight',
  async (page) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await openAs(page, urlOf('/settings/profile'), viewer.cookie);
    const link = page.getByRole('navigation', { name: 'Hauptnavigation' }).locator('[aria-current="page"]');
    await page.getByRole('heading', { level: 1, name: 'Mein Profil' }).waitFor();
    await untilIdle(page);
    const { x, width } = (await link.boundingBox())!;
    assert.equal(await link.textContent(), 'Einstellungen');
    assert.ok(x >= 0 && x + width <= 320, `${x} to ${x + width}`);
    await page.getByRole('button', { name: 'Suchen oder Befehl ausführen' }).click();
    await page.getByRole('dialog', { name: 'Suchen oder Befehl ausführen' }).waitFor();
  },
);

consoleTest('the palette opens a screen by keyboard alone', async (page) => {
  await openAs(page, urlOf('/'), viewer.cookie);
  await page.getByRole('heading', { level: 1, name: 'Heute' }).waitFor();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Suchen oder Befehl ausführen' });
  await palette.getByRole('combobox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('einstellungen profil');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Mein Profil' }).waitFor();
  await page.keyboard.press('Control+k');
  await palette.getByRole('combobox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('bewerb');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Bewerbungen' }).waitFor();
  await palette.waitFor({ state: 'hidden' });
});

consoleTest('the palette says when it finds nothing', async (page) => {
  await openAs(page, urlOf('/'), viewer.cookie);
  await page.getByRole('button', { name: 'Suchen oder Befehl ausführen' }).click();
  await page.getByRole('combobox').fill('Quarkkuchen');
  await page.getByRole('status').getByText('Keine Treffer.').waitFor();
});

consoleTest('? lists the keys, and stays a character while typing', async (page) => {
  await openAs(page, urlOf('/settings/profile'), viewer.cookie);
  await page.getByLabel('Neues Passwort').fill('');
  await page.getByLabel('Neues Passwort').press('?');
  assert.equal(await page.getByLabel('Neues Passwort').inputValue(), '?');
  assert.equal(await page.getByRole('dialog').count(), 0);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Tastenkürzel' }).getByText('Diese Übersicht').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
});

consoleTest('the theme that a user chooses is kept', async (page) => {
  await openAs(page, urlOf('/settings/profile'), viewer.cookie);
  await page.getByLabel('Darstellung').selectOption('Dunkel');
  const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  assert.equal(await ground(), 'rgb(21, 24, 27)');
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(await ground(), 'rgb(21, 24, 27)');
});

consoleTest('a lost connection is announced, and what was asked for comes when it is back', async (page) => {
  await openAs(page, urlOf('/applications'), viewer.cookie);
  await page.getByText('Keine Bewerbung passt').waitFor();
  const notice = page.getByRole('status').getByText('Keine Verbindung.');
  await page.context().setOffline(true);
  await page.getByLabel('Phase').selectOption('Angebot');
  await notice.waitFor();
  const asked = page.waitForResponse((response) => response.url().endsWith('/applications/search'));
  await page.context().setOffline(false);
  assert.equal((await asked).status(), 200);
  await notice.waitFor({ state: 'hidden' });
});

consoleTest('a screen that cannot be loaded without a connection can be tried again', async (page) => {
  await openAs(page, urlOf('/'), viewer.cookie);
  await page.getByRole('heading', { level: 1, name: 'Heute' }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Bewerbungen', exact: true }).click();
  const retry = page.getByRole('alert').getByRole('button', { name: 'Noch einmal versuchen' });
  await retry.waitFor();
  await page.getByRole('link', { name: 'Heute', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Heute' }).waitFor();
  await page.getByRole('link', { name: 'Bewerbungen', exact: true }).click();
  await retry.waitFor();
  await page.context().setOffline(false);
  await retry.click();
  await page.getByRole('heading', { level: 1, name: 'Bewerbungen' }).waitFor();
});

consoleTest('a part that fails names the reference of the call, and can be tried again', async (page) => {
  let isBroken = true;
  await page.route('**/platform/tasks?*', (route) =>
    isBroken
      ? route.fulfill({
          status: 500,
          json: { messageGuid: '6f1c2a34-5b7d-4e8f-9a01-23456789abcd', message: 'x', validationErrors: [] },
        })
      : route.continue(),
  );
  await openAs(page, urlOf('/'), viewer.cookie);
  const alert = page.getByRole('alert');
  await alert.getByText('6f1c2a34-5b7d-4e8f-9a01-23456789abcd').waitFor();
  isBroken = false;
  await alert.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await page.getByText('Sie haben keine offenen Aufgaben.').waitFor();
});

consoleTest('a user changes the password, and the other sessions end', async (page) => {
  const { user, cookie, ...calls } = await service.platform('recruiter');
  await openAs(page, urlOf('/settings/profile'), cookie);
  const save = page.getByRole('button', { name: 'Passwort ändern' });
  await page.getByLabel('Aktuelles Passwort').fill('wrong password');
  await page.getByLabel('Neues Passwort').fill('short');
  await save.click();
  await page.getByText('Das neue Passwort braucht 12 bis 256 Zeichen.').waitFor();
  await page.getByLabel('Neues Passwort').fill('a much longer password');
  await save.click();
  await page.getByText('Das aktuelle Passwort ist falsch.').waitFor();
  await page.getByLabel('Aktuelles Passwort').fill(user.password);
  const times = page.getByRole('region', { name: 'Sitzungen' }).locator('dl');
  const ended = (await times.textContent())!;
  await service.clock.advance(2 * 60_000);
  await save.click();
  await page.getByRole('status').getByText('Ihr Passwort ist geändert.').waitFor();
  await times.filter({ hasNotText: ended }).waitFor();
  assert.equal(await page.getByLabel('Neues Passwort').inputValue(), '');
  assert.equal((await calls.get('/session')).status, 401);
  await page.getByRole('link', { name: 'Bewerbungen' }).click();
  await page.getByText('0 Bewerbungen').waitFor();
});

consoleTest('what changes while a new session takes the place of the one before is shown', async (page) => {
  const { user, cookie } = await service.platform('recruiter');
  const officeId = await makeBranch(service, 'Emden');
  const opened = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await openAs(page, urlOf('/settings/profile'), cookie);
  await page.getByText('keine zugeordnet').waitFor();
  await page.route('**/platform/live*', async (route) => {
    // The stream of the session before has ended.
    opened.resolve();
    await held.promise;
    await route.continue();
  });
  await page.getByLabel('Aktuelles Passwort').fill(user.password);
  await page.getByLabel('Neues Passwort').fill('a much longer password');
  await page.getByRole('button', { name: 'Passwort ändern' }).click();
  await inTime('the stream of the new session', opened.promise);
  const admin = await service.platform('admin');
  const assignedOffices = [{ officeId, isPrimary: true }];
  const { status } = await admin.put(`/users/${user.id}/assignedoffices`, { assignedOffices });
  assert.equal(status, 204);
  held.resolve();
  await page.getByText('Emden', { exact: true }).waitFor();
});

for (const [response, status] of [
  ['no response', undefined],
  ['the 504 of a proxy', 504],
] as const)
  consoleTest(
    `after ${response}, a user who may have a new password is told to try it as well`,
    async (page) => {
      const { user, cookie } = await service.platform('recruiter');
      await openAs(page, urlOf('/settings/profile'), cookie);
      await page.getByLabel('Aktuelles Passwort').fill(user.password);
      await page.getByLabel('Neues Passwort').fill('a much longer password');
      await loseResponse(page, 'PUT', '**/platform/session/password', status);
      await page.getByRole('button', { name: 'Passwort ändern' }).click();
      const alert = page.getByRole('main').getByRole('alert');
      await alert.getByText('Es kann sein, dass das Passwort trotzdem geändert wurde.').waitFor();
      await alert.getByText('probieren Sie auch das neue').waitFor();
    },
  );
