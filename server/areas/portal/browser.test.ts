import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { startBrowser } from '../../testing/browser.ts';
import { startTestService } from '../../testing/harness.ts';
import { insertAd, insertBranch, Visitor } from '../../testing/portal-visitor.ts';
import { savePortalSettings } from './settings.ts';

const started = await startBrowser();
const service = await startTestService();
const { api, key } = service.tenant;

/** Registers a test that runs in a browser. Without a browser, the test is skipped with the reason in its title. */
function browserTest(title: string, run: (page: Page, context: TestContext) => Promise<void>): void {
  if ('reason' in started) {
    test(`${title} (no browser: ${started.reason})`, { skip: true }, () => {});
    return;
  }
  test(title, async (context) => {
    const page = await started.browser.newPage({ locale: 'de-DE', viewport: { width: 1200, height: 900 } });
    try {
      await run(page, context);
    } finally {
      await page.close();
    }
  });
}

const branch = await insertBranch(service, 'Niederlassung Berlin');
const jobAdId = await insertAd(service, {
  office_id: branch,
  introduction: '<p>Für ein <em>Zentrallager</em> suchen wir Verstärkung.</p>',
  tasks: '<h2>Im Lager</h2><ul><li>Ware annehmen</li></ul>',
  contact_text: '<p><a href="mailto:ada@example.org">ada@example.org</a></p>',
  weekly_hours: 35,
  salary_from: 15,
  salary_to: 16.5,
  salary_currency: 'EUR',
  salary_period: 'hour',
});
const goneId = await insertAd(service, { office_id: branch, status: 'Completed' });
for (let index = 0; index < 22; index++) {
  await insertAd(service, {
    office_id: index % 2 === 0 ? branch : await insertBranch(service, `Niederlassung ${index}`),
    title: `Elektroniker für Betriebstechnik und Automatisierung (m/w/d) ${index}`,
    city: index % 2 === 0 ? 'Köln' : 'Ulm',
    employment_type: index % 2 === 0 ? 'Teilzeit' : 'Vollzeit',
  });
}
await savePortalSettings(service.services.database.tenant(service.tenant.id), service.tenant.id, {
  language: 'de',
  privacyUrl: 'https://example.org/datenschutz',
  imprintUrl: 'https://example.org/impressum',
  privacyText: { de: null, en: null },
  termsText: { de: null, en: null },
  whatsAppText: { de: null, en: null },
});

const PAGES = {
  'the list': '',
  'a search without results': '?q=nichts',
  'an ad': `/${jobAdId}`,
  'the form': `/${jobAdId}/apply`,
  'the confirmation': `/${jobAdId}/thanks`,
  'an ad that is no longer published': `/${goneId}`,
};

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** Returns the violations that axe finds with all its rules, including those of WCAG 2.2 AA. */
async function violationsOf(page: Page): Promise<string[]> {
  // Evaluated through the developer tools, because the policy of the page blocks scripts.
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate('axe.run(document)')) as { violations: Violation[] };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

for (const [name, path] of Object.entries(PAGES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    browserTest(`${name} has no accessibility violations in ${colorScheme} colors`, async (page) => {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${service.baseUrl}/jobs/${key}${path}`);
      assert.deepEqual(await violationsOf(page), []);
    });
  }

  browserTest(`${name} fits a window 320 pixels wide`, async (page) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${service.baseUrl}/jobs/${key}${path}`);
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 320);
  });
}

browserTest('no page violates its own policy or loads anything from other hosts', async (page) => {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('requestfailed', (request) => complaints.push(request.url()));
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  for (const path of ['', `/${jobAdId}`, `/${jobAdId}/apply`])
    await page.goto(`${service.baseUrl}/jobs/${key}${path}`);
  assert.deepEqual(complaints, []);
  assert.deepEqual([...hosts], [service.baseUrl]);
  assert.deepEqual(await page.context().cookies(), []);
});

browserTest(
  'a visitor finds an ad and applies with a CV, and the API returns the application',
  async (page) => {
    await page.goto(`${service.baseUrl}/jobs/${key}?channel=9`);
    await page.getByLabel('Beruf oder Stichwort').fill('lagerhelfer');
    await page.getByRole('button', { name: 'Suchen' }).click();
    await page.getByRole('link', { name: 'Lagerhelfer (m/w/d)' }).click();
    await page.getByRole('link', { name: 'Jetzt bewerben' }).first().click();
    await page.getByLabel('Anrede').selectOption({ label: 'Frau' });
    await page.getByLabel('Vorname').fill('Grete');
    await page.getByLabel('Nachname').fill('Übermuth');
    await page.getByLabel('E-Mail-Adresse').fill('grete@example.org');
    await page.getByLabel('Postleitzahl').fill('10115');
    await page.getByLabel('Ort', { exact: true }).fill('Berlin');
    await page.getByLabel('Lebenslauf').setInputFiles({
      name: 'Lebenslauf Übermuth.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7\n'),
    });
    await page.getByLabel('Zeugnisse und anderes').setInputFiles([
      { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('Zeugnis') },
      { name: 'b.txt', mimeType: 'text/plain', buffer: Buffer.from('Schein') },
    ]);
    await page.locator('#privacyChecked').check();
    await page.locator('#termsOfUseChecked').check();
    await service.clock.advance(10_000);
    await page.getByRole('button', { name: 'Bewerbung absenden' }).click();
    await page.getByRole('heading', { name: 'Danke für Ihre Bewerbung' }).waitFor();
    const { body } = await api.get('/candidates/duplicates?email=grete@example.org');
    const { body: candidate } = await api.get(`/candidates/${body.duplicates[0].id}`);
    assert.equal(candidate.lastName, 'Übermuth');
    assert.equal(candidate.applies[0].jobAdId, jobAdId);
    assert.equal(candidate.applies[0].channelId, 9);
    assert.deepEqual(
      candidate.documents.map((document: { originalFileName: string }) => document.originalFileName).sort(),
      ['Lebenslauf Übermuth.pdf', 'a.txt', 'b.txt'],
    );
  },
);

browserTest('after an error, the summary has the focus and links to the field', async (page) => {
  await page.goto(`${service.baseUrl}/jobs/${key}/${jobAdId}/apply`);
  await page.getByLabel('Vorname').fill('Ada');
  await service.clock.advance(10_000);
  // This browser would not send an invalid form. Other browsers would.
  await page.evaluate("document.querySelector('form').noValidate = true");
  await page.getByRole('button', { name: 'Bewerbung absenden' }).click();
  await page.getByRole('alert').waitFor();
  assert.equal(await page.evaluate('document.activeElement.className'), 'errors');
  assert.deepEqual(await violationsOf(page), []);
  const borderOf = (id: string) =>
    page.evaluate(`getComputedStyle(document.getElementById('${id}')).borderTopWidth`);
  assert.deepEqual([await borderOf('lastName'), await borderOf('firstName')], ['2px', '1px']);
  await page.getByRole('link', { name: 'Nachname' }).click();
  assert.equal(await page.evaluate('document.activeElement.id'), 'lastName');
  assert.equal(await page.getByLabel('Vorname').inputValue(), 'Ada');
});

browserTest('the first Tab stop skips the header', async (page) => {
  await page.goto(`${service.baseUrl}/jobs/${key}`);
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate('document.activeElement.className'), 'skip');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate('document.activeElement.id'), 'content');
});

// Runs without a browser too, so that the file always has a test.
test('the pages of the browser tests exist', async () => {
  const visitor = new Visitor(service);
  for (const path of Object.values(PAGES)) assert.ok((await visitor.own(path)).status < 500);
});
