import assert from 'node:assert/strict';
import { indexMarked } from '../../server/areas/search/index.ts';
import { checkPages } from './accessible-pages.ts';
import { insertCandidates } from './candidate-data.ts';
import { changeIndexed, openAs, openConsole, untilIdle } from './open-console.ts';

const console = await openConsole();
const { service, consoleTest, urlOf } = console;
const { recruiter, bonn, ids } = await insertCandidates(service);

// A user with a branch.
const manager = await service.platform('branchManager');
const admin = await service.platform('admin');
const offices = { assignedOffices: [{ officeId: bonn }] };
assert.equal((await admin.put(`/users/${manager.user.id}/assignedoffices`, offices)).status, 204);

// As imported without them.
const without =
  'UPDATE candidate SET office_id = NULL, responsibility = NULL, status_id = NULL WHERE id = $1';
await service.sql(without, [ids.weber]);
const change = 'UPDATE candidate SET responsibility = $2, status_id = $3 WHERE id = $1';
await service.sql(change, [ids.maier, recruiter.user.id, null]);
await service.sql(change, [ids.roth, recruiter.user.id, 2003]);
// What is indexed is what has been changed.
for (const id of Object.values(ids)) {
  const marked = await service.tenant.api.post(`/candidates/${id}/keywords`, { keyword: 'importiert' });
  assert.equal(marked.status, 200, marked.text);
}
await indexMarked(service.services);

consoleTest('the candidates without a branch, a responsible user, or a status are found', async (page) => {
  const exactly = (count: string) => page.getByText(count, { exact: true }).waitFor();
  const filters = page.getByRole('list', { name: 'Aktive Filter' }).getByRole('listitem');
  await openAs(page, urlOf('/candidates?branch=all'), recruiter.cookie);
  await exactly('3 Bewerber');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Status').selectOption('ohne Status');
  await exactly('2 Bewerber');
  await page.getByRole('combobox', { name: 'Zuständig' }).fill('niem');
  await page.getByRole('option', { name: 'niemand', exact: true }).click();
  await exactly('1 Bewerber');
  assert.deepEqual(await filters.allTextContents(), ['Status: ohne Status', 'Zuständig: niemand']);
  await page.reload();
  await exactly('1 Bewerber');
  await page.getByRole('link', { name: 'Ute Weber' }).waitFor();
  await page.getByRole('button', { name: 'Alle Filter aufheben' }).click();
  await exactly('3 Bewerber');
  await page.getByLabel('Niederlassung').selectOption('ohne Niederlassung');
  await exactly('1 Bewerber');
  await page.reload();
  await exactly('1 Bewerber');
  await page.getByRole('link', { name: 'Ute Weber' }).waitFor();
});

consoleTest('the list of own branches says how many have none, and leads to them', async (page) => {
  const count = (text: string) => page.getByRole('button', { name: text, exact: true });
  await openAs(page, urlOf('/candidates'), manager.cookie);
  await page.getByText('1 Bewerber', { exact: true }).waitFor();
  await count('Ohne Niederlassung: 1').waitFor();
  // It follows the other filters, and what happens.
  const words = page.getByRole('searchbox', { name: 'Suchen' });
  await words.fill('Maier');
  await count('Ohne Niederlassung: 1').waitFor({ state: 'detached' });
  await page.getByText('0 Bewerber', { exact: true }).waitFor();
  await changeIndexed(page, service, () =>
    service.tenant.api.put(`/candidates/${ids.maier}`, { officeId: null }),
  );
  await count('Ohne Niederlassung: 1').waitFor();
  await words.fill('');
  await count('Ohne Niederlassung: 2').press('Enter');
  await page.getByText('2 Bewerber', { exact: true }).waitFor();
  const branch = page.getByLabel('Niederlassung');
  assert.equal(await branch.inputValue(), 'none');
  assert.equal(await page.evaluate('document.activeElement.value'), 'none');
  await untilIdle(page);
  assert.equal(await page.getByText('Ohne Niederlassung:').count(), 0);
  await branch.selectOption('Alle Niederlassungen');
  await page.getByText('3 Bewerber', { exact: true }).waitFor();
  await untilIdle(page);
  assert.equal(await page.getByText('Ohne Niederlassung:').count(), 0);
});

consoleTest('a saved view keeps those without a value', async (page) => {
  const address = '/candidates?branch=none&status=none&responsible=none';
  await openAs(page, urlOf(address), recruiter.cookie);
  const filters = page.getByRole('list', { name: 'Aktive Filter' }).getByRole('listitem');
  const both = ['Status: ohne Status', 'Zuständig: niemand'];
  await page.getByRole('link', { name: 'Ute Weber' }).waitFor();
  await page.getByRole('button', { name: 'Ansichten' }).click();
  await page.getByRole('menuitem', { name: 'Als Ansicht speichern' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Unvollständig');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await page.getByRole('button', { name: 'Unvollständig', exact: true }).waitFor();
  const [view] = (await recruiter.get('/views')).body.views;
  assert.deepEqual(view.filter, { branch: 'none', status: ['none'], responsible: ['none'] });
  await openAs(page, urlOf(`/candidates?view=${view.id}`), recruiter.cookie);
  await page.getByRole('link', { name: 'Ute Weber' }).waitFor();
  assert.deepEqual(await filters.allTextContents(), both);
  await page.getByRole('button', { name: 'Filter aufheben: Zuständig: niemand' }).press('Enter');
  await page.getByRole('button', { name: 'Unvollständig (geändert)' }).waitFor();
  assert.deepEqual(await filters.allTextContents(), both.slice(0, 1));
});

checkPages(console, manager.cookie, {
  'the number of candidates without a branch': {
    path: '/candidates?status=none',
    open: (page) => page.getByRole('button', { name: /^Ohne Niederlassung: / }).waitFor(),
  },
});
