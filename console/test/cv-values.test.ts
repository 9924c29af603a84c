import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { parseCvTask } from '../../server/areas/documents/index.ts';
import { SAMPLES_DIRECTORY } from '../../server/checks/cv-samples/measure.ts';
import { button } from './elements.ts';
import { openAs, openConsole, untilIdle, untilTrue } from './open-console.ts';
import { pageOf } from './pdf.ts';
import { insertApplications } from './recruiting-data.ts';

// What was read from a CV, beside the CV.

const { service, consoleTest, urlOf } = await openConsole();
const { ids } = await insertApplications(service);
const recruiter = await service.platform('recruiter');
const admin = await service.platform('admin');

async function addCv(name: string, contents: Buffer, candidateId: number): Promise<number> {
  const body = { filename: name, base64File: contents.toString('base64') };
  const added = await recruiter.post(`/candidates/${candidateId}/documents/cv`, body);
  assert.equal(added.status, 200, added.text);
  return added.body.id;
}

const open = (page: Page, application: number) =>
  openAs(page, urlOf(`/applications?application=${application}`), recruiter.cookie);
const viewer = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

consoleTest('what was read from a CV is shown beside it', async (page) => {
  const { applicationId, candidateId } = ids.Kowalenko!;
  await open(page, applicationId);
  await page.getByLabel('Angaben aus dem Lebenslauf übernehmen').waitFor();
  const lines = [
    'Dmytro Kowalenko',
    'geboren am 14.03.1991 in Kiel',
    '',
    'Sprachen',
    'Deutsch (Muttersprache)',
  ];
  const buffer = Buffer.from(lines.join('\n'));
  await page.locator('input[type="file"]').setInputFiles({ name: 'cv.txt', mimeType: 'text/plain', buffer });
  await page.getByText('Wird ausgelesen …').waitFor();
  const [{ id: documentId }] = (await recruiter.get(`/candidates/${candidateId}`)).body.documents;
  await parseCvTask(service.services).run({ tenantId: service.tenant.id, documentId });
  await page.getByText('Ausgelesen', { exact: true }).waitFor();
  const reads: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/sources')) reads.push(request.url());
  });
  await button(page, 'cv.txt').click();
  const filled = 'Daraus übernommen: Geburtsdatum, Geburtsort und Sprachen.';
  const region = viewer(page, 'cv.txt');
  await region.locator('summary').getByText(filled).waitFor();
  assert.deepEqual(reads, [], 'the lines are not read before somebody opens them');
  await region.locator('summary').getByText(filled).click();
  const lineOf = (name: string) =>
    region.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  await lineOf('Geburtsort').getByText('geboren am 14.03.1991 in Kiel').waitFor();
  await lineOf('Sprachen').getByText('Deutsch (Muttersprache)').waitFor();
  const { body } = await recruiter.get(`/candidates/${candidateId}`);
  assert.equal(body.birth.date, '1991-03-14');
  // The changes of others are shown, and cause no read that the access log would have as one of this user.
  await recruiter.put(`/candidates/${candidateId}`, { firstName: 'Dmitri' });
  await page.getByRole('heading', { name: /^Dmitri Kowalenko/ }).waitFor();
  await untilIdle(page);
  // Another language reads everything else again.
  await button(page, 'Test recruiter').click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await button(page, 'Edit: Contact')
    .or(page.getByRole('link', { name: 'Today' }))
    .first()
    .waitFor();
  await untilIdle(page);
  assert.equal(reads.length, 1);
});

/** The second job is not sure: what it is called and where it was are not told apart. */
const UNSURE_CV = [
  'Kerim Öztürk',
  'Berufserfahrung',
  '04/2019 – heute  Staplerfahrer, Spreekai Logistik GmbH',
  '09/2014 – 03/2019  Blaues Feld, Grünes Tal',
  '01/2012 – 08/2014  Gelbes Feld, Rotes Tal',
];

