import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { openAs, openConsole } from './open-console.ts';
import { insertReports } from './reports-data.ts';

const { service, consoleTest, urlOf } = await openConsole();
const ids = await insertReports(service);
const viewer = await service.platform('viewer');
const MAY = 'from=2026-05-01&to=2026-05-31';

const open = async (page: Page, search: string) => {
  await openAs(page, urlOf(`/reports?${search}`), viewer.cookie);
  await page.getByRole('heading', { level: 1, name: 'Auswertungen' }).waitFor();
};
/** The texts of the cells of each row, with the head and the total. */
async function rowsOf(page: Page, name: string): Promise<string[]> {
  const table = page.getByRole('table', { name });
  await table.waitFor();
  const rows = await table.getByRole('row').all();
  return Promise.all(
    rows.map(async (row) => {
      const cells = await row.locator('th:visible, td:visible').allInnerTexts();
      return cells.map((cell) => cell.replaceAll(/\s+/g, ' ')).join(' | ');
    }),
  );
}
const saved = async (page: Page) => {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: /CSV/ }).click();
  const file = await downloading;
  return { name: file.suggestedFilename(), text: await readFile((await file.path())!, 'utf8') };
};
const addressOf = (page: Page) => new URL(page.url()).searchParams;

consoleTest('job ads have their figures with totals, sorted, filtered, and as a file', async (page) => {
  await open(page, `tab=jobs&${MAY}`);
  assert.deepEqual(await rowsOf(page, 'Zahlen je Stellenanzeige'), [
    'Stellenanzeige | Niederlassung | Aufrufe | Formular geöffnet | Bewerbungen ↓ | Quote | Einstellungen | Ablehnungen | Tage online',
    '=Pflege "Nacht" | Bonn | 80 | 4 | 2 | 2,50 % | 0 | 1 | 4',
    'Koch (m/w/d) | Berlin | 1.240 | 10 | 1 | 0,08 % | 1 | 0 | 10',
    'Schweißer (gelöscht) | Bonn | 0 | 0 | 1 | – | 0 | 0 | 0',
    'Summe (3) |  | 1.320 | 14 | 4 | 0,30 % | 1 | 1 | 14',
  ]);
  await page.getByText('01.05.2026 bis 31.05.2026 · Alle Niederlassungen · Tage in UTC · Stand').waitFor();
  const chart = page.getByRole('img', { name: 'Die höchsten Werte: Bewerbungen' });
  await chart.waitFor();
  const summary = page.getByText(
    '1.320 Aufrufe, 4 Bewerbungen, 1 Einstellung und 1 Ablehnung. Vorn bei „Bewerbungen“: =Pflege "Nacht" mit 2.',
  );
  assert.equal(await chart.getAttribute('aria-describedby'), await summary.getAttribute('id'));
  assert.equal(await page.getByRole('link', { name: /Schweißer/ }).count(), 0);

  const views = page.getByRole('columnheader', { name: 'Aufrufe' });
  await views.getByRole('button').click();
  await page.getByRole('img', { name: 'Die höchsten Werte: Aufrufe' }).waitFor();
  await page.getByText('Vorn bei „Aufrufe“: Koch (m/w/d) mit 1.240.').waitFor();
  assert.equal(await views.getAttribute('aria-sort'), 'descending');
  await views.getByRole('button').click();
  await views.and(page.locator('[aria-sort="ascending"]')).waitFor();
  assert.match(page.url(), /sort=views&order=asc/);
  assert.match((await rowsOf(page, 'Zahlen je Stellenanzeige'))[1]!, /^Schweißer/);
  const file = await saved(page);
  assert.equal(file.name, 'Stellenanzeigen_2026-05-01_2026-05-31.csv');
  assert.deepEqual(file.text.split('\r\n'), [
    '\uFEFF"Nr.";"Stellenanzeige";"Niederlassung";"Aufrufe";"Formular geöffnet";"Bewerbungen";"Quote";"Einstellungen";"Ablehnungen";"Tage online"',
    `${ids.jobAds[2]};"Schweißer";"Bonn";0;0;1;;0;0;0`,
    `${ids.jobAds[1]};"'=Pflege ""Nacht""";"Bonn";80;4;2;0,025;0;1;4`,
    `${ids.jobAds[0]};"Koch (m/w/d)";"Berlin";1240;10;1;0,0008;1;0;10`,
    '',
  ]);

  await page.getByLabel('Niederlassung', { exact: true }).selectOption('Bonn');
  await page.getByText(/· Bonn ·/).waitFor();
  assert.equal((await rowsOf(page, 'Zahlen je Stellenanzeige')).length, 4);
  await page.reload();
  assert.match((await rowsOf(page, 'Zahlen je Stellenanzeige'))[1]!, /^Schweißer/);
  await page.getByText('Was die Zahlen bedeuten').click();
  await page.getByText('Ein angebrochener Tag zählt ganz.').waitFor();
  await page.getByRole('link', { name: 'Pipeline: =Pflege "Nacht", Bewerbungen: 2' }).click();
  await page.waitForURL((url) => url.pathname.endsWith(`/jobads/${ids.jobAds[1]}/pipeline`));
});

