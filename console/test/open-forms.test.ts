import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openAs, openConsole, untilIdle } from './open-console.ts';
import { insertApplications } from './recruiting-data.ts';

// A colleague changes or deletes a record while somebody types about it: what was typed stays.

const { service, consoleTest, urlOf } = await openConsole();
const { ids, jobAdId } = await insertApplications(service);
const recruiter = await service.platform('recruiter');
const colleague = await service.platform('recruiter');

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const pathOf = (lastName: string) => `/candidates/${ids[lastName]!.candidateId}`;
const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

async function open(page: Page, path: string, { cookie } = recruiter): Promise<void> {
  await openAs(page, urlOf(path), cookie);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await untilIdle(page);
}

async function did(answer: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await answer;
  assert.ok(status === 200 || status === 204, text);
}

consoleTest('the reason of a move from the board stays when a colleague moves the card', async (page) => {
  await open(page, `/jobads/${jobAdId}/pipeline`);
  await card(page, 'Ada Muster').getByRole('button', { name: 'Verschieben nach…' }).click();
  await page.getByRole('menuitem', { name: 'Abgelehnt' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ada Muster: „Abgelehnt“' });
  await dialog.getByLabel('Grund').fill('Wohnt zu weit weg');
  const id = ids.Muster!.applicationId;
  await did(colleague.put(`/applications/${id}/stage`, { stage: 'interview' }));
  await dialog
    .getByText('Jemand hat die Bewerbung inzwischen verschoben: jetzt „Vorstellungsgespräch“.')
    .waitFor();
  assert.equal(await dialog.getByLabel('Grund').inputValue(), 'Wohnt zu weit weg');
  await dialog.getByRole('button', { name: 'Verschieben' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await card(page, 'Ada Muster')
    .getByRole('button', { name: 'Verschieben nach…' })
    .and(page.locator(':focus'))
    .waitFor();
  await button(page, 'Rückgängig').click();
  await page.getByRole('region', { name: 'Vorstellungsgespräch 1' }).getByText('Ada Muster').waitFor();
  // Another question begins without what became of the one before, and the focus returns to its button.
  const other = card(page, 'Elif Şahin').getByRole('button', { name: 'Verschieben nach…' });
  await other.click();
  await page.getByRole('menuitem', { name: 'Zurückgezogen' }).click();
  await page.getByRole('dialog', { name: 'Elif Şahin: „Zurückgezogen“' }).getByLabel('Grund').waitFor();
  await page.keyboard.press('Escape');
  await other.and(page.locator(':focus')).waitFor();
});

consoleTest(
  'the reason is about the application that was chosen, also when a newer one arrives',
  async (page) => {
    const [{ id: newerId }] = (await service.sql<{ id: number }>(
      `INSERT INTO application (tenant_id, candidate_id, channel_id, job_ad_id, applied_at, stage, stage_changed_at)
     SELECT tenant_id, candidate_id, channel_id, job_ad_id, applied_at - interval '1 year', 'new', clock_timestamp()
       FROM application WHERE tenant_id = $1 AND id = $2 RETURNING id`,
      [service.tenant.id, ids.Weiß!.applicationId],
    )) as [{ id: number }];
    await open(page, pathOf('Weiß'));
    await page.keyboard.press('e');
    await page.getByRole('menuitem', { name: 'Abgelehnt' }).click();
    const dialog = page.getByRole('dialog', { name: 'Chiara Weiß: „Abgelehnt“' });
    await dialog.getByLabel('Grund').fill('Kein Führerschein');
    await service.sql(
      `UPDATE application SET applied_at = clock_timestamp() WHERE tenant_id = $1 AND id = $2`,
      [service.tenant.id, newerId],
    );
    await did(colleague.put(`/applications/${newerId}/stage`, { stage: 'offer' }));
    await page.locator('dd').filter({ hasText: 'Angebot' }).waitFor();
    await dialog.getByRole('button', { name: 'Verschieben' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const { applies } = (await recruiter.get(`${pathOf('Weiß')}/applies`)).body;
    const stages = new Map(applies.map(({ id, stage }: { id: number; stage: string }) => [id, stage]));
    assert.deepEqual([stages.get(newerId), stages.get(ids.Weiß!.applicationId)], ['offer', 'rejected']);
  },
);
