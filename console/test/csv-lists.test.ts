import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { indexMarked } from '../../server/areas/search/index.ts';
import { openImporter } from '../../server/testing/makers/csv-import.ts';
import { insertFull, recordsOf } from './csv-data.ts';
import { openAs, openConsole } from './open-console.ts';
import { insertRequests } from './requests-data.ts';

const { service, consoleTest, urlOf } = await openConsole();
const { id: tenantId } = service.tenant;
const recruiter = await service.platform('recruiter');
const viewer = await service.platform('viewer');
const importer = await openImporter(service);

const SAVE = { name: 'Als CSV speichern' };
/** More than a page of the file, and more than the page of the browser loads at once. */
const CROWD = 450;

async function saved(page: Page): Promise<{ name: string; text: string }> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', SAVE).click();
  const file = await downloading;
  return { name: file.suggestedFilename(), text: await readFile((await file.path())!, 'utf8') };
}

const full = await insertFull(service, recruiter.user.id);
await service.sql(
  `WITH made AS (
     INSERT INTO candidate (tenant_id, first_name, last_name, is_visible)
     SELECT $1, 'Eva', 'Menge' || lpad(n::text, 3, '0'), true FROM generate_series(1, ${CROWD}) AS n RETURNING id)
   INSERT INTO application (tenant_id, candidate_id, recruiter_id, channel_id, applied_at)
   SELECT $1, id, $2, 51, timestamptz '2026-02-01' + id * interval '1 minute' FROM made`,
  [tenantId, recruiter.user.id],
);
// What the operations of the API do for each of them, which would take long.
await service.sql(
  "INSERT INTO search_mark (tenant_id, entity, record_id) SELECT $1, 'candidate', id FROM candidate WHERE tenant_id = $1",
  [tenantId],
);
await indexMarked(service.services);

consoleTest(
  'the file has every candidate of the filtered list in its order, and all columns',
  async (page) => {
    await openAs(page, urlOf('/candidates?text=Menge&sort=name'), recruiter.cookie);
    await page.getByText(`${CROWD} Bewerber`, { exact: true }).waitFor();
    const { name, text } = await saved(page);
    assert.match(name, /^Bewerber_\d{4}-\d\d-\d\d\.csv$/);
    const records = recordsOf(text);
    assert.deepEqual(
      records.map(({ Nachname }) => Nachname),
      Array.from({ length: CROWD }, (_, index) => `Menge${String(index + 1).padStart(3, '0')}`),
    );
    await page.getByRole('status').getByText(`${name} ist gespeichert, mit ${CROWD} Zeilen.`).waitFor();
  },
);

