import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { boxOf, startBrowserTests, violationsOf } from '../../testing/browser.ts';
import { startTestService } from '../../testing/harness.ts';
import { isLong } from '../../testing/long.ts';
import { insertAd, insertBranch, Visitor } from '../../testing/portal-visitor.ts';

const browserTest = await startBrowserTests();
const service = await startTestService();
const { key } = service.tenant;

// A theme changes nothing but colors.
const darkRules = isLong ? 'all' : 'colors';

const LINKS = Array.from({ length: 14 }, (_, index) => `schein-${index}`);
const branch = await insertBranch(service, 'Niederlassung Berlin');
const jobAdId = await insertAd(service, {
  office_id: branch,
  introduction: '<p>Für ein <em>Zentrallager</em> suchen wir Verstärkung.</p>',
  tasks: '<h2>Im Lager</h2><ul><li>Ware annehmen</li></ul>',
  profile: `<ul>${LINKS.map((name) => `<li><a href="https://example.org/${name}">${name}</a></li>`).join('')}</ul>`,
  contact_text: '<p><a href="mailto:ada@example.org">ada@example.org</a></p>',
  weekly_hours: 35,
  salary_from: 15,
  salary_to: 16.5,
  salary_currency: 'EUR',
  salary_period: 'hour',
});
const longWordsId = await insertAd(service, {
  office_id: branch,
  city: 'Berlin/Brandenburg/Mecklenburg-Vorpommern',
  employment_type: 'Arbeitnehmerüberlassung/Personalvermittlung',
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
const links = {
  privacyUrl: 'https://example.org/datenschutz',
  imprintUrl: 'https://example.org/impressum',
};
assert.equal((await (await service.platform('admin')).put('/portal', links)).status, 204);

const PAGES = {
  'the list': '',
  'a search without results': '?q=nichts',
  'an ad': `/${jobAdId}`,
  'an ad with long words': `/${longWordsId}`,
  'the form': `/${jobAdId}/apply`,
  'the confirmation': `/${jobAdId}/thanks`,
  'an ad that is no longer published': `/${goneId}`,
  'an unknown address': '/1/2/3',
};

for (const [name, path] of Object.entries(PAGES)) {
  browserTest(
    `${name} has no accessibility violations in both themes, and fits a window 320 pixels wide`,
    async (page) => {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(`${service.baseUrl}/jobs/${key}${path}`);
      assert.deepEqual(await violationsOf(page), []);
      await page.emulateMedia({ colorScheme: 'dark' });
      assert.deepEqual(await violationsOf(page, darkRules), []);
      await page.setViewportSize({ width: 320, height: 640 });
      assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 320);
    },
  );
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

const url = (path: string) => `${service.baseUrl}/jobs/${key}${path}`;

const ELEMENTS = 'a, button, summary, select, textarea, input:not([type="hidden"])';

/** The visible elements that a finger can hit, without links within sentences. */
function targetsOf(page: Page): Promise<{ name: string; width: number; height: number }[]> {
  return page.evaluate(`[...document.querySelectorAll('${ELEMENTS}')]
    .filter((element) => element.checkVisibility() && !element.closest('.trap, .skip, .prose'))
    .map((element) => ({ name: element.outerHTML.slice(0, 80), box: element.getBoundingClientRect() }))
    .map(({ name, box }) => ({ name, width: box.width, height: box.height }))`);
}

browserTest('on a phone, the first job is above the fold, and the filters can be unfolded', async (page) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto(url(''));
  assert.ok((await boxOf(page, '.ad')).bottom <= 667);
  assert.equal(await page.getByLabel('Niederlassung').isVisible(), false);
  await page.getByText('Filter', { exact: true }).click();
  await page.getByLabel('Ort', { exact: true }).selectOption('Ulm');
  await page.getByRole('button', { name: 'Suchen' }).click();
  await page.getByText('Filter (1)', { exact: true }).waitFor();
  assert.deepEqual(await violationsOf(page), []);
  await page.setViewportSize({ width: 1280, height: 800 });
  assert.equal(await page.getByLabel('Niederlassung').isVisible(), true);
  assert.equal(await page.getByText('Filter (1)', { exact: true }).isVisible(), false);
});

/** What has the focus, and whether nothing covers its middle. The body has none. */
const FOCUSED = `(() => {
  const element = document.activeElement;
  if (element === document.body) return { name: 'body', isHit: true };
  const [{ left, top, width, height }] = element.getClientRects();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return { name: element.outerHTML.slice(0, 120), isHit: element.contains(hit) };
})()`;

browserTest(
  'on a phone, the link to the form stays in view, and hides nothing with the focus',
  async (page) => {
    await page.setViewportSize({ width: 375, height: 667 });
    await page.goto(url(`/${jobAdId}`));
    const apply = page.locator('.apply-bar a');
    const end = await page.evaluate<number>('document.querySelector(".apply-bar").offsetTop');
    for (const top of [0, 200, end - 667]) {
      await page.evaluate(`scrollTo(0, ${top})`);
      const { y, bottom } = await boxOf(page, '.apply-bar a');
      assert.ok(y >= 0 && bottom <= 667, `${top}: ${y} to ${bottom}`);
    }
    assert.equal(await page.getByRole('link', { name: 'Jetzt bewerben' }).count(), 1);
    // Down to the bar and up again, with the keyboard. Something with the focus can be hit in its middle.
    const focused = new Set<string>();
    for (const [keys, count] of [
      ['Tab', 40],
      ['Shift+Tab', 40],
    ] as const) {
      for (let step = 0; step < count; step++) {
        await page.keyboard.press(keys);
        const { name, isHit } = await page.evaluate<{ name: string; isHit: boolean }>(FOCUSED);
        assert.ok(isHit, name);
        focused.add(name);
      }
    }
    assert.ok([...focused].filter((name) => name.includes('example.org')).length >= 12);
    await apply.click();
    await page.waitForURL(/apply$/);
  },
);

for (const [name, path] of Object.entries(PAGES)) {
  browserTest(`all targets of ${name} are at least 24 pixels wide and high on a phone`, async (page) => {
    await page.setViewportSize({ width: 375, height: 667 });
    await page.goto(url(path));
    await page.evaluate("for (const element of document.querySelectorAll('details')) element.open = true");
    const small = (await targetsOf(page)).filter(({ width, height }) => width < 24 || height < 24);
    assert.deepEqual(small, []);
  });
}

browserTest('the first Tab stop skips the header', async (page) => {
  await page.goto(`${service.baseUrl}/jobs/${key}`);
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate('document.activeElement.className'), 'skip');
  await page.keyboard.press('Enter');
  await page.locator('#content:focus').waitFor();
});

