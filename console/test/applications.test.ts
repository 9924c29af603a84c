import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { externalApplication } from '../../server/testing/makers/applications.ts';
import { openAs, openConsole, untilIdle } from './open-console.ts';
import { ageOf, insertApplications } from './recruiting-data.ts';

const { service, consoleTest, urlOf } = await openConsole();
const { ids, bonn, newestAt } = await insertApplications(service);
const admin = await service.platform('admin');
const recruiter = await service.platform('recruiter');

const open = (page: Page, path = '/applications') => openAs(page, urlOf(path), recruiter.cookie);
const rowsOf = (page: Page) => page.getByRole('table', { name: 'Bewerbungen' }).getByRole('row');
const details = (page: Page, name: string) => page.getByRole('region', { name });

const daysAgo = (days: number) =>
  new Date(service.clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10);

async function stageOf(name: string): Promise<string> {
  const { candidateId } = ids[name]!;
  const { body } = await recruiter.get(`/candidates/${candidateId}/applies`);
  return body.applies[0].stage;
}

consoleTest(
  'the queue shows the newest application first, and its filters are in the address',
  async (page) => {
    await open(page);
    await page.getByText('6 Bewerbungen').waitFor();
    const newest = (await rowsOf(page).nth(1).textContent())!;
    assert.match(newest, /^Ada Muster.*Neu/);
    assert.ok(newest.endsWith(ageOf(newestAt)), newest);
    await page.getByLabel('Reihenfolge').selectOption('Älteste zuerst');
    await rowsOf(page).nth(1).getByText('Ferdinand von der Hohenwart-Liebenstein').waitFor();
    await page.getByLabel('Niederlassung').selectOption('Bonn');
    await page.getByText('1 Bewerbung', { exact: true }).waitFor();
    assert.equal(new URL(page.url()).search, `?order=asc&branch=${bonn}`);
    await page.getByLabel('Phase').selectOption('Angebot');
    await page.getByText('Keine Bewerbung passt zu diesen Filtern.').waitFor();
    await page.getByRole('button', { name: 'Filter zurücksetzen' }).click();
    await page.getByText('6 Bewerbungen').waitFor();
  },
);

consoleTest('what an address says wrongly is left out', async (page) => {
  for (const search of [
    '?stage=quark&branch=x&from=gestern&application=-1',
    '?branch=4000000000&from=2026-02-31&application=4000000000',
  ]) {
    await open(page, `/applications${search}`);
    await page.getByRole('row', { name: /Ada Muster/ }).waitFor();
  }
});

