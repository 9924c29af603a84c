import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { indexMarked } from '../../server/areas/search/index.ts';
import { makeBranch } from '../../server/testing/makers/branches.ts';
import { insertCandidates, insertLongList, LOCATIONS } from './candidate-data.ts';
import { changeSelected, selectRows } from './candidate-steps.ts';
import { changeIndexed, openAs, openAsOther, openConsole, untilIdle } from './open-console.ts';

const { service, consoleTest, urlOf } = await openConsole();
const { recruiter, berlin, bonn, ids, profession, createApplicant } = await insertCandidates(service);
const { maier, roth } = ids;
const manager = await service.platform('branchManager');
const open = (page: Page, path = '/candidates') => openAs(page, urlOf(path), recruiter.cookie);
const tableOf = (page: Page) => page.getByRole('table', { name: 'Bewerber' });
const rowOf = (page: Page, name: string) => tableOf(page).getByRole('row').filter({ hasText: name });
const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Suchen' });
const exactly = (page: Page, count: string) => page.getByText(count, { exact: true }).waitFor();

consoleTest(
  'words find names that sound alike, numbers in any notation, and CVs, and show where',
  async (page) => {
    await open(page);
    await exactly(page, '3 Bewerber');
    assert.match((await rowOf(page, 'Ute Weber').textContent())!, /10115 Berlin.*Schweißer.*niemand.*Neu/);
    for (const [words, name, excerpt, hit] of [
      ['Meyer', 'Jana Maier', 'Name: Jana Maier', 'Maier'],
      ['0151 555', 'Jana Maier', 'Telefon: ', '+491515550123'],
      ['nachtsch', 'Peter Roth', 'Schlagwort: Nachtschicht', 'Nachtschicht'],
      ['Kranführerschein', 'Ute Weber', 'Ladungssicherung und Kranführerschein bis 20', 'Kranführerschein'],
    ] as const) {
      await searchField(page).fill(words);
      await page.waitForURL((url) => url.searchParams.get('text') === words);
      await exactly(page, '1 Bewerber');
      const row = rowOf(page, name);
      await row.getByText(excerpt).waitFor();
      assert.equal((await row.locator('mark').textContent())!.replaceAll(' ', ''), hit);
    }
    await searchField(page).fill('Quark');
    await page.getByText('Kein Bewerber passt zu dieser Suche.').waitFor();
    await page.getByRole('button', { name: 'Suche und Filter zurücksetzen' }).click();
    await exactly(page, '3 Bewerber');
    assert.equal(await searchField(page).inputValue(), '');
  },
);