const branded = new Visitor(service, await service.createTenant());
const brandedAd = await insertAd(service, { tasks: '<ul><li>Ware annehmen</li></ul>' }, branded.tenant);
/** A square and two dark lines on a transparent ground, 120 × 40 pixels. */
const LOGO =
  'iVBORw0KGgoAAAANSUhEUgAAAHgAAAAoCAYAAAA16j4lAAAAbUlEQVR42u3YMQ0AMAgAQZw0QVeV1DwVwNoy3ScY4BZChCRJkqRHnbVrcmwcsAALsAADBgz4F3BmlukDGDBgwIABO7IcWYABC7AACzBgwIABA/bo8OgADBgwYMCOLAEGDBgwYMCAAUuSJEnScBeghQi4m5iCTAAAAABJRU5ErkJggg==';
const administrator = await service.platform('admin', branded.tenant);
const BRANDS = { 'a dark brand color': '#1a1a2e', 'a bright brand color': '#d4145a' };

for (const [name, color] of Object.entries(BRANDS)) {
  browserTest(`pages with ${name} have no accessibility violations in both themes`, async (page) => {
    const change = {
      color,
      logo: LOGO,
      aboutText: { de: 'Familiengeführt seit 1998.' },
      imprintUrl: 'https://example.org/',
    };
    assert.equal((await administrator.put('/portal', change)).status, 204);
    for (const path of ['', `/${brandedAd}`, `/${brandedAd}/apply`, '/1/2/3']) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(`${service.baseUrl}/jobs/${branded.tenant.key}${path}`);
      assert.deepEqual(await violationsOf(page), [], path);
      await page.emulateMedia({ colorScheme: 'dark' });
      assert.deepEqual(await violationsOf(page, darkRules), [], path);
      assert.ok((await page.evaluate<number>("document.querySelector('.brand img').naturalWidth")) > 0);
    }
  });
}

for (const path of ['/', '/nowhere']) {
  browserTest(`${path} of the service has no accessibility violations in both themes`, async (page) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(service.baseUrl + path);
    assert.deepEqual(await violationsOf(page), []);
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.deepEqual(await violationsOf(page, darkRules), []);
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 320);
  });
}

// Runs without a browser too, so that the file always has a test.
test('the pages of the browser tests exist', async () => {
  const visitor = new Visitor(service);
  for (const path of Object.values(PAGES)) assert.ok((await visitor.own(path)).status < 500);
});
