import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { openAs, openConsole, untilIdle } from './open-console.ts';
import { openPrivacy } from './privacy-data.ts';
import { said } from './privacy-steps.ts';

const { service, consoleTest, urlOf } = await openConsole();
const data = await openPrivacy(service);
const { candidateId } = await data.createDue(['Ada', 'Muster']);
const dataProtection = await service.platform('dataProtection');
const recruiter = await service.platform('recruiter');
const open = async (page: Page, cookie: string) => {
  await openAs(page, urlOf(`/candidates/${candidateId}`), cookie);
  await page.getByRole('heading', { level: 1, name: 'Ada Muster' }).waitFor();
};

consoleTest('data protection saves what is stored about a candidate', async (page) => {
  await open(page, dataProtection.cookie);
  const downloading = page.waitForEvent('download');
  await page
    .getByRole('region', { name: 'Auskunft' })
    .getByRole('button', { name: 'Daten exportieren' })
    .click();
  const file = await downloading;
  assert.equal(file.suggestedFilename(), `candidate-${candidateId}.json`);
  const { exportedAtUtc, ...saved } = JSON.parse(await readFile((await file.path())!, 'utf8'));
  const { body } = await dataProtection.get(`/candidates/${candidateId}/export`, {
    headers: { 'accept-language': 'de' },
  });
  assert.deepEqual({ ...saved, exportedAtUtc: body.exportedAtUtc }, body);
});

consoleTest('an export that fails says so, and the page stays', async (page) => {
  await open(page, dataProtection.cookie);
  await page.route('**/export', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  const button = page.getByRole('button', { name: 'Daten exportieren' });
  await button.click();
  await said(page, 'Das konnte nicht geladen werden.');
  const downloading = page.waitForEvent('download');
  await button.click();
  await downloading;
});

consoleTest('a recruiter is offered no export', async (page) => {
  await open(page, recruiter.cookie);
  await untilIdle(page);
  assert.equal(await page.getByText('Daten exportieren').count(), 0);
});