consoleTest(
  'the applications of a period are shown by day, week, and month, and lead to the queue',
  async (page) => {
    await open(page, 'from=2026-03-28&to=2026-05-31');
    await page.getByText('7 Bewerbungen: 5 offen, 1 eingestellt, 1 abgelehnt, 0 zurückgezogen.').waitFor();
    const shown = () => rowsOf(page, 'Bewerbungseingang');
    assert.deepEqual((await shown()).slice(0, 2), [
      'Woche | Eingegangen | Offen | Eingestellt | Abgelehnt | Zurückgezogen',
      '28.03.2026 – 29.03.2026 | 2 | 2 | 0 | 0 | 0',
    ]);
    await page.getByLabel('Je', { exact: true }).selectOption('Monat');
    await page
      .getByRole('img', { name: 'Bewerbungseingang' })
      .getByText('Bewerbungen je Monat')
      .last()
      .waitFor();
    assert.deepEqual((await shown()).slice(1), [
      '28.03.2026 – 31.03.2026 | 2 | 2 | 0 | 0 | 0',
      'April 2026 | 0 | 0 | 0 | 0 | 0',
      'Mai 2026 | 5 | 3 | 1 | 1 | 0',
      'Summe (3) | 7 | 5 | 1 | 1 | 0',
    ]);
    const { name, text } = await saved(page);
    assert.equal(name, 'Bewerbungseingang_2026-03-28_2026-05-31.csv');
    assert.match(text, /^\uFEFF"Von";"Bis";"Eingegangen";.*\r\n"2026-03-28";"2026-03-31";2;2;0;0;0\r\n/);

    // A year is read in parts, and a branch is kept by every report.
    await page.getByLabel('Niederlassung', { exact: true }).selectOption('Berlin');
    await page.getByText('3 Bewerbungen: 2 offen').waitFor();
    await page.getByLabel('Von', { exact: true }).fill('2025-06-01');
    await page.getByText('01.06.2025 bis 31.05.2026 · Berlin').waitFor();
    assert.equal((await shown()).at(-2), 'Mai 2026 | 1 | 0 | 1 | 0 | 0');
    await page.getByRole('link', { name: 'Kanäle' }).click();
    await page.getByRole('table', { name: 'Zahlen je Kanal' }).waitFor();
    assert.deepEqual(
      ['tab', 'from', 'branch', 'by'].map((key) => addressOf(page).get(key)),
      ['channels', '2025-06-01', String(ids.offices[0]), null],
    );

    await page.getByLabel('Zeitraum').selectOption('Gesamte Zeit');
    await page.getByText(/Gesamte Zeit · Berlin/).waitFor();
    await page.getByRole('link', { name: 'Bewerbungseingang' }).click();
    await page.getByText('Der Bewerbungseingang braucht einen ersten und einen letzten Tag.').waitFor();
    await page.getByLabel('Niederlassung', { exact: true }).selectOption('Alle Niederlassungen');
    await page.getByLabel('Von', { exact: true }).fill('2020-01-01');
    await page.getByLabel('Bis', { exact: true }).fill('2026-05-31');
    await page.getByText('Der Bewerbungseingang umfasst höchstens 2 Jahre.').waitFor();
    await page.getByLabel('Von', { exact: true }).fill('2026-06-01');
    await page.getByText('„Bis“ darf nicht vor „Von“ liegen.').waitFor();
    await page.getByLabel('Von', { exact: true }).fill('2026-05-31');
    await page.getByRole('link', { name: 'Bewerbungen ansehen: 31.05.2026, 1' }).click();
    await page.getByText('1 Bewerbung', { exact: true }).waitFor();

    // The same of a branch.
    await open(page, `from=2026-05-02&to=2026-05-31&branch=${ids.offices[1]}`);
    await page.getByRole('link', { name: 'Bewerbungen ansehen: 06.05.2026, 1' }).click();
    await page.getByText('1 Bewerbung', { exact: true }).waitFor();
    assert.equal(addressOf(page).get('branch'), String(ids.offices[1]));
  },
);