consoleTest('what is not sure waits for a decision, and its place is shown in the document', async (page) => {
  const { applicationId, candidateId } = ids.Öztürk!;
  const id = await addCv('unsicher.pdf', await pageOf(UNSURE_CV), candidateId);
  await parseCvTask(service.services).run({ tenantId: service.tenant.id, documentId: id });
  const reads: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(`/documents/${id}/proposals`)) reads.push(request.url());
  });
  await open(page, applicationId);
  await page.getByText('2 Vorschläge', { exact: true }).waitFor();
  await button(page, 'unsicher.pdf').click();
  const region = viewer(page, 'unsicher.pdf');
  const proposals = region.getByRole('region', { name: 'Vorschläge aus dem Lebenslauf' });
  await proposals.getByRole('button', { name: /^Blaues Feld.*Seite 1: Stelle zeigen$/ }).click();
  const mark = region.getByRole('img', { name: 'Fundstelle' });
  await mark.waitFor();
  const { width, height, y } = (await mark.boundingBox())!;
  const text = (await region
    .locator('.textLayer, [class*="textLayer"]')
    .getByText('Blaues Feld')
    .boundingBox())!;
  assert.ok(
    width > height && y <= text.y && y + height >= text.y + text.height - 4,
    'the frame is around the line',
  );
  // Another language reads everything else again. The menu stays open.
  await button(page, 'Test recruiter').click();
  for (const [language, screen] of [
    ['English', 'Today'],
    ['Deutsch', 'Heute'],
  ] as const) {
    await page.getByRole('menuitemradio', { name: language }).click();
    await page.getByRole('link', { name: screen, exact: true }).waitFor();
  }
  await button(page, 'Test recruiter').click();
  await untilIdle(page);
  assert.equal(reads.length, 1);
  await proposals.getByRole('button', { name: /^Gelbes Feld.*verwerfen$/ }).click();
  await page.getByRole('status').getByText('Der Vorschlag ist verworfen.').waitFor();
  await proposals.getByRole('button', { name: /^Blaues Feld.*übernehmen$/ }).click();
  await page.getByRole('status').getByText('Der Vorschlag ist übernommen.').waitFor();
  await page.getByText(/^\d Vorschl/).waitFor({ state: 'hidden' });
  const { body } = await recruiter.get(`/candidates/${candidateId}`);
  assert.equal(body.resume.jobs.length, 2);
  const { body: accesses } = await (await service.platform('dataProtection')).get(
    `/documents/accesses?documentId=${id}`,
  );
  assert.deepEqual(accesses.accesses.map(({ kind }: { kind: string }) => kind).sort(), ['content', 'lines']);
  await recruiter.delete(`/documents/${id}`);
});

consoleTest(
  'after a decision without a response, the proposals are read again where they are shown',
  async (page) => {
    const { applicationId, candidateId } = ids.Muster!;
    const id = await addCv('verloren.pdf', await pageOf(['Ada Muster', ...UNSURE_CV.slice(1)]), candidateId);
    await parseCvTask(service.services).run({ tenantId: service.tenant.id, documentId: id });
    const path = `/candidates/${candidateId}/documents/${id}/proposals`;
    let isLost = false;
    let isFailing = false;
    let reads = 0;
    await page.route(`**${path}`, async (route) => {
      const request = route.request();
      if (request.method() === 'GET') {
        reads++;
        return isFailing ? route.fulfill({ status: 500 }) : route.fallback();
      }
      if (!isLost) return route.fallback();
      assert.equal((await recruiter.put(path, request.postDataJSON())).status, 200);
      return route.abort();
    });
    await open(page, applicationId);
    const proposals = page.getByRole('region', { name: 'Vorschläge aus dem Lebenslauf' });
    const decision = (name: string) => proposals.getByRole('button', { name: new RegExp(name) });
    await button(page, 'verloren.pdf').click();
    await decision('^Blaues Feld.*übernehmen$').waitFor();
    isLost = true;
    isFailing = true;
    const failed = page.waitForResponse((response) => response.status() === 500);
    await decision('^Blaues Feld.*übernehmen$').click();
    await failed;
    // They stay, and nothing is decided about them until they are read again.
    await proposals.getByRole('alert').waitFor();
    const kept = proposals.getByRole('button', { name: /^Blaues Feld.*übernehmen$/, disabled: true });
    await kept.waitFor();
    isFailing = false;
    await proposals.getByRole('button', { name: 'Noch einmal versuchen' }).click();
    await decision('^Blaues Feld.*übernehmen$').waitFor({ state: 'hidden' });
    isLost = false;
    await decision('^Gelbes Feld.*verwerfen$').click();
    await page.getByRole('status').getByText('Der Vorschlag ist verworfen.').waitFor();
    assert.equal(await decision('^Blaues Feld.*übernehmen$').count(), 0);
    assert.equal(reads, 3);
    // Nobody sees the proposals while the rejection is undone.
    await button(page, 'verloren.pdf').click();
    await proposals.waitFor({ state: 'hidden' });
    isLost = true;
    const isBack = page.waitForResponse('**/favicon.svg');
    await button(page, 'Rückgängig').click();
    await isBack;
    await untilIdle(page);
    assert.equal(reads, 3);
    await button(page, 'verloren.pdf').click();
    await decision('^Gelbes Feld.*verwerfen$').waitFor();
    assert.equal(reads, 4);
    await recruiter.delete(`/documents/${id}`);
  },
);

