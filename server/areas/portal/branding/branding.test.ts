import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { insertAd, Visitor } from '../../../testing/portal-visitor.ts';
import { contrast, mix, nearestForWhiteText } from './color.ts';
import { readLogo } from './logo.ts';
import { themeCss } from './theme.ts';

const service = await startTestService();
const admin = await service.platform('admin');
const visitor = new Visitor(service);
const jobAdId = await insertAd(service);

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
/** The start of a JPEG image with 32 × 16 pixels. */
const JPEG = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0001108001000200301220002110103110100',
  'hex',
);

test('a tenant without branding has the built-in look', async () => {
  const { body } = await admin.get('/portal');
  assert.deepEqual(body, {
    portalUrl: `${service.services.settings.publicUrl}/jobs/${service.tenant.key}`,
    language: 'de',
    privacyUrl: null,
    imprintUrl: null,
    color: null,
    aboutText: { de: null, en: null },
    privacyText: { de: null, en: null },
    termsText: { de: null, en: null },
    whatsAppText: { de: null, en: null },
    builtInTexts: body.builtInTexts,
    consentVersion: 'built-in-1',
    logo: null,
  });
  const { text } = await visitor.own();
  assert.doesNotMatch(text, /theme\.css|<img|class="about"/);
});

test('every page has the color, the logo, the text, and the links of the firm', async () => {
  const sent = {
    color: '#7A1F5C',
    logo: `data:image/png;base64,${PNG.toString('base64')}`,
    aboutText: { de: 'Seit 1998 <in> Berlin.\n\nFamiliengeführt.' },
    imprintUrl: 'https://example.org/impressum',
    privacyUrl: 'https://example.org/datenschutz',
  };
  assert.equal((await admin.put('/portal', sent)).status, 204);
  const { body } = await admin.get('/portal');
  assert.deepEqual([body.color, body.aboutText.de], ['#7a1f5c', sent.aboutText.de]);
  assert.deepEqual(
    [body.logo.mimeType, body.logo.sizeBytes, body.logo.width, body.logo.height],
    ['image/png', PNG.length, 1, 1],
  );
  for (const path of ['', `/${jobAdId}`, `/${jobAdId}/apply`, `/${jobAdId}/thanks`, '/4711', '/1/2/3']) {
    const { text } = await visitor.own(path);
    assert.match(text, /<link rel="stylesheet" href="\/jobs\/[^"]*\/theme\.css\?v=[\w-]+">/, path);
    assert.match(text, /<img src="\/jobs\/[^"]*\/logo\?v=\w+" alt="Test" width="1" height="1">/, path);
    assert.ok(text.includes('<p>Seit 1998 &lt;in&gt; Berlin.</p><p>Familiengeführt.</p>'), path);
    assert.ok(text.includes('<a href="https://example.org/impressum">'), path);
    assert.ok(text.includes(`<meta property="og:image" content="${body.logo.url}">`), path);
  }
  // The text exists only in German.
  assert.match((await visitor.own('?lang=en')).text, /<div class="about" lang="de">/);
});