consoleTest(
  'channels, branches, responsible users, and requests have totals only where they are right',
  async (page) => {
    await open(page, `tab=channels&${MAY}`);
    assert.deepEqual((await rowsOf(page, 'Zahlen je Kanal')).slice(1), [
      'Homepage | 1.280 | 13 | 4 | 0,31 % | 1 | 1 | 14',
      'Import | 0 | 0 | 1 | – | 0 | 0 | 0',
      'Jobportal | 40 | 1 | 0 | 0,00 % | 0 | 0 | 10',
      'Summe (3) | 1.320 | 14 | 5 | 0,38 % | 1 | 1 | – Eine Summe wäre hier falsch.',
    ]);
    await page.getByRole('link', { name: 'Zuständige' }).click();
    assert.deepEqual((await rowsOf(page, 'Zahlen je zuständiger Person')).slice(1), [
      'Ben | 80 | 4 | 2 | 2,50 % | 0 | 1 | 4',
      'niemand | 0 | 0 | 2 | – | 0 | 0 | 0',
      'Ada | 1.240 | 10 | 1 | 0,08 % | 1 | 0 | 10',
      'Summe (3) | 1.320 | 14 | 5 | 0,38 % | 1 | 1 | 14',
    ]);
    const kinds = page.getByRole('navigation', { name: 'Arten von Auswertungen' });
    await kinds.getByRole('link', { name: 'Aufträge' }).click();
    await page.getByText('In diesem Zeitraum gibt es keine Zahlen.').waitFor();
    await page.getByLabel('Zeitraum').selectOption('Letzte 30 Tage');
    assert.deepEqual((await rowsOf(page, 'Aufträge je Niederlassung und Art')).slice(1), [
      'Berlin | Arbeitnehmerüberlassung | 1 | 1 | 0 | 0 | 3 | 3 | 0,0',
      'Berlin | Personalvermittlung | 1 | 0 | 0 | 1 | 2 | 0 | –',
      'Summe (2) |  | 2 | 1 | 0 | 1 | 5 | 3 | – Eine Summe wäre hier falsch.',
    ]);
    assert.equal(addressOf(page).get('from'), null);
    await page.goto(urlOf(`/reports?tab=offices&${MAY}`));
    assert.deepEqual((await rowsOf(page, 'Zahlen je Niederlassung')).slice(1), [
      'Bonn | 80 | 4 | 3 | 3,75 % | 0 | 1 | 4',
      'Berlin | 1.240 | 10 | 1 | 0,08 % | 1 | 0 | 10',
      'ohne Niederlassung | 0 | 0 | 1 | – | 0 | 0 | 0',
      'Summe (3) | 1.320 | 14 | 5 | 0,38 % | 1 | 1 | 14',
    ]);
    // On paper there is only the report.
    await page.emulateMedia({ media: 'print' });
    assert.deepEqual(
      await Promise.all([
        page.getByRole('navigation', { name: 'Hauptnavigation' }).isVisible(),
        page.getByLabel('Zeitraum').isVisible(),
        page.getByRole('button', { name: 'Als CSV speichern' }).isVisible(),
        page.getByRole('table', { name: 'Zahlen je Niederlassung' }).isVisible(),
        page.getByText('01.05.2026 bis 31.05.2026').isVisible(),
      ]),
      [false, false, false, true, true],
    );
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('link', { name: 'Bonn' }).click();
    await page.getByRole('table', { name: 'Zahlen je Stellenanzeige' }).waitFor();
    assert.deepEqual(
      ['from', 'branch'].map((key) => addressOf(page).get(key)),
      ['2026-05-01', String(ids.offices[1])],
    );
  },
);