/** The line of the second job is there twice, and lines without text are not counted. */
const TEXT_CV = [
  'Kerim Öztürk',
  '09/2014 – 03/2019  Weißes Feld, Graues Tal',
  '----------',
  '',
  'Berufserfahrung',
  '',
  ...Array.from({ length: 60 }, (_, index) => `- Aufgabe ${index}`),
  '04/2019 – heute  Kommissionierer, Spreekai Logistik GmbH',
  '',
  '09/2014 – 03/2019  Weißes Feld, Graues Tal',
  'Kenntnisse',
  'DATEV, C#',
];

consoleTest(
  'in a text the line of a value is marked, and skills are taken over as keywords',
  async (page) => {
    const { applicationId, candidateId } = ids.Öztürk!;
    const id = await addCv('lebenslauf.txt', Buffer.from(TEXT_CV.join('\r\n')), candidateId);
    await parseCvTask(service.services).run({ tenantId: service.tenant.id, documentId: id });
    await open(page, applicationId);
    await button(page, 'lebenslauf.txt').click();
    const region = viewer(page, 'lebenslauf.txt');
    const proposals = region.getByRole('region', { name: 'Vorschläge aus dem Lebenslauf' });
    await proposals.getByRole('button', { name: /^Weißes Feld.*Im Text zeigen$/ }).click();
    const mark = region.locator('mark');
    await mark.getByText('09/2014 – 03/2019  Weißes Feld, Graues Tal').waitFor();
    const before = "document.querySelector('pre mark').previousSibling.textContent";
    assert.match(await page.evaluate<string>(before), /Spreekai Logistik GmbH/);
    await untilTrue(page, "document.querySelector('pre').scrollTop > 0");
    await proposals.getByText('Berufe: Kommissionierer/in').waitFor();
    await proposals.getByRole('button', { name: 'C#, Im Text zeigen' }).click();
    await mark.getByText('DATEV, C#').waitFor();
    await proposals.getByText('Schlagwörter: DATEV').waitFor();
    await proposals.getByRole('button', { name: 'DATEV übernehmen' }).click();
    await page.getByRole('status').getByText('Der Vorschlag ist übernommen.').waitFor();
    const { body } = await recruiter.get(`/candidates/${candidateId}`);
    assert.deepEqual(
      body.keywords.map(({ keyword }: { keyword: string }) => keyword),
      ['DATEV'],
    );
    await recruiter.delete(`/documents/${id}`);
  },
);

