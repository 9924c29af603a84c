import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { indexMarked } from '../../server/areas/search/index.ts';
import { insertCandidates } from './candidate-data.ts';
import { changeSelected, selectRows } from './candidate-steps.ts';
import { openAs, openConsole, signIn, signInAgain } from './open-console.ts';

const { service, consoleTest, urlOf } = await openConsole();
const { api } = service.tenant;
const { recruiter, ids, createApplicant } = await insertCandidates(service);
const { maier, weber } = ids;
const open = (page: Page, path: string) => openAs(page, urlOf(path), recruiter.cookie);
const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Bewerber' }).getByRole('row').filter({ hasText: name });
const statusOf = async (id: number) => (await recruiter.get(`/candidates/${id}`)).body.statusId;
const stageOf = async (id: number) =>
  (await recruiter.get(`/candidates/${id}/applies`)).body.applies[0].stage;

consoleTest('the selected candidates are rejected, and as before when it is undone', async (page) => {
  const archived = await createApplicant(['Otto', 'Alt']);
  await api.put(`/candidates/${archived}/status`, { statusId: 23 });
  await api.put(`/candidates/${weber}/status`, { statusId: 2005 });
  await indexMarked(service.services);
  await open(page, '/candidates?sort=name');
  await selectRows(page, 'Otto Alt', 'Jana Maier', 'Ute Weber');
  await changeSelected(page, 'Status …', 'Neuer Status', 'Abgelehnt');
  await page.getByRole('status').getByText('2 Bewerber geändert. 1 nicht geändert.').waitFor();
  await page.getByRole('region', { name: 'Nicht geändert' }).getByText('Otto Alt ist archiviert').waitFor();
  assert.deepEqual([await statusOf(maier), await stageOf(maier)], [2004, 'rejected']);
  assert.deepEqual([await statusOf(weber), await stageOf(weber)], [2004, 'rejected']);
  await rowOf(page, 'Jana Maier').getByRole('cell', { name: 'Abgelehnt' }).first().waitFor();
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await page.getByRole('status').getByText('2 Bewerber sind wie vorher.').waitFor();
  assert.deepEqual([await statusOf(maier), await stageOf(maier)], [null, 'new']);
  assert.deepEqual([await statusOf(weber), await stageOf(weber)], [2005, 'inReview']);
  await rowOf(page, 'Ute Weber').getByRole('cell', { name: 'Qualifiziert' }).waitFor();
  // What cannot be undone says so before it is done.
  await page.getByRole('button', { name: 'Status …' }).click();
  await page.getByLabel('Neuer Status').selectOption('Archiviert');
  await page.getByRole('alert').getByText('Archivieren ist endgültig.').waitFor();
  await page.getByRole('button', { name: '3 Bewerber archivieren' }).waitFor();
});

consoleTest(
  'a decision without an open application is undone as far as it can be, and says so',
  async (page) => {
    const close = async (id: number, stage: string) => {
      const { applies } = (await recruiter.get(`/candidates/${id}/applies`)).body;
      assert.equal((await recruiter.put(`/applications/${applies[0].id}/stage`, { stage })).status, 204);
    };
    const final = await createApplicant(['Lea', 'Ende']);
    await close(final, 'withdrawn');
    const qualified = await createApplicant(['Mia', 'Mitte']);
    await api.put(`/candidates/${qualified}/status`, { statusId: 2005 });
    await close(qualified, 'withdrawn');
    await indexMarked(service.services);
    await open(page, '/candidates?sort=name&stage=%5B%22withdrawn%22%5D');
    await selectRows(page, 'Lea Ende', 'Mia Mitte');
    await page.getByRole('button', { name: 'Status …' }).click();
    await page.getByLabel('Neuer Status').selectOption('Einstellung');
    await page.getByRole('alert').getByText('Nicht rückgängig zu machen bei Lea Ende:').waitFor();
    await page.getByRole('button', { name: 'Bei 2 Bewerbern ändern' }).click();
    const said = page.getByRole('status');
    await said.getByText('2 Bewerber geändert. Nicht rückgängig zu machen bei Lea Ende:').waitFor();
    assert.deepEqual([await statusOf(final), await statusOf(qualified)], [2003, 2003]);
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await said.getByText('Mia Mitte ist wie vorher. 1 nicht zurückgenommen.').waitFor();
    await page
      .getByRole('region', { name: 'Nicht zurückgenommen' })
      .getByText('Lea Ende behält den Status, weil es vorher keinen gab')
      .waitFor();
    assert.deepEqual([await statusOf(final), await statusOf(qualified)], [2003, 2005]);
    // Nobody is offered what cannot be, and nothing is taken back that a colleague has changed.
    await changeSelected(page, 'Status …', 'Neuer Status', 'Abgelehnt');
    await said.getByText('2 Bewerber geändert.', { exact: true }).waitFor();
    await api.put(`/candidates/${qualified}/status`, { statusId: 2003 });
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await said.getByText('Lea Ende ist wie vorher. 1 nicht zurückgenommen.').waitFor();
    await page.getByText('Mia Mitte wurde inzwischen geändert').waitFor();
    assert.deepEqual([await statusOf(final), await statusOf(qualified)], [2003, 2003]);
  },
);