consoleTest(
  'a long report has pages, its file says when it is cut, and a failed one is tried again',
  async (page) => {
    const all = 10_001;
    let isBroken = true;
    const figures = {
      views: 0,
      applyClicks: 0,
      hires: 0,
      rejections: 0,
      conversionRate: null,
      publishedDays: 1,
    };
    await page.route('**/platform/reports/performance/jobs?*', (route) =>
      isBroken
        ? route.fulfill({ status: 500, json: { messageGuid: null, message: 'x', validationErrors: [] } })
        : route.fulfill({
            json: Array.from({ length: all }, (_, index) => ({
              jobAdId: index + 1,
              id: String(index + 1),
              title: `Anzeige ${index + 1}`,
              officeId: ids.offices[0],
              isDeleted: false,
              applications: all - index,
              ...figures,
            })),
          }),
    );
    await open(page, 'tab=jobs&page=3');
    const retry = page.getByRole('alert').getByRole('button', { name: 'Noch einmal versuchen' });
    await retry.waitFor();
    isBroken = false;
    await retry.click();
    const pages = page.getByRole('navigation', { name: 'Seiten der Tabelle' });
    await pages.getByText('101 bis 150 von 10.001').waitFor();
    await page.getByRole('link', { name: 'Anzeige 101', exact: true }).waitFor();
    assert.equal(await page.getByRole('table').getByRole('row').count(), 52);
    await page.getByText('Die CSV-Datei enthält nur die ersten 10.000 von 10.001 Zeilen').waitFor();
    const { text } = await saved(page);
    const lines = text.split('\r\n');
    assert.equal(lines.length, 10_002);
    assert.match(lines.at(-2)!, /^10000;"Anzeige 10000";/);
    await pages.getByRole('link', { name: 'Nächste' }).click();
    await pages.getByText('151 bis 200 von 10.001').waitFor();
    // Another order starts at its first page, and no page is after the last one.
    await page.getByRole('button', { name: 'Stellenanzeige', exact: true }).click();
    await pages.getByText('1 bis 50 von 10.001').waitFor();
    assert.equal(addressOf(page).get('page'), null);
    await page.goto(urlOf('/reports?tab=jobs&page=900'));
    await pages.getByText('10.001 bis 10.001 von 10.001').waitFor();
    assert.equal(await pages.getByRole('link', { name: 'Nächste' }).count(), 0);
  },
);

consoleTest('a branch that does not exist is said, and others see nothing of reports', async (page) => {
  await open(page, 'tab=jobs&branch=999999');
  await page.getByRole('button', { name: 'Alle Filter aufheben' }).click();
  await page.getByRole('button', { name: 'Als CSV speichern' }).waitFor();
  assert.equal(addressOf(page).get('branch'), null);
  const { cookie } = await service.platform('dataProtection');
  await openAs(page, urlOf('/reports'), cookie);
  await page.getByRole('heading', { level: 1, name: 'Dafür fehlt Ihnen die Berechtigung' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Auswertungen' }).count(), 0);
});