/** Of somebody else. The first job has the text of another one in its description. */
const OTHER_CV = [
  'Wolfgang Jankowski',
  'wolfgang.jankowski@example.org',
  'Berufserfahrung',
  '04/2019 – heute  Staplerfahrer, Kaihafen Logistik GmbH',
  '- Be- und Entladen von Containern, Kommissionieren nach Pickliste und per Scanner',
  '- Einweisung neuer Kollegen an den Flurförderzeugen',
  '- 03/2015 – 03/2019 Lagerhelfer, Havel Lager GmbH',
  '02/2012 – 02/2015  Lagerist, Spree Versand GmbH',
  '- Wareneingang',
];

consoleTest(
  'a CV of somebody else is said to be one, and a proposal shows all that it writes',
  async (page) => {
    const { applicationId, candidateId } = ids.Öztürk!;
    const id = await addCv('verwechselt.txt', Buffer.from(OTHER_CV.join('\n')), candidateId);
    await admin.put('/documents/cv/settings', { proposesEverything: true });
    await parseCvTask(service.services).run({ tenantId: service.tenant.id, documentId: id });
    await admin.put('/documents/cv/settings', { proposesEverything: false });
    await open(page, applicationId);
    await button(page, 'verwechselt.txt').click();
    const region = viewer(page, 'verwechselt.txt');
    const proposals = region.getByRole('region', { name: 'Vorschläge aus dem Lebenslauf' });
    await proposals.getByText(/^Der Lebenslauf nennt eine andere Person als das Profil\./).waitFor();
    await proposals.getByText('Ein Zeitraum wurde nicht verwendet.').waitFor();
    const itemOf = (name: string) =>
      proposals.getByRole('listitem').filter({ has: page.locator('strong', { hasText: name }) });
    await itemOf('Spree Versand GmbH').getByText('Wareneingang').waitFor();
    const swallowed = itemOf('Kaihafen Logistik GmbH').getByText('Lagerhelfer, Havel Lager GmbH');
    assert.equal(await swallowed.isVisible(), false);
    await itemOf('Kaihafen Logistik GmbH').getByText('Beschreibung', { exact: true }).click();
    await swallowed.waitFor();
    await recruiter.delete(`/documents/${id}`);
  },
);

consoleTest('the place of a proposal is shown in a picture', async (page) => {
  const { applicationId, candidateId } = ids.Öztürk!;
  const id = await addCv(
    'scan.png',
    await readFile(join(SAMPLES_DIRECTORY, '../pictures/cv.png')),
    candidateId,
  );
  const place = {
    page: 1,
    line: 2,
    text: 'Oderstraße 12',
    rectangle: { left: 110, bottom: 450, right: 550, top: 480 },
  };
  await service.sql(
    `INSERT INTO document_proposal (tenant_id, document_id, candidate_id, property, value, confidence, sources, state)
     VALUES ($1, $2, $3, 'birth.place', '{"birth": {"place": "Kiel"}}', 0.9, $4, 'open')`,
    [service.tenant.id, id, candidateId, JSON.stringify([place])],
  );
  await service.sql(
    `UPDATE document SET cv_parsing_state = 'done', open_proposals = 1, cv_leftovers = '[{"code": "recognizedPages", "count": 1, "pages": [1]}]'
      WHERE tenant_id = $1 AND id = $2`,
    [service.tenant.id, id],
  );
  await open(page, applicationId);
  await button(page, 'scan.png').click();
  const region = viewer(page, 'scan.png');
  await region.getByText('Der Text von Seite 1 ist aus einem Bild erkannt').waitFor();
  await region.getByRole('button', { name: /^Kiel.*Seite 1: Stelle zeigen$/ }).click();
  const mark = region.getByRole('img', { name: 'Fundstelle' });
  await mark.waitFor();
  const [shown, whole] = [
    (await mark.boundingBox())!,
    (await region.getByRole('img', { name: 'scan.png' }).boundingBox())!,
  ];
  const share = (part: number, of: number) => Math.round((100 * part) / of);
  // The picture has 1100 by 600 pixels.
  assert.deepEqual(
    [
      share(shown.x - whole.x, whole.width),
      share(shown.y - whole.y, whole.height),
      share(shown.width, whole.width),
      share(shown.height, whole.height),
    ],
    [10, 20, 40, 5],
  );
});