consoleTest('values are those that people read, and no cell becomes a formula', async (page) => {
  await openAs(page, urlOf('/candidates?text=Ada&place=04109&radius=5'), viewer.cookie);
  await page.getByText('1 Bewerber', { exact: true }).waitFor();
  const { text } = await saved(page);
  assert.match(text, /;38,5;2600;/);
  const [record] = recordsOf(text);
  const { Sprachen, Führerscheine, Berufe, ...rest } = record!;
  assert.match(Berufe!, /; /);
  assert.match(Sprachen!, /^Deutsch A2, .*Lettisch \(Muttersprache\), Telugu, /);
  assert.match(Führerscheine!, /\bCE\b/);
  assert.ok(rest['Geändert am']);
  assert.deepEqual(
    Object.entries(rest)
      .filter(([heading]) => !['Stellen-ID', 'Geändert am', 'Quelle', 'Anforderungsniveau'].includes(heading))
      .map((entry) => entry.join(': ')),
    [
      `Stellwerk-ID: ${full}`,
      'ID: 0012',
      'Anrede: Frau',
      'Titel: Dr.',
      'Vorname: Ada',
      'Nachname: Größe-Łęcki',
      'E-Mail: ada@example.org',
      "Telefon: '+49 30 901820",
      'Handy: 0151 5550123',
      'Straße: Hauptstraße',
      'Hausnummer: 12a',
      'PLZ: 04109',
      'Ort: Leipzig',
      'Bundesland: Sachsen',
      'Land: Deutschland',
      'Adresszusatz: c/o Müller; Hof',
      'Adresszusatz 2: 2. OG',
      'Status: ',
      'Niederlassung: Bad Süd',
      'Zuständig: Test recruiter',
      'Wunschposition: Lager, Versand',
      'Qualifikationen: "Erste Hilfe; Betrieb"',
      'Schlagwörter: "Lager, Logistik", "MAG (1, 2)", "24"" Monitor", -5 °C, "a) b"',
      'Verfügbar ab: 01.04.2026',
      'Kündigungsfrist: 4 Wochen',
      'Wochenstunden: 38,5',
      'Gehaltswunsch: 2600',
      'Gehaltszeitraum: month',
      'Währung: EUR',
      'Schichtbereitschaft: nein',
      'Umkreis (km): 30',
      'Eigener Pkw: ja',
      'Geburtsdatum: 17.05.1990',
      'Geburtsort: Köln',
      'Geburtsname: O’Brien',
      'Geburtsland: Polen',
      'Geschlecht: Weiblich',
      'Staatsangehörigkeit: Österreichisch',
      'Arbeitserlaubnis erforderlich: nein',
      'Arbeitserlaubnis bis: 31.01.2027',
      'Webseite: https://example.org/',
      'WhatsApp: ja',
      'WhatsApp-Einwilligung: nein',
      'Bemerkungen: \'=1+1\nZweite Zeile; "Zitat"',
      'Erstellt am: 01.03.2026 09:15',
      'Beworben am: 02.03.2026 10:20',
      'Kanal: Import',
      'Recruiter: Test recruiter',
      "Beworben auf: '=Pflege",
      'Phase: Neu',
      'Entfernung (km): 0',
    ],
  );
});

for (const [language, save] of [
  ['de', 'Als CSV speichern'],
  ['en', 'Save as CSV'],
] as const) {
  consoleTest(`an import of the file finds nothing to change: ${language}`, async (page) => {
    await page.addInitScript(`localStorage.setItem('stellwerk.language', '${language}')`);
    await openAs(page, urlOf('/candidates'), recruiter.cookie);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: save }).click();
    const text = await readFile((await (await downloading).path())!, 'utf8');
    await importer.begin();
    const options = { tenant: service.tenant.key, update: '', 'dry-run': '' };
    const { data, report } = await importer.run(text, options);
    const others = report.filter(([, outcome, , , message]) => outcome !== 'unchanged' || message !== '');
    assert.deepEqual(others, []);
    assert.equal(data.rows.unchanged, CROWD + 1);
    assert.deepEqual(
      data.ignoredColumns,
      language === 'de'
        ? ['Beworben auf', 'Phase', 'Entfernung (km)', 'Geändert am']
        : ['Applied for', 'Stage', 'Distance (km)', 'Changed at'],
    );
    // What somebody corrects is what changes.
    const corrected = await importer.run(text.replace('Menge007', 'Menge-7'), { ...options });
    assert.deepEqual([corrected.data.rows.updated, corrected.data.rows.unchanged], [1, CROWD]);
  });
}

consoleTest('a failure in the middle leaves no file', async (page) => {
  await openAs(page, urlOf('/candidates?text=Menge'), recruiter.cookie);
  let files = 0;
  page.on('download', () => files++);
  let calls = 0;
  await page.route('**/platform/candidates/search/export', (route) =>
    ++calls === 2 ? route.fulfill({ status: 503, json: {} }) : route.continue(),
  );
  await page.getByRole('button', SAVE).click();
  await page
    .getByText('Es ist keine CSV-Datei entstanden, weil der Dienst einen Teil der Liste nicht geliefert hat.')
    .waitFor();
  assert.deepEqual([files, calls], [0, 2]);
  // The next attempt is complete.
  const { text } = await saved(page);
  assert.equal(recordsOf(text).length, CROWD);
});

