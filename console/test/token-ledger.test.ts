import assert from 'node:assert/strict';
import { requestToken } from '../../server/testing/harness.ts';
import { openClients } from './developers-data.ts';
import { openAs, openConsole, untilIdle } from './open-console.ts';
import { rowOf } from './privacy-steps.ts';

const { service, consoleTest, urlOf } = await openConsole();

consoleTest('the ledger has the tokens of a month, which is in the address', async (page) => {
  const { tenant, admin, create } = await openClients(service);
  const credentials = await create('Portal', ['masterdata:read']);
  const { publicUrl } = service.services.settings;
  for (let count = 0; count < 3; count++) await requestToken(service.baseUrl, publicUrl, credentials);
  const { body } = await tenant.api.get('/usage/tokens');
  await openAs(page, urlOf('/developers?tab=tokens'), admin.cookie);
  const sum = (name: string) => page.getByRole('definition').and(page.locator(`:text("${name}") + *`));
  await rowOf(page, 'Portal').getByRole('cell', { name: '3', exact: true }).waitFor();
  assert.equal(await sum('Ausgestellt').textContent(), String(body.issued));
  assert.equal(await sum('Noch frei').textContent(), String(body.free - body.issued));
  assert.match((await sum('Kosten').last().textContent())!, /^0,00\s€$/);
  const month = page.getByLabel('Monat');
  const [, last] = await month.getByRole('option').all();
  await month.selectOption((await last!.textContent())!);
  await page.getByText('In diesem Monat wurde kein Token ausgestellt.').waitFor();
  assert.match(new URL(page.url()).searchParams.get('month')!, /^\d{4}-\d\d$/);
  await page.reload();
  await page.getByText('In diesem Monat wurde kein Token ausgestellt.').waitFor();
  await page.getByRole('link', { name: 'Zu den API-Clients' }).click();
  await page.getByRole('link', { name: 'Portal' }).click();
  await page
    .getByRole('region', { name: 'Portal' })
    .getByText(/^(vor|in dieser)/)
    .first()
    .waitFor();
  await untilIdle(page);
});

consoleTest('the ledger estimates the current month from its second day on', async (page) => {
  const { tenant, admin, create } = await openClients(service);
  const { clientId } = await create('Portal', ['masterdata:read']);
  const { month, issued: others } = (await tenant.api.get('/usage/tokens')).body;
  const setIssued = (count: number) =>
    service.sql(
      `INSERT INTO token_usage (tenant_id, api_client_id, month, issued, last_issued_at)
       SELECT tenant_id, id, $3::date, $4, clock_now() FROM api_client WHERE tenant_id = $1 AND client_id = $2
       ON CONFLICT (tenant_id, month, api_client_id) DO UPDATE SET issued = excluded.issued`,
      [tenant.id, clientId, `${month}-01`, count - others],
      tenant.id,
    );
  const [year, number] = month.split('-').map(Number);
  const [start, end] = [Date.UTC(year, number - 1), Date.UTC(year, number)];
  const read = async (time: number) => {
    await page.clock.setFixedTime(time);
    await openAs(page, urlOf('/developers?tab=tokens'), admin.cookie);
    await rowOf(page, 'Portal').waitFor();
  };
  const estimate = page.getByRole('region', { name: 'Schätzung' });
  const figures = async () =>
    (await estimate.getByRole('definition').allTextContents()).map((text) => text.replace(/\s/, ' '));
  await setIssued(40);
  await read(start + 86_399_000);
  assert.equal(await estimate.count(), 0);
  await read((start + end) / 2);
  await estimate.getByText('Das sind nicht mehr als die freien Token.').waitFor();
  assert.deepEqual(await figures(), ['80']);
  await setIssued(75);
  await read((start + end) / 2);
  await estimate.getByText(/^Das sind mehr als die freien Token. Die Kosten stehen hier, sobald/).waitFor();
  assert.deepEqual(await figures(), ['150']);
  await setIssued(600);
  await read((start + end) / 2);
  await estimate.waitFor();
  assert.deepEqual(await figures(), ['1.200', '110,00 €']);
  await page.getByLabel('Monat').selectOption({ index: 1 });
  await page.getByText('In diesem Monat wurde kein Token ausgestellt.').waitFor();
  assert.equal(await estimate.count(), 0);
});
