import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { createUser } from '../../server/areas/users/index.ts';
import { openAs, openAsOther, openConsole, signIn, untilTrue } from './open-console.ts';
import { insertApplications } from './recruiting-data.ts';

// A browser that several users share, or one person with an account in several tenants.

const { service, consoleTest, urlOf } = await openConsole();
const { ids } = await insertApplications(service);
const profile = urlOf(`/candidates/${ids.Weiß!.candidateId}`);
const phoneOf = (page: Page) => page.getByRole('form', { name: 'Kontakt' }).getByLabel('Telefon');

async function beginDraft(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Bearbeiten: Kontakt' }).click();
  await phoneOf(page).fill('030 1');
  await untilTrue(page, "Object.keys(localStorage).some((name) => name.startsWith('stellwerk.draft.'))");
}

consoleTest(
  'a user of two tenants resumes a session in its tenant, without saying which it was',
  async (page) => {
    const { user, cookie, ...calls } = await service.platform('recruiter');
    const other = await service.createTenant();
    await createUser(service.services.database.tenant(other.id), other.id, {
      ...user,
      firstName: 'Anderer',
      lastName: 'Mandant',
      role: 'recruiter',
    });
    await openAs(page, profile, cookie);
    await beginDraft(page);
    await calls.delete('/sessions');
    // The live stream ends as well, and can open the dialog before a mouse clicks.
    await page.getByRole('button', { name: 'Speichern' }).dispatchEvent('click');
    const dialog = page.getByRole('dialog', { name: 'Ihre Sitzung ist abgelaufen' });
    await dialog.getByLabel('Passwort').fill(user.password);
    await dialog.getByRole('button', { name: 'Anmelden' }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(await phoneOf(page).inputValue(), '030 1');
    await page.getByRole('button', { name: 'Test recruiter' }).waitFor();
  },
);

consoleTest('a sign-out leaves what another user of the browser has begun', async (page) => {
  const [first, second] = [await service.platform('recruiter'), await service.platform('integrator')];
  await openAs(page, profile, first.cookie);
  await beginDraft(page);
  await openAsOther(page, urlOf('/'), second.cookie);
  await page.getByRole('button', { name: 'Test integrator' }).click();
  await page.getByRole('menuitem', { name: 'Abmelden' }).click();
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  await signIn(page, profile, first.user);
  await phoneOf(page).waitFor();
  assert.equal(await phoneOf(page).inputValue(), '030 1');
});