consoleTest('filters are in the address, survive a reload, and are removed one by one', async (page) => {
  await open(page);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('PLZ oder Ort').fill('04109');
  await page.getByLabel('PLZ oder Ort').press('Enter');
  await exactly(page, '1 Bewerber');
  await page.getByLabel('Phase der Bewerbung').selectOption('Neu');
  await page.getByLabel('Umkreis (km)').selectOption('200');
  await exactly(page, '3 Bewerber');
  await page.getByLabel('Beworben ab (UTC)').fill('2020-01-31');
  await page.waitForURL(/2020-01-31/);
  await page.reload();
  await exactly(page, '3 Bewerber');
  await rowOf(page, 'Ute Weber')
    .getByText(/· 1\d\d km/)
    .waitFor();
  const filters = page.getByRole('list', { name: 'Aktive Filter' }).getByRole('listitem');
  assert.deepEqual(await filters.allTextContents(), [
    'Phase: Neu',
    '200 km um 04109 Leipzig',
    'Beworben ab (UTC) 31.01.2020',
  ]);
  await page.getByRole('button', { name: 'Filter aufheben: Phase: Neu' }).click();
  await page.waitForURL((url) => !url.search.includes('stage'));
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('PLZ oder Ort').fill('Nirgendwo an der Nichts');
  await page.getByLabel('PLZ oder Ort').press('Enter');
  await page.getByText('Diesen Ort kennt die Suche nicht.').waitFor();
  await page.getByRole('button', { name: 'Alle Filter aufheben' }).click();
  await exactly(page, '3 Bewerber');
  assert.equal(new URL(page.url()).search, '');
  await page.getByLabel('Beruf').fill(profession.name);
  await page.getByRole('option', { name: profession.name, exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await exactly(page, '1 Bewerber');
  await filters.getByText(`Beruf: ${profession.name}`).waitFor();
  await rowOf(page, 'Jana Maier').getByRole('cell', { name: profession.name, exact: true }).waitFor();
});

consoleTest('several qualifications find who has all of them', async (page) => {
  for (const [id, name] of [
    [maier, 'Staplerschein'],
    [maier, 'Ersthelferin'],
    [roth, 'Staplerschein'],
  ] as const)
    await service.tenant.api.post(`/candidates/${id}/qualifications`, { name });
  await indexMarked(service.services);
  await open(page);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const field = page.getByRole('combobox', { name: 'Qualifikation' });
  await field.click();
  const offered = page.getByRole('listbox', { name: 'Qualifikation' }).getByRole('option');
  await offered.first().waitFor();
  const names = await offered.allTextContents();
  assert.deepEqual(names, names.toSorted(new Intl.Collator('de').compare));
  const add = async (words: string, name: string) => {
    await field.fill(words);
    await page.getByRole('option', { name, exact: true }).click();
    await page.getByRole('list', { name: 'Aktive Filter' }).getByText(`Qualifikation: ${name}`).waitFor();
  };
  await add('stapler', 'Staplerschein');
  await exactly(page, '2 Bewerber');
  await add('helfer', 'Ersthelferin');
  await exactly(page, '1 Bewerber');
  await page.reload();
  await rowOf(page, 'Jana Maier').waitFor();
  await exactly(page, '1 Bewerber');
});

consoleTest('a language that was chosen without a level gets one', async (page) => {
  await open(page, '/candidates?language=%5B%223%22%5D');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const filters = page.getByRole('list', { name: 'Aktive Filter' }).getByRole('listitem');
  const before = await filters.filter({ hasNotText: '…' }).textContent();
  await page.getByLabel('Mindestens', { exact: true }).selectOption({ index: 2 });
  await page.getByLabel('Sprache', { exact: true }).selectOption('3');
  await filters.filter({ hasText: new RegExp(`^${before}.`) }).waitFor();
  assert.equal(await filters.count(), 1);
  assert.match(page.url(), /3%3A/);
});

consoleTest('an address that is partly wrong shows the rest', async (page) => {
  await open(
    page,
    '/candidates?status=no&stage=%5B%22new%22,%22nonsense%22%5D&from=2026-02-31&sort=name&radius=-1',
  );
  await exactly(page, '3 Bewerber');
  assert.deepEqual(
    await page.getByRole('list', { name: 'Aktive Filter' }).getByRole('listitem').allTextContents(),
    ['Phase: Neu'],
  );
  assert.deepEqual(await tableOf(page).getByRole('link').allTextContents(), [
    'Jana Maier',
    'Peter Roth',
    'Ute Weber',
  ]);
});

consoleTest(
  'a view is saved, opened by its address, shared, renamed, deleted, and brought back',
  async (page) => {
    const admin = await service.platform('admin');
    await admin.put(`/users/${recruiter.user.id}/assignedoffices`, { assignedOffices: [{ officeId: bonn }] });
    await openAs(page, urlOf(`/candidates?branch=all&text=Nachtschicht`), manager.cookie);
    const views = (name: string) => page.getByRole('button', { name, exact: true });
    await views('Ansichten').click();
    await page.getByRole('menuitem', { name: 'Filter als Ansicht speichern …' }).click();
    await page.getByLabel('Name der Ansicht').fill('Nachts');
    await page.getByLabel('Sichtbar für').selectOption('Bonn');
    await page.getByRole('button', { name: 'Speichern', exact: true }).click();
    await page.getByText('Die Ansicht „Nachts“ ist gespeichert.').waitFor();
    const view = new URL(page.url()).searchParams.get('view')!;
    // A colleague of the branch.
    await openAsOther(page, urlOf('/candidates'), recruiter.cookie);
    await exactly(page, '1 Bewerber');
    await page.getByLabel('Niederlassung').selectOption('Alle Niederlassungen');
    await exactly(page, '3 Bewerber');
    await openAs(page, urlOf(`/candidates?view=${view}`), recruiter.cookie);
    await exactly(page, '1 Bewerber');
    assert.equal(await searchField(page).inputValue(), 'Nachtschicht');
    // The name of the view stays while its filters are changed, as long as there are any.
    await searchField(page).fill('Nacht');
    await page.waitForURL((url) => url.searchParams.get('text') === 'Nacht');
    await views('Nachts (geändert)').click();
    await page.getByRole('menuitem', { name: 'Nachts (von Test branchManager)' }).waitFor();
    assert.equal(await page.getByRole('menuitem', { name: /löschen/ }).count(), 0);
    await openAsOther(page, urlOf(`/candidates?view=${view}`), manager.cookie);
    await views('Nachts').click();
    await page.getByRole('menuitem', { name: '„Nachts“ umbenennen …' }).click();
    await page.getByLabel('Name der Ansicht').fill('Spät');
    await page.getByRole('button', { name: 'Speichern', exact: true }).click();
    await views('Spät').click();
    await page.getByRole('menuitem', { name: '„Spät“ löschen' }).click();
    await page.getByText('Die Ansicht „Spät“ ist gelöscht.').waitFor();
    await views('Ansichten').waitFor();
    assert.equal((await manager.get('/views')).body.views.length, 0);
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await page.getByText('Die Ansicht „Spät“ ist wieder da.').waitFor();
    await views('Spät').waitFor();
    const [{ filter, branchId }] = (await manager.get('/views')).body.views;
    assert.deepEqual([filter, branchId], [{ branch: 'all', text: 'Nachtschicht' }, bonn]);
    await admin.put(`/users/${recruiter.user.id}/assignedoffices`, { assignedOffices: [] });
  },
);

consoleTest('responsible, branch, and keyword of the selected are set and undone', async (page) => {
  const stored = async (id: number) => {
    const { body } = await recruiter.get(`/candidates/${id}`);
    const keywords = body.keywords.map(({ keyword }: { keyword: string }) => keyword);
    return [body.responsibility, body.officeId, keywords];
  };
  await open(page, '/candidates?sort=name');
  await selectRows(page, 'Jana Maier', 'Peter Roth');
  const undo = async (text: string) => {
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await page.getByRole('status').getByText(text).waitFor();
  };
  await changeSelected(page, 'Zuständig …', 'Neu zuständig', 'Test recruiter');
  await page.getByText('2 Bewerber geändert.').waitFor();
  assert.deepEqual(await stored(roth), [recruiter.user.id, bonn, ['Nachtschicht']]);
  await rowOf(page, 'Peter Roth').getByText('Test recruiter').waitFor();
  await undo('2 Bewerber sind wie vorher.');
  assert.deepEqual(await stored(roth), [null, bonn, ['Nachtschicht']]);
  await changeSelected(page, 'Niederlassung …', 'Neue Niederlassung', 'Bonn');
  // One of them was there already.
  await page.getByText('Jana Maier geändert.').waitFor();
  assert.deepEqual((await stored(maier)).slice(0, 2), [null, bonn]);
  await undo('Jana Maier ist wie vorher.');
  assert.deepEqual((await stored(maier)).slice(0, 2), [null, berlin]);
  await changeSelected(page, 'Schlagwort …', 'Schlagwort', 'nachtschicht');
  await page.getByText('Jana Maier geändert. 1 nicht geändert.').waitFor();
  await page.getByText('Peter Roth hat dieses Schlagwort schon').waitFor();
  assert.deepEqual((await stored(maier))[2], ['nachtschicht']);
  await undo('Jana Maier ist wie vorher.');
  assert.deepEqual([(await stored(maier))[2], (await stored(roth))[2]], [[], ['Nachtschicht']]);
});

consoleTest('the keys search, move, select, and open, and a viewer is offered no change', async (page) => {
  const viewer = await service.platform('viewer');
  await createApplicant(['Otto', 'Alt']);
  await indexMarked(service.services);
  await open(page, '/candidates?sort=name');
  await rowOf(page, 'Ute Weber').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('berlin');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('text') === 'berlin');
  await rowOf(page, 'Jana Maier')
    .getByText(/Wohnort: .*Berlin/)
    .waitFor();
  const focused = page.locator(':focus');
  for (const [key, name] of [
    ['j', 'Otto Alt'],
    ['j', 'Jana Maier'],
    ['j', 'Ute Weber'],
    ['k', 'Jana Maier'],
  ] as const) {
    await page.keyboard.press(key);
    await page.getByRole('link', { name }).and(focused).waitFor();
  }
  await page.keyboard.press('x');
  await page.getByRole('status').getByText('1 ausgewählt').waitFor();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Tastenkürzel' });
  for (const text of ['Bewerber auswählen', 'Bewerber öffnen', 'Zum Suchfeld', 'Nächster Bewerber'])
    await keys.getByText(text).waitFor();
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'hidden' });
  await page.getByRole('checkbox', { name: 'Auswählen: Jana Maier' }).focus();
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === `/app/candidates/${maier}`);
  await openAsOther(page, urlOf('/candidates'), viewer.cookie);
  await rowOf(page, 'Ute Weber').waitFor();
  assert.equal(await tableOf(page).getByRole('checkbox').count(), 0);
});