consoleTest('of many candidates, three are named', async (page) => {
  for (const lastName of ['A', 'B', 'C', 'D', 'E']) {
    const id = await createApplicant(['Nora', lastName]);
    const { applies } = (await recruiter.get(`/candidates/${id}/applies`)).body;
    await recruiter.put(`/applications/${applies[0].id}/stage`, { stage: 'withdrawn' });
  }
  await indexMarked(service.services);
  await open(page, '/candidates?sort=name&stage=%5B%22withdrawn%22%5D');
  await selectRows(page, 'Nora A', 'Nora B', 'Nora C', 'Nora D', 'Nora E');
  await page.getByRole('button', { name: 'Status …' }).click();
  await page.getByLabel('Neuer Status').selectOption('Einstellung');
  await page.getByRole('alert').getByText('bei Nora A, Nora B, Nora C und 2 weiteren:').waitFor();
});

/** A candidate with two open applications: the older one, and the one that a decision is about. */
async function insertTwice(lastName: string) {
  const id = await createApplicant(['Ida', lastName]);
  const { body } = await recruiter.get(`/candidates/${id}/applies`);
  const older: number = body.applies[0].id;
  const applied = await api.post(`/candidates/${id}/apply`, { recruiterId: recruiter.user.id });
  assert.equal(applied.status, 200, applied.text);
  const stages = async () => {
    const { applies } = (await recruiter.get(`/candidates/${id}/applies`)).body;
    return [older, applied.body.id].map(
      (each) => applies.find((apply: { id: number }) => apply.id === each).stage,
    );
  };
  const moveTo = async (applicationId: number, stage: string) => {
    const moved = await recruiter.put(`/applications/${applicationId}/stage`, { stage });
    assert.equal(moved.status, 204, moved.text);
  };
  const moveOlder = (stage: string) => moveTo(older, stage);
  const moveLatest = (stage: string) => moveTo(applied.body.id, stage);
  return { id, moveOlder, moveLatest, stages };
}

consoleTest('an undo leaves what a colleague did with another application', async (page) => {
  const { id, moveOlder, stages } = await insertTwice('Doppelt');
  await indexMarked(service.services);
  await open(page, '/candidates?sort=name');
  await selectRows(page, 'Ida Doppelt');
  await changeSelected(page, 'Status …', 'Neuer Status', 'Abgelehnt');
  await page.getByRole('status').getByText('Ida Doppelt geändert.').waitFor();
  assert.deepEqual(await stages(), ['new', 'rejected']);
  await moveOlder('interview');
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await page.getByRole('status').getByText('Ida Doppelt ist wie vorher.').waitFor();
  assert.deepEqual([await statusOf(id), await stages()], [null, ['interview', 'new']]);
  // A decision of a colleague is the same one, but about the other application.
  await selectRows(page, 'Ida Doppelt');
  await changeSelected(page, 'Status …', 'Neuer Status', 'Abgelehnt');
  await page.getByRole('status').getByText('Ida Doppelt geändert.').waitFor();
  await moveOlder('rejected');
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await page.getByText('Ida Doppelt wurde inzwischen geändert').waitFor();
  assert.deepEqual([await statusOf(id), await stages()], [2004, ['rejected', 'rejected']]);
});

