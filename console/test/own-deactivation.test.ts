import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openAs, openConsole, signIn, untilIdle } from './open-console.ts';

const { service, consoleTest, urlOf } = await openConsole();
const colleague = await service.platform('admin');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function deactivateSelf(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Deaktivieren …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Das ist Ihr eigenes Konto: Sie werden sofort abgemeldet.').waitFor();
  await dialog.getByRole('button', { name: 'Deaktivieren' }).click();
}

consoleTest('a user who deactivates the own account is told so, not asked to sign in', async (page) => {
  const { user, cookie, ...calls } = await service.platform('admin');
  await openAs(page, urlOf(`/settings/users/${user.id}`), cookie);
  await deactivateSelf(page);
  await heading(page, 'Ihr Konto ist deaktiviert').waitFor();
  await untilIdle(page);
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert.equal((await calls.get('/session')).status, 401);
  assert.equal((await colleague.get(`/users/${user.id}`)).body.isActive, false);
  // Another user can sign in, whom the page is not for.
  await page.getByRole('link', { name: 'Mit einem anderen Konto anmelden' }).click();
  await heading(page, 'Anmelden').waitFor();
  await signIn(page, page.url(), colleague.user);
  await page.goto(urlOf('/deactivated'));
  await heading(page, 'Heute').waitFor();
});

consoleTest('the other tabs of a user who deactivates the own account are signed out', async (page, test) => {
  const context = await page.context().browser()!.newContext({ locale: 'de-DE', reducedMotion: 'reduce' });
  test.after(() => context.close());
  const { user, cookie } = await service.platform('admin');
  const [first, second] = [await context.newPage(), await context.newPage()];
  await openAs(first, urlOf(`/settings/users/${user.id}`), cookie);
  await second.goto(urlOf('/'));
  await heading(second, 'Heute').waitFor();
  await deactivateSelf(first);
  await heading(second, 'Anmelden').waitFor();
  assert.equal(await second.getByRole('dialog').count(), 0);
});