consoleTest(
  'a long list has a window of rows, loads as it is scrolled, and selects at most 200',
  async (page) => {
    const office = await makeBranch(service, 'Köln');
    await insertLongList(service, office);
    await open(page, `/candidates?branch=${office}&sort=name`);
    await exactly(page, '250 Bewerber');
    assert.equal(await tableOf(page).getAttribute('aria-rowcount'), '251');
    // A failed page takes nothing away, and the list goes on with it.
    const reads = '**/candidates/search';
    await page.route(reads, (route) => route.fulfill({ status: 500 }));
    await tableOf(page).hover();
    await page.mouse.wheel(0, 4000);
    const retry = page.getByRole('button', { name: 'Noch einmal versuchen' });
    await retry.waitFor();
    await tableOf(page).getByText('Reihe Nr099').waitFor();
    await page.unroute(reads);
    await retry.click();
    await retry.waitFor({ state: 'hidden' });
    const last = tableOf(page).locator('[aria-rowindex="251"]');
    for (let turn = 0; turn < 20 && (await last.count()) === 0; turn++) {
      await tableOf(page).hover();
      await page.mouse.wheel(0, 4000);
      await untilIdle(page);
    }
    await last.getByText('Reihe Nr250').waitFor();
    assert.ok((await tableOf(page).getByRole('row').count()) <= 60);
    await page.getByRole('checkbox', { name: 'Alle geladenen auswählen' }).check();
    await page.getByText('200 ausgewählt, mehr sind auf einmal nicht möglich').waitFor();
  },
);