consoleTest('an undo on the page of a candidate does so too', async (page) => {
  const { id, moveOlder, moveLatest, stages } = await insertTwice('Zweifach');
  await open(page, `/candidates/${id}`);
  const status = page.getByLabel('Status');
  await status.waitFor();
  await moveOlder('interview');
  await moveLatest('inReview');
  await status.selectOption('Einstellung');
  await page.getByText('Ida Zweifach: Status „Einstellung“.').waitFor();
  assert.deepEqual(await stages(), ['interview', 'hired']);
  await moveOlder('offer');
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await page.getByText('Ida Zweifach: Der Status ist zurückgesetzt.').waitFor();
  assert.deepEqual([await statusOf(id), await stages()], [null, ['offer', 'inReview']]);
});

consoleTest('an undone keyword that is gone is no failure, and who was merged is said', async (page) => {
  const kept = await createApplicant(['Nora', 'Pohl']);
  const merged = await createApplicant(['Nora', 'Pohle']);
  await indexMarked(service.services);
  await open(page, '/candidates?sort=name');
  await selectRows(page, 'Jana Maier', 'Ute Weber', 'Nora Pohle');
  await changeSelected(page, 'Schlagwort …', 'Schlagwort', 'Pool A');
  await page.getByRole('status').getByText('3 Bewerber geändert.').waitFor();
  const { keywords } = (await recruiter.get(`/candidates/${maier}`)).body;
  const { id } = keywords.find(({ keyword }: { keyword: string }) => keyword === 'Pool A');
  assert.equal((await api.delete(`/candidates/${maier}/keywords/${id}`)).status, 204);
  const manager = await service.platform('branchManager');
  const body = { mergedCandidateId: merged };
  const done = await manager.post(`/candidates/${kept}/merge`, body);
  assert.equal(done.status, 200, done.text);
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await page.getByRole('status').getByText('2 Bewerber sind wie vorher. 1 nicht zurückgenommen.').waitFor();
  const failures = page.getByRole('region', { name: 'Nicht zurückgenommen' });
  await failures.getByText('Nora Pohle wurde mit Nora Pohl zusammengeführt').waitFor();
  assert.equal(await failures.getByText('gibt es nicht mehr').count(), 0);
});

consoleTest('after the session has ended, those who are not changed stay selected', async (page) => {
  const { user, ...calls } = await service.platform('recruiter');
  await signIn(page, urlOf('/candidates?branch=all&sort=name'), user);
  await selectRows(page, 'Jana Maier', 'Ute Weber');
  const first = page.waitForResponse((response) => response.url().endsWith('/keywords'));
  const ended = Promise.withResolvers<void>();
  await page.route('**/keywords', async (route) => {
    if (!route.request().url().includes(`/${maier}/`)) await ended.promise;
    await route.continue();
  });
  await changeSelected(page, 'Schlagwort …', 'Schlagwort', 'Messe');
  assert.equal((await first).status(), 200);
  await calls.delete('/sessions');
  ended.resolve();
  await signInAgain(page, user);
  const failures = page.getByRole('region', { name: 'Nicht geändert' });
  await failures.getByText('Ute Weber ist nicht geändert, weil Ihre Sitzung abgelaufen war').waitFor();
  await page.getByRole('status').getByText('1 ausgewählt').waitFor();
  await changeSelected(page, 'Schlagwort …', 'Schlagwort', 'Messe');
  await page.getByRole('status').getByText('Ute Weber geändert.').waitFor();
  await failures.waitFor({ state: 'hidden' });
  for (const id of [maier, weber]) {
    const { keywords } = (await recruiter.get(`/candidates/${id}`)).body;
    assert.deepEqual(
      keywords.map(({ keyword }: { keyword: string }) => keyword),
      ['Messe'],
    );
  }
});
