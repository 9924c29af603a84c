import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openAs, openConsole, untilIdle } from './open-console.ts';
import { said } from './privacy-steps.ts';
import { insertProposals } from './proposals-data.ts';

// A colleague has done something about the same record before the page hears of it.

const { service, consoleTest, urlOf } = await openConsole();
const recruiter = await service.platform('recruiter');
const data = await insertProposals(service);

/** The page does not hear of what others do. */
const deafen = (page: Page) => page.route('**/platform/live*', (route) => route.abort());

consoleTest('a request that a colleague has changed meanwhile is not said to be undone', async (page) => {
  const requestId = await data.request({ title: 'Kranführer', headcount: 1 });
  const added = await recruiter.post(`/requests/${requestId}/proposals`, { candidateIds: [data.ada] });
  for (const status of ['accepted', 'placed'])
    await recruiter.put(`/requests/${requestId}/proposals/${added.body.proposals[0].id}`, { status });
  await deafen(page);
  await openAs(page, urlOf(`/requests/${requestId}?tab=proposals`), recruiter.cookie);
  const fill = page.getByRole('button', { name: 'Auftrag auf „Besetzt“ setzen' });
  await fill.waitFor();
  await untilIdle(page);
  const status = await recruiter.put(`/customers/requests/${requestId}/status`, { statusId: 2 });
  assert.ok(status.status < 300, status.text);
  await fill.click();
  await said(
    page,
    'Nicht geändert: Die Angaben wurden inzwischen geändert. Bitte prüfen Sie sie noch einmal.',
  );
  const { body } = await recruiter.get(`/customers/requests/temporarystaffing/${requestId}`);
  assert.equal(body.statusId, 2);
});