consoleTest('an application is read, moved on, and moved back by keyboard alone', async (page) => {
  await open(page);
  await rowsOf(page).nth(1).waitFor();
  await page.keyboard.press('j');
  await details(page, 'Ada Muster').getByText('ich suche eine Stelle in der Frühschicht').waitFor();
  await page.keyboard.press('j');
  await details(page, 'Bülent Öztürk').waitFor();
  await page.keyboard.press('k');
  await details(page, 'Ada Muster').getByRole('link', { name: 'kandidat0@example.org' }).waitFor();
  await page.keyboard.press('e');
  await page.getByRole('menuitem', { name: 'In Prüfung' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Ada Muster: jetzt „In Prüfung“.').waitFor();
  assert.equal(await stageOf('Muster'), 'inReview');
  await rowsOf(page).nth(1).getByText('In Prüfung').waitFor();
  await page.getByRole('button', { name: 'Rückgängig' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Ada Muster: wieder „Neu“.').waitFor();
  assert.equal(await stageOf('Muster'), 'new');
});

consoleTest('a decision is undone with the status that it set', async (page) => {
  await open(page, `/applications?application=${ids.Weiß!.applicationId}`);
  await page.getByRole('button', { name: 'Verschieben nach …' }).click();
  await page.getByRole('menuitem', { name: 'Abgelehnt' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Verschieben' }).click();
  await page.getByRole('button', { name: 'Rückgängig' }).waitFor();
  assert.equal(await stageOf('Weiß'), 'rejected');
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await page.getByText('Chiara Weiß: wieder „Neu“.').waitFor();
  assert.equal(await stageOf('Weiß'), 'new');
});

consoleTest('a move that the service refuses is reported, and changes nothing', async (page) => {
  await page.route('**/platform/applications/*/stage', (route) => route.fulfill({ status: 500 }));
  await open(page, `/applications?application=${ids.Muster!.applicationId}`);
  await page.getByRole('button', { name: 'Verschieben nach …' }).click();
  await page.getByRole('menuitem', { name: 'Angebot' }).click();
  await page.getByRole('status').getByText('Das hat nicht geklappt. Es wurde nichts geändert.').waitFor();
  await rowsOf(page).nth(1).getByText('Neu').waitFor();
});

consoleTest('a note is written, and one that was begun waits at its candidate', async (page) => {
  await open(page, `/applications?application=${ids.Öztürk!.applicationId}`);
  await page.getByLabel('Neue Notiz').waitFor();
  await page.keyboard.press('n');
  await page.keyboard.type('Ruft am Montag zurück');
  await page.getByRole('button', { name: /^Chiara Weiß/ }).click();
  await details(page, 'Chiara Weiß').waitFor();
  assert.equal(await page.getByLabel('Neue Notiz').inputValue(), '');
  await page.getByRole('button', { name: /^Bülent Öztürk/ }).click();
  await details(page, 'Bülent Öztürk').waitFor();
  assert.equal(await page.getByLabel('Neue Notiz').inputValue(), 'Ruft am Montag zurück');
  await page.getByText(/^Entwurf vom .* wiederhergestellt\.$/).waitFor();
  await page.getByRole('button', { name: 'Entwurf verwerfen' }).click();
  assert.equal(await page.getByLabel('Neue Notiz').inputValue(), '');
  await page.getByText(/^Entwurf vom /).waitFor({ state: 'hidden' });
  await page.getByLabel('Neue Notiz').fill('Ruft am Montag zurück');
  await page.getByRole('button', { name: 'Notiz speichern' }).click();
  const notes = page.getByRole('list', { name: 'Notizen' });
  await notes.getByText('Ruft am Montag zurück').waitFor();
  await notes.getByText('Test recruiter').waitFor();
  assert.equal(await page.getByLabel('Neue Notiz').inputValue(), '');
  const { body } = await recruiter.get(`/candidates/${ids.Öztürk!.candidateId}/notes`);
  assert.deepEqual(
    body.notes.map(({ text }: { text: string }) => text),
    ['Ruft am Montag zurück'],
  );
});

consoleTest(
  'a note whose response was lost is saved again, also after a reload, and added once',
  async (page) => {
    const { applicationId, candidateId } = ids.Weiß!;
    let calls = 0;
    await page.route('**/platform/candidates/*/notes', async (route) => {
      const request = route.request();
      if (request.method() !== 'POST' || calls++ > 0) return route.continue();
      const headers = { 'idempotency-key': request.headers()['idempotency-key']! };
      const { status } = await recruiter.post(`/candidates/${candidateId}/notes`, request.postDataJSON(), {
        headers,
      });
      assert.equal(status, 200);
      await route.abort();
    });
    await open(page, `/applications?application=${applicationId}`);
    await page.getByLabel('Neue Notiz').fill('Nur einmal');
    await page.getByRole('button', { name: 'Notiz speichern' }).click();
    await page.getByText('Der Dienst hat nicht geantwortet. Versuchen Sie es noch einmal').waitFor();
    await untilIdle(page);
    await page.reload();
    await page.getByRole('button', { name: 'Notiz speichern' }).click();
    await page.getByRole('status').getByText('Die Notiz ist gespeichert.').waitFor();
    const { body } = await recruiter.get(`/candidates/${candidateId}/notes`);
    assert.deepEqual(
      body.notes.map(({ text }: { text: string }) => text),
      ['Nur einmal'],
    );
  },
);

consoleTest('a note is saved again with its mentions before the users are known', async (page) => {
  const { applicationId, candidateId } = ids.Şahin!;
  const text = 'Bitte prüfen, @Test admin';
  let lost = 0;
  await page.route('**/platform/candidates/*/notes', async (route) => {
    const request = route.request();
    if (request.method() !== 'POST' || lost++ > 0) return route.continue();
    const headers = { 'idempotency-key': request.headers()['idempotency-key']! };
    const body = request.postDataJSON();
    assert.deepEqual(body.mentions, [admin.user.id]);
    assert.equal((await recruiter.post(`/candidates/${candidateId}/notes`, body, { headers })).status, 200);
    await route.abort();
  });
  await open(page, `/applications?application=${applicationId}`);
  await page.getByLabel('Neue Notiz').fill(text);
  await untilIdle(page);
  await page.getByRole('button', { name: 'Notiz speichern' }).click();
  await page.getByText('Der Dienst hat nicht geantwortet. Versuchen Sie es noch einmal').waitFor();
  await untilIdle(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/platform/users/responsibilities*', async (route) => {
    await released;
    await route.continue();
  });
  await page.reload();
  await page.getByRole('button', { name: 'Notiz speichern' }).click();
  await page.getByRole('status').getByText('Die Notiz ist gespeichert.').waitFor();
  release();
  await untilIdle(page);
  const { body } = await recruiter.get(`/candidates/${candidateId}/notes`);
  assert.deepEqual(
    body.notes.map((note: { text: string }) => note.text),
    [text],
  );
});

consoleTest('older notes are shown page by page', async (page) => {
  const { applicationId, candidateId } = ids.Kowalenko!;
  for (let number = 1; number <= 51; number++)
    await recruiter.post(`/candidates/${candidateId}/notes`, { text: `Notiz ${number}`, mentions: [] });
  await open(page, `/applications?application=${applicationId}`);
  const notes = page.getByRole('list', { name: 'Notizen' });
  await notes.getByText('Notiz 51', { exact: true }).waitFor();
  assert.equal(await notes.getByText('Notiz 1', { exact: true }).count(), 0);
  await page.getByRole('button', { name: 'Ältere Notizen' }).click();
  await notes.getByText('Notiz 1', { exact: true }).waitFor();
  assert.equal(await notes.getByRole('listitem').count(), 51);
  await page.getByRole('button', { name: 'Ältere Notizen' }).waitFor({ state: 'hidden' });
});

consoleTest('a viewer reads, and is offered no change', async (page) => {
  const viewer = await service.platform('viewer');
  await openAs(page, urlOf(`/applications?application=${ids.Muster!.applicationId}`), viewer.cookie);
  await page.getByText('Noch keine Notiz.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Verschieben nach …' }).count(), 0);
  assert.equal(await page.getByLabel('Neue Notiz').count(), 0);
});

consoleTest('the branches of a user are the default filter, and no wall', async (page) => {
  const { user, cookie } = await service.platform('recruiter');
  const offices = { assignedOffices: [{ officeId: bonn }] };
  assert.equal((await admin.put(`/users/${user.id}/assignedoffices`, offices)).status, 204);
  await openAs(page, urlOf('/applications'), cookie);
  await page.getByText('1 Bewerbung', { exact: true }).waitFor();
  await page.getByLabel('Niederlassung').selectOption('Alle Niederlassungen');
  await page.getByText('6 Bewerbungen').waitFor();
});

consoleTest(
  'an application that arrives is shown, and one that a colleague moves on disappears',
  async (page) => {
    await open(page);
    await page.getByText('6 Bewerbungen').waitFor();
    const person = { firstName: 'Greta', lastName: 'Neumann' };
    const sent = await service.tenant.api.post('/candidates/applies/external', externalApplication(person));
    assert.equal(sent.status, 200, sent.text);
    await rowsOf(page).nth(1).getByText('Greta Neumann').waitFor();
    await page.getByText('7 Bewerbungen').waitFor();
    const path = `/applications/${sent.body.applicationId}/stage`;
    assert.equal((await recruiter.put(path, { stage: 'rejected' })).status, 204);
    await page.getByText('6 Bewerbungen').waitFor();
    await rowsOf(page).nth(1).getByText('Ada Muster').waitFor();
  },
);

consoleTest('a long queue has a window of rows, and loads as it is scrolled', async (page) => {
  const { candidateId } = ids.Muster!;
  await service.sql(
    `INSERT INTO application (tenant_id, candidate_id, channel_id, applied_at, stage, stage_changed_at)
     SELECT tenant_id, candidate_id, channel_id, clock_timestamp() - interval '100 days' - number * interval '1 hour',
            'withdrawn', clock_timestamp()
       FROM application, generate_series(1, 250) AS number WHERE tenant_id = $1 AND candidate_id = $2`,
    [service.tenant.id, candidateId],
  );
  await open(page, '/applications?stage=withdrawn');
  await page.getByText('250 Bewerbungen').waitFor();
  const table = page.getByRole('table', { name: 'Bewerbungen' });
  assert.equal(await table.getAttribute('aria-rowcount'), '251');
  assert.ok((await rowsOf(page).count()) <= 60, String(await rowsOf(page).count()));
  const last = table.locator('[aria-rowindex="251"]');
  for (let turn = 0; turn < 20 && (await last.count()) === 0; turn++) {
    await table.hover();
    await page.mouse.wheel(0, 4000);
    await untilIdle(page);
  }
  await last.waitFor();
  assert.ok((await rowsOf(page).count()) <= 60, String(await rowsOf(page).count()));
});

consoleTest('today counts new applications by age, and leads to them', async (page) => {
  await open(page, '/');
  const ages = page.getByRole('table', { name: 'Neue Bewerbungen nach Alter' });
  await ages.getByRole('columnheader', { name: 'Alter (Tage in UTC)' }).waitFor();
  await ages.getByRole('row', { name: 'Älter als 7 Tage 1' }).waitFor();
  await ages.getByRole('row', { name: '4 bis 7 Tage 1' }).waitFor();
  await ages.getByRole('link', { name: 'Älter als 7 Tage' }).click();
  await page.getByText('1 Bewerbung', { exact: true }).waitFor();
  await page.getByText(/^Eingegangen bis \d{2}\.\d{2}\.\d{4} \(UTC\)$/).waitFor();
  await page.getByRole('button', { name: 'Zeitraum aufheben' }).click();
  await page.getByText('6 Bewerbungen').waitFor();
});

consoleTest(
  'today shows the applications of the own branches first, and how many there are in all',
  async (page) => {
    const user = await service.platform('recruiter');
    const offices = { assignedOffices: [{ officeId: bonn }] };
    assert.equal((await admin.put(`/users/${user.user.id}/assignedoffices`, offices)).status, 204);
    const count = async (officeIds?: number[]): Promise<number> =>
      (await user.post('/applications/search', { stages: ['new'], officeIds, limit: 1 })).body.total;
    const [own, all] = [await count([bonn]), await count()];
    assert.ok(own < all);
    await openAs(page, urlOf('/'), user.cookie);
    const part = page.getByRole('region', { name: 'Neue Bewerbungen' });
    await part.getByText('Meine Niederlassungen').waitFor();
    const link = part.getByRole('link', { name: `Neu in allen Niederlassungen: ${all}` });
    await link.waitFor();
    await untilIdle(page);
    const counts = await part.getByRole('table').first().locator('td.number').allTextContents();
    assert.equal(
      counts.map(Number).reduce((sum, each) => sum + each),
      own,
    );
    await link.click();
    await page.getByText(`${all} Bewerbungen`).waitFor();
    assert.equal(await page.getByLabel('Niederlassung').inputValue(), 'all');
  },
);

consoleTest('a task is done, and opened again', async (page) => {
  const { applicationId } = ids.Muster!;
  const { body } = await recruiter.post('/tasks', { title: 'Rückruf', dueDate: '2020-01-02', applicationId });
  await open(page, '/');
  const tasks = page.getByRole('table', { name: 'Meine Aufgaben' });
  await tasks.getByRole('row', { name: /Rückruf.*Ada Muster.*02\.01\.2020.*überfällig/ }).waitFor();
  await tasks.getByRole('checkbox', { name: 'Erledigt: Rückruf' }).click();
  await page.getByText('„Rückruf“ ist erledigt.').waitFor();
  await page.getByText('Sie haben keine offenen Aufgaben.').waitFor();
  assert.notEqual((await recruiter.get(`/tasks/${body.id}`)).body.doneAtUtc, null);
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await tasks.getByRole('row', { name: /Rückruf/ }).waitFor();
  assert.equal((await recruiter.get(`/tasks/${body.id}`)).body.doneAtUtc, null);
});

consoleTest('today shows the applications of each day as a chart, with its table', async (page) => {
  await open(page, '/');
  const part = page.getByRole('region', { name: 'Bewerbungen der letzten 14 Tage' });
  await part.getByRole('img', { name: 'Bewerbungen der letzten 14 Tage' }).waitFor();
  const { total } = (await recruiter.post('/applications/search', { startDate: daysAgo(6), limit: 1 })).body;
  await part.getByText(`Letzte 7 Tage: ${total}, davon entschieden: `).waitFor();
  await part.getByText('Als Tabelle zeigen').click();
  const { total: today } = (await recruiter.post('/applications/search', { startDate: daysAgo(0), limit: 1 }))
    .body;
  const cells = await part.getByRole('row').last().getByRole('cell').allTextContents();
  assert.equal(Number(cells[0]) + Number(cells[1]), today);
  assert.equal(await part.getByRole('row').count(), 15);
});
