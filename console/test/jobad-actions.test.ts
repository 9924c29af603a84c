import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { makeBranch } from '../../server/testing/makers/branches.ts';
import { jobAdMaker, PUBLISHABLE } from '../../server/testing/makers/job-ads.ts';
import { loseResponse, openAs, openConsole } from './open-console.ts';

const { service, consoleTest, urlOf } = await openConsole();
const berlin = await makeBranch(service, 'Berlin');
const recruiter = await service.platform('recruiter');
const colleague = await service.platform('recruiter');

const make = jobAdMaker(colleague, berlin);
const create = (title: string, body: object = PUBLISHABLE) => make.create({ title, ...body });

const openAd = (page: Page, id: number) => openAs(page, urlOf(`/jobads/${id}`), recruiter.cookie);
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Speichern' });
const status = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();

consoleTest('a publication whose response was lost is shown, and not denied', async (page) => {
  const id = await create('Bäcker (m/w/d)');
  await openAd(page, id);
  await loseResponse(page, 'POST', '**/platform/jobads/*/publish');
  await page.getByRole('button', { name: 'Veröffentlichen' }).click();
  await status(page, 'Es kann sein, dass die Änderung trotzdem gemacht wurde.');
  await page.getByRole('button', { name: 'Zurückziehen' }).waitFor();
});

consoleTest(
  'an end that is over is not missing, and a wrong number of a request is explained',
  async (page) => {
    const id = await create('Lackierer (m/w/d)', { ...PUBLISHABLE, endDate: '2020-01-31' });
    await openAd(page, id);
    await page
      .getByText('Der letzte Tag auf dem Portal ist vorbei. Ändern Sie ihn, oder leeren Sie das Feld.')
      .waitFor();
    assert.equal(await page.getByText('Zum Veröffentlichen fehlt noch').count(), 0);
    await page.getByLabel('Letzter Tag auf dem Portal').fill('');
    const errorOf = (error: string) =>
      page.getByRole('textbox', { name: 'Auftragsnummer', exact: true, description: error }).waitFor();
    await field(page, 'Auftragsnummer').fill('A123');
    await save(page).click();
    await errorOf('Eine Auftragsnummer hat nur Ziffern. Die Seite des Auftrags nennt sie.');
    for (const number of ['2000000000', '0']) {
      await field(page, 'Auftragsnummer').fill(number);
      await save(page).click();
      await errorOf('Einen Auftrag mit dieser Nummer gibt es nicht.');
    }
    await field(page, 'Auftragsnummer').fill('');
    await save(page).click();
    await page.getByRole('button', { name: 'Veröffentlichen' }).and(page.locator(':enabled')).waitFor();
  },
);

consoleTest('undo of a withdrawal does not publish what a colleague has changed since', async (page) => {
  const id = await create('Maurer (m/w/d)');
  await colleague.post(`/jobads/${id}/publish`);
  await openAd(page, id);
  await page.getByRole('button', { name: 'Zurückziehen' }).click();
  const undo = page.getByRole('button', { name: 'Rückgängig' });
  await undo.waitFor();
  assert.equal((await colleague.put(`/jobads/${id}`, { title: 'Halb fertig' })).status, 204);
  await undo.click();
  await status(page, 'Das konnte nicht zurückgenommen werden, weil');
  await page.getByRole('button', { name: 'Veröffentlichen' }).waitFor();
});

consoleTest('a message does not cover the buttons of a form', async (page) => {
  const id = await create('Gerüstbauer (m/w/d)');
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 640 });
    await openAd(page, id);
    await field(page, 'Titel').fill(`Gerüstbauer ${width}`);
    await save(page).click();
    await page.getByRole('button', { name: 'Rückgängig' }).waitFor();
    await field(page, 'Titel').fill('Gerüstbauer');
    for (const name of ['Speichern', 'Verwerfen']) {
      const box = (await page.getByRole('button', { name }).boundingBox())!;
      for (const x of [box.x + 4, box.x + box.width / 2, box.x + box.width - 4])
        assert.equal(
          await page.evaluate<string | undefined>(
            `document.elementFromPoint(${x}, ${box.y + box.height / 2})?.closest('button')?.textContent`,
          ),
          name,
        );
    }
    await page.getByRole('button', { name: 'Verwerfen' }).click();
  }
});
