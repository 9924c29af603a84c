import type { Page } from 'playwright-core';
import { openAs, openConsole, untilIdle } from './open-console.ts';
import { insertApplications } from './recruiting-data.ts';

const { service, consoleTest, urlOf } = await openConsole();
const { ids } = await insertApplications(service);
const recruiter = await service.platform('recruiter');

const SHOWN_MS = 15_000;
const message = (page: Page, text: string) =>
  page.getByRole('status', { name: 'Meldungen' }).getByText(text, { exact: true });

async function openProfile(page: Page): Promise<void> {
  await page.clock.install();
  await openAs(page, urlOf(`/candidates/${ids.Muster!.candidateId}`), recruiter.cookie);
  await page.getByRole('heading', { level: 1, name: 'Ada Muster' }).waitFor();
  await untilIdle(page);
}

/** Saves a part by keyboard: the pointer stays where it is. */
async function save(page: Page, part: string, label: string, value: string): Promise<void> {
  await page.getByRole('button', { name: `Bearbeiten: ${part}` }).press('Enter');
  const form = page.getByRole('form', { name: part, exact: true });
  await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByRole('button', { name: 'Speichern' }).press('Enter');
  await message(page, `${part}: gespeichert.`).waitFor();
}

consoleTest('a message goes away by itself, but not while the pointer is in it', async (page) => {
  await openProfile(page);
  await save(page, 'Kontakt', 'Telefon', '030 1');
  await message(page, 'Kontakt: gespeichert.').hover();
  await page.clock.fastForward(2 * SHOWN_MS);
  await message(page, 'Kontakt: gespeichert.').waitFor();
  await page.mouse.move(0, 0);
  await page.clock.fastForward(SHOWN_MS);
  await message(page, 'Kontakt: gespeichert.').waitFor({ state: 'hidden' });
});

for (const [how, phone, close] of [
  ['the pointer', '030 2', (page: Page) => page.getByRole('button', { name: 'Schließen' }).click()],
  ['a key', '030 3', (page: Page) => page.getByRole('button', { name: 'Schließen' }).press('Enter')],
] as const)
  consoleTest(`a message goes away by itself after one was closed with ${how}`, async (page) => {
    await openProfile(page);
    await save(page, 'Kontakt', 'Telefon', phone);
    await close(page);
    await message(page, 'Kontakt: gespeichert.').waitFor({ state: 'hidden' });
    await page.mouse.move(0, 0);
    await save(page, 'Bemerkungen', 'Bemerkungen', phone);
    await page.clock.fastForward(SHOWN_MS);
    await message(page, 'Bemerkungen: gespeichert.').waitFor({ state: 'hidden' });
  });