consoleTest(
  'a change is shown where it is, and a selected candidate who no longer matches stays',
  async (page) => {
    const change = (id: number, body: object) =>
      changeIndexed(page, service, () => recruiter.put(`/candidates/${id}`, body));
    await open(page, '/candidates?sort=name&place=04109&radius=20');
    await exactly(page, '1 Bewerber');
    await page.getByRole('checkbox', { name: 'Auswählen: Peter Roth' }).check();
    const anna = await changeIndexed(page, service, () =>
      createApplicant(['Anna', 'Adler'], { city: 'Leipzig' }),
    );
    await exactly(page, '2 Bewerber');
    assert.deepEqual(await tableOf(page).getByRole('link').allTextContents(), ['Anna Adler', 'Peter Roth']);
    await change(roth, { location: LOCATIONS.Berlin, desiredPosition: 'Kranführer' });
    await exactly(page, '1 Bewerber');
    await rowOf(page, 'Peter Roth').waitFor();
    await change(anna, { desiredPosition: 'Disponentin' });
    await rowOf(page, 'Anna Adler').getByRole('cell', { name: 'Disponentin', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Auswahl aufheben' }).click();
    await change(anna, { desiredPosition: 'Leiterin' });
    await rowOf(page, 'Anna Adler').getByRole('cell', { name: 'Leiterin', exact: true }).waitFor();
    await rowOf(page, 'Peter Roth').waitFor({ state: 'detached' });
  },
);

consoleTest('the palette opens a candidate, and an integrator finds nobody', async (page) => {
  await open(page, '/');
  await page.getByRole('heading', { level: 1, name: 'Heute' }).waitFor();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Suchen oder Befehl ausführen' });
  await palette.getByRole('combobox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Meyer');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === `/app/candidates/${maier}`);
  await palette.waitFor({ state: 'hidden' });
  const integrator = await service.platform('integrator');
  const asked: string[] = [];
  page.on('request', (request) => {
    // Until then, the page of the candidate can read again what has changed.
    if (request.isNavigationRequest()) asked.length = 0;
    asked.push(new URL(request.url()).pathname);
  });
  await openAsOther(page, urlOf('/candidates'), integrator.cookie);
  await page.getByRole('heading', { level: 1, name: 'Dafür fehlt Ihnen die Berechtigung' }).waitFor();
  await page.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill('Maier');
  await palette.getByText('Keine Treffer.').waitFor();
  await untilIdle(page);
  assert.deepEqual(
    asked.filter((path) => /search|candidates/.test(path) && path.startsWith('/platform')),
    [],
  );
});