consoleTest('it says how far it is, and can be cancelled by the keyboard', async (page) => {
  await openAs(page, urlOf('/candidates?text=Menge'), recruiter.cookie);
  let files = 0;
  page.on('download', () => files++);
  const held = Promise.withResolvers<void>();
  let calls = 0;
  await page.route('**/platform/candidates/search/export', async (route) => {
    if (++calls > 1) await held.promise;
    await route.continue().catch(() => {});
  });
  const button = page.getByRole('button', SAVE);
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByText(`200 von ${CROWD} Zeilen`).waitFor();
  await page.getByRole('status').getByText('Die CSV-Datei wird erstellt.').waitFor();
  const progress = page.getByRole('progressbar', { name: 'Fortschritt der CSV-Datei' });
  assert.equal(await progress.getAttribute('value'), '200');
  assert.equal(await button.getAttribute('aria-disabled'), 'true');
  assert.equal(await page.locator(':focus').textContent(), SAVE.name);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Abgebrochen. Es ist keine CSV-Datei entstanden.').waitFor();
  await progress.waitFor({ state: 'detached' });
  assert.equal(await page.locator(':focus').textContent(), SAVE.name);
  held.resolve();
  assert.equal(await button.getAttribute('aria-disabled'), null);
  assert.equal(files, 0);
});

consoleTest('a list that is too long for a file says what to do', async (page) => {
  const tenant = await service.createTenant();
  const { cookie } = await service.platform('recruiter', tenant);
  // What the indexer would write, because writing it takes longer.
  await service.sql(
    `WITH made AS (
       INSERT INTO candidate (tenant_id, first_name, last_name, is_visible)
       SELECT $1, 'Eva', 'Viele', true FROM generate_series(1, 10001) RETURNING id)
     INSERT INTO candidate_search (tenant_id, candidate_id, name_key, created_at, applied_at, profession_ids, license_ids,
                                   languages, applied_job_ad_ids, applied_stages, applied_on)
     SELECT $1, id, 'viele', '2026-03-01', '2026-03-01', '{}', '{}', '{}', '{}', '{}', '{}' FROM made`,
    [tenant.id],
    tenant.id,
  );
  let files = 0;
  page.on('download', () => files++);
  await openAs(page, urlOf('/candidates'), cookie);
  await page.getByText('mehr als 10.000 Bewerber').waitFor();
  await page.getByRole('button', SAVE).click();
  await page
    .getByText(
      'Die Liste hat mehr als 10.000 Zeilen. Es ist keine CSV-Datei entstanden. Grenzen Sie die Liste ein',
    )
    .waitFor();
  assert.equal(files, 0);
});

consoleTest('companies and requests have what their lists show', async (page) => {
  await insertRequests(service);
  await openAs(page, urlOf('/companies?branch=all&sort=name'), recruiter.cookie);
  const companies = await saved(page);
  assert.match(companies.name, /^Kunden_/);
  assert.deepEqual(
    recordsOf(companies.text).map(({ Kundennummer, Name, PLZ, Status }) => [Kundennummer, Name, PLZ, Status]),
    [
      ['', 'Alpenmetall Gruber OHG', '80331', 'Kontakt'],
      ['K-20044', 'Hansa Lagerhaus GmbH', '20457', 'Kontakt'],
    ],
  );
  await openAs(page, urlOf('/requests?branch=all&status=all'), recruiter.cookie);
  const requests = await saved(page);
  assert.match(requests.name, /^Aufträge_/);
  assert.deepEqual(
    recordsOf(requests.text).length,
    Number.parseInt((await page.getByText(/^\d+ Aufträge$/).textContent())!, 10),
  );
  for (const { Titel, Kunde, Art, Personen, Beginn } of recordsOf(requests.text)) {
    assert.ok(Titel && Kunde && Art);
    assert.match(Personen!, /^\d+$/);
    assert.match(Beginn!, /^\d\d\.\d\d\.\d{4}$/);
  }
});