test('the logo and the colors are cached forever, and the logo cannot run as a page', async () => {
  const { text } = await visitor.own();
  const path = (pattern: RegExp) => pattern.exec(text)![1]!.slice('/jobs'.length);
  const logo = await fetch(`${service.baseUrl}/jobs${path(/<img src="([^"]+)"/)}`);
  assert.deepEqual(Buffer.from(await logo.arrayBuffer()), PNG);
  assert.equal(logo.headers.get('content-type'), 'image/png');
  assert.equal(logo.headers.get('x-content-type-options'), 'nosniff');
  assert.match(logo.headers.get('content-security-policy')!, /sandbox/);
  const theme = await visitor.get(path(/href="([^"]+theme\.css[^"]*)"/));
  assert.equal(theme.headers.get('content-type'), 'text/css; charset=utf-8');
  assert.match(theme.text, /--button: #7a1f5c;/);
  for (const { headers } of [logo, theme])
    assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
  const old = await visitor.own('/logo?v=000000000000');
  assert.equal(old.headers.get('cache-control'), 'public, no-cache');
  const etag = logo.headers.get('etag')!;
  assert.equal((await visitor.own('/logo', { 'if-none-match': etag })).status, 304);
});

test('a new logo is shown at once, and only in the portal of its tenant', async () => {
  const other = new Visitor(service, await service.createTenant());
  const read = async (from: Visitor) =>
    Buffer.from(await (await fetch(`${service.baseUrl}/jobs/${from.tenant.key}/logo`)).arrayBuffer());
  for (const logo of [JPEG, PNG]) {
    assert.equal((await admin.put('/portal', { logo: logo.toString('base64') })).status, 204);
    for (let count = 0; count < 2; count++) assert.deepEqual(await read(visitor), logo);
    assert.equal((await other.own('/logo')).status, 404);
  }
});

test('null removes the branding, and other properties stay', async () => {
  assert.equal((await admin.put('/portal', { color: null, logo: null })).status, 204);
  const { body } = await admin.get('/portal');
  assert.deepEqual([body.color, body.logo], [null, null]);
  assert.equal(body.imprintUrl, 'https://example.org/impressum');
  assert.match(body.aboutText.de, /1998/);
  for (const path of ['/logo', '/theme.css']) assert.equal((await visitor.own(path)).status, 404);
  await admin.put('/portal', { aboutText: null });
  assert.deepEqual((await admin.get('/portal')).body.aboutText, { de: null, en: null });
});

test('a tenant replaces a consent text, each change is a version, and null restores the built-in text', async () => {
  const before = (await admin.get('/portal')).body;
  const version = async () => (await admin.get('/portal')).body.consentVersion;
  const form = async (query = '') => (await visitor.own(`/${jobAdId}/apply${query}`)).text;
  assert.ok((await form()).includes(before.builtInTexts.privacyText.de));
  await admin.put('/portal', { privacyText: { de: ' Erstens.\n\nZweitens. ' }, termsText: { en: 'Terms.' } });
  const { body } = await admin.get('/portal');
  assert.deepEqual(
    [body.privacyText, body.termsText],
    [
      { de: 'Erstens.\n\nZweitens.', en: null },
      { de: null, en: 'Terms.' },
    ],
  );
  assert.notEqual(body.consentVersion, before.consentVersion);
  assert.match(await form(), /Erstens\..*Zweitens\./s);
  assert.ok((await form('?lang=en')).includes(before.builtInTexts.privacyText.en));
  // What is stored already, and what applicants do not agree to.
  await admin.put('/portal', {
    privacyText: { de: 'Erstens.\n\nZweitens.' },
    imprintUrl: 'https://example.org/neu',
    language: 'en',
  });
  assert.equal(await version(), body.consentVersion);
  assert.deepEqual((await admin.get('/portal')).body.imprintUrl, 'https://example.org/neu');
  await admin.put('/portal', { privacyText: null, termsText: { en: null }, language: 'de' });
  const after = (await admin.get('/portal')).body;
  assert.deepEqual([after.privacyText, after.termsText], [before.privacyText, before.termsText]);
  assert.notEqual(after.consentVersion, body.consentVersion);
  // Applications refer to earlier versions, so they stay.
  const stored = await service.sql<{ text: string | null }>(
    'SELECT privacy_text_de AS text FROM portal_setting WHERE tenant_id = $1 ORDER BY version',
    [service.tenant.id],
  );
  assert.deepEqual(stored.slice(-2), [{ text: 'Erstens.\n\nZweitens.' }, { text: null }]);
});

test('the response names every fault', async () => {
  const refused = (body: object, ...faults: string[]) =>
    assertRefused(service, () => admin.put('/portal', body), ...faults);
  await refused(
    { color: '#ffcc00', logo: Buffer.from('<svg/>').toString('base64'), imprintUrl: 'javascript:alert(1)' },
    'imprintUrl format',
    'color range',
    'logo format',
  );
  await refused({ imprintUrl: 'https:///example.org' }, 'imprintUrl format');
  await refused({ color: 'red' }, 'color format');
  await refused({ termsText: { en: 'x'.repeat(10_001) } }, 'termsText.en length');
  await refused({ logo: 'x!' }, 'logo format');
  // Takes minutes if the time grows with the square of the blanks.
  await refused({ logo: `x${' '.repeat(999_000)}!x` }, 'logo format');
  await refused(
    { logo: `data:image/png;base64,${PNG.toString('base64').replace('kYPh', ' ')}` },
    'logo format',
  );
  await refused({ logo: Buffer.concat([PNG, Buffer.alloc(262_144)]).toString('base64') }, 'logo length');
  const huge = Buffer.from(PNG);
  huge.writeUInt32BE(4001, 16);
  await refused({ logo: huge.toString('base64') }, 'logo range');
});

test('the message of a light color names the nearest shade that passes', async () => {
  const { message } = (await admin.put('/portal', { color: '#ffcc00' })).body.validationErrors[0];
  const [, suggested] = /nearest shade that passes is (#[0-9a-f]{6})\./.exec(message)!;
  assert.ok(contrast(suggested!, '#ffffff') >= 4.5);
  assert.equal((await admin.put('/portal', { color: suggested })).status, 204);
});

test('only an admin can change the portal, and the branding of another tenant is not shown', async () => {
  const recruiter = await service.platform('recruiter');
  assert.equal((await recruiter.put('/portal', { color: null })).status, 403);
  const other = new Visitor(service, await service.createTenant());
  assert.doesNotMatch((await other.own()).text, /theme\.css/);
});

test('with any permitted color, links and buttons are readable on every background', () => {
  const inSheet = (css: string, name: string) =>
    [...css.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6});`, 'g'))].map(([, value]) => value!);
  for (let red = 0; red <= 255; red += 51) {
    for (let green = 0; green <= 255; green += 51) {
      for (let blue = 0; blue <= 255; blue += 51) {
        const color = nearestForWhiteText(
          mix('#000000', `#${[red, green, blue].map((c) => c.toString(16).padStart(2, '0')).join('')}`, 1),
        );
        const css = themeCss(color);
        const [light, dark] = inSheet(css, 'accent') as [string, string];
        const tints = inSheet(css, 'tint');
        for (const background of ['#ffffff', '#fbfaf7', '#f1efe8', tints[0]!])
          assert.ok(contrast(light, background) >= 4.5);
        for (const background of ['#14171a', '#191d20', '#1e2327', tints[1]!])
          assert.ok(contrast(dark, background) >= 4.5);
        for (const name of ['button', 'button-hover']) {
          const texts = inSheet(css, 'on-button');
          for (const [index, value] of inSheet(css, name).entries())
            assert.ok(contrast(value, texts[index]!) >= 4.5);
        }
      }
    }
  }
});

test('the size of a JPEG image is read from its first frame', () => {
  const { type, width, height } = readLogo(JPEG)!;
  assert.deepEqual([type, width, height], ['image/jpeg', 32, 16]);
  assert.equal(readLogo(JPEG.subarray(0, 12)), undefined);
  assert.equal(readLogo(Buffer.from('GIF89a')), undefined);
});
