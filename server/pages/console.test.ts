import assert from 'node:assert/strict';
import { mkdir, readdir, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestService } from '../testing/harness.ts';
import { makeTemporaryDirectory } from '../testing/temporary-directory.ts';
import { consoleRoutes } from './console.ts';
import { ConsoleBuild } from './console-build.ts';

const service = await startTestService();
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${service.baseUrl}${path}`, { method, headers: { accept: 'text/html', ...headers } });

/** The page, or a skip: this file does not build the console. */
const page = await get('/app/');
const html = await page.text();
const isBuilt = page.status === 200;
const skip = isBuilt ? false : 'the console is not built';

const ASSETS = join(import.meta.dirname, '../../console/dist/assets');
const nonceIn = (text: string) => /nonce="([^"]+)"/.exec(text)?.[1];
const policyOf = (response: Response) => response.headers.get('content-security-policy')!;

test('the page has a strict policy with a nonce of its own, and is not kept', { skip }, async () => {
  const nonce = nonceIn(html)!;
  assert.ok(Buffer.from(nonce, 'base64').length >= 16);
  assert.equal(
    policyOf(page),
    `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; connect-src 'self'; img-src 'self' blob: data:; font-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'`,
  );
  assert.equal(page.headers.get('cache-control'), 'no-store');
  assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
  const again = await get('/app/');
  assert.notEqual(nonceIn(await again.text()), nonce);
  assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=/);
});

test('the files of the page can be kept forever, and are compressed before they are asked for', {
  skip,
}, async () => {
  const paths = [...html.matchAll(/(?:src|href)="(\/app\/assets\/[^"]+)"/g)].map((match) => match[1]!);
  assert.ok(paths.length >= 2);
  for (const path of paths) {
    assert.match(path, /-[\w-]{8}\.(js|css)$/);
    const sizes = new Map<string, number>();
    for (const encoding of ['br', 'gzip', 'identity']) {
      const response = await get(path, { 'accept-encoding': encoding });
      assert.equal(response.status, 200, path);
      assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.equal(response.headers.get('vary'), 'accept-encoding');
      assert.equal(response.headers.get('content-encoding'), encoding === 'identity' ? null : encoding);
      sizes.set(encoding, Number(response.headers.get('content-length')));
      assert.ok((await response.text()).length > 0);
    }
    assert.ok(sizes.get('br')! <= sizes.get('gzip')! && sizes.get('gzip')! < sizes.get('identity')!, path);
  }
});

test('every address below /app has the page, and no other one', { skip }, async () => {
  for (const path of ['/app', '/app/applications?stage=new', '/app/no/such/screen', '/app/sign-in']) {
    const response = await get(path);
    assert.equal(response.status, 200, path);
    assert.match(await response.text(), /<div id="console"><\/div>/);
  }
  assert.equal((await get('/application')).status, 404);
  for (const name of ['main.js', 'main.css', '..%2fstamp', 'stamp', 'x.js.br']) {
    const response = await get(`/app/assets/${name}`);
    assert.equal(response.status, 404, name);
    assert.equal(response.headers.get('cache-control'), 'no-store');
  }
  const posted = await get('/app/applications', {}, 'POST');
  assert.equal(posted.status, 405);
  assert.equal(posted.headers.get('allow'), 'GET, HEAD');
  assert.equal((await get('/app/', {}, 'HEAD')).status, 200);
});

test('the page says whether there can be a session, and whether mail is set up', { skip }, async () => {
  assert.match(html, /name="stellwerk-session" content="no"/);
  assert.match(html, /name="stellwerk-mail" content="no"/);
  const known = await (await get('/app/', { cookie: 'stellwerk_session=anything' })).text();
  assert.match(known, /name="stellwerk-session" content="yes"/);
});

test('the page names the files that everybody loads, and those of the frame if there can be a session', {
  skip,
}, async () => {
  const known = await (await get('/app/', { cookie: 'stellwerk_session=anything' })).text();
  const named = (text: string, rel: string) =>
    ['start', 'frame'].filter((name) => text.includes(`<link rel="${rel}" href="/app/assets/${name}-`));
  for (const rel of ['stylesheet', 'modulepreload']) {
    assert.deepEqual(named(html, rel), ['start']);
    assert.deepEqual(named(known, rel), ['start', 'frame']);
  }
});

test('the page names the texts in the language of the browser if there can be a session', {
  skip,
}, async () => {
  for (const [header, language] of [
    ['en-US,en;q=0.9,de;q=0.8', 'en'],
    ['fr', 'de'],
  ] as const) {
    for (const [cookie, named] of [
      ['stellwerk_session=anything', [language]],
      ['', []],
    ] as const) {
      const text = await (await get('/app/', { 'accept-language': header, cookie })).text();
      assert.deepEqual(
        [...text.matchAll(/href="\/app\/assets\/texts-(de|en)-/g)].map((match) => match[1]),
        named,
        header,
      );
    }
  }
});

test('what the viewer of PDFs loads by name is in a folder of its own', { skip }, async () => {
  const folder = (await readdir(ASSETS)).find((name) => name.startsWith('pdfjs-'))!;
  const types = {
    'LiberationSans-Regular.ttf': 'font/ttf',
    'FoxitSymbol.pfb': 'application/octet-stream',
    'UniGB-UCS2-H.bcmap': 'application/octet-stream',
    'openjpeg_nowasm_fallback.js': 'text/javascript; charset=utf-8',
  };
  for (const [name, type] of Object.entries(types)) {
    const response = await get(`/app/assets/${folder}/${name}`, { 'accept-encoding': 'br' });
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, type], name);
    assert.equal(response.headers.get('content-encoding'), 'br');
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  }
  const worker = (await readdir(ASSETS)).find((name) => name.endsWith('.mjs'))!;
  const { headers } = await get(`/app/assets/${worker}`);
  assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8');
  assert.match(headers.get('content-security-policy')!, /^default-src 'none'; script-src 'self'; connect/);
  for (const path of [
    `${folder}/none.ttf`,
    `..%2f..%2fpackage.json`,
    `${folder}/..%2f..%2fstamp.js`,
    `${folder}/`,
  ])
    assert.equal((await get(`/app/assets/${path}`)).headers.get('cache-control'), 'no-store', path);
});

const CHUNKS = {
  'main.tsx': { file: 'assets/main-1.js', css: ['assets/main-1.css'], imports: ['_shared-1.js'] },
  '_shared-1.js': { file: 'assets/shared-1.js', imports: ['main.tsx'] },
  'core/frame/frame.tsx': {
    file: 'assets/frame-1.js',
    css: ['assets/frame-1.css'],
    imports: ['main.tsx', '_dialog-1.js'],
  },
  '_dialog-1.js': { file: 'assets/dialog-1.js' },
  'core/texts/texts-de.ts': { file: 'assets/texts-de-1.js' },
};

async function writeBuild(directory: string, chunks: object, builtAt: Date): Promise<void> {
  await mkdir(join(directory, 'assets'), { recursive: true });
  await writeFile(join(directory, 'manifest.json'), JSON.stringify(chunks));
  await writeFile(join(directory, 'stamp.next'), 'x');
  await utimes(join(directory, 'stamp.next'), builtAt, builtAt);
  await rename(join(directory, 'stamp.next'), join(directory, 'stamp'));
}

test('a build that ends while the service runs is served from then on', async () => {
  const directory = await makeTemporaryDirectory('stellwerk-console-');
  const build = new ConsoleBuild(directory);
  assert.equal(await build.find(), undefined);
  assert.equal(await build.file('main-1.js', {}), undefined);
  await writeBuild(directory, CHUNKS, new Date('2026-01-01T00:00:00Z'));
  await writeFile(join(directory, 'assets/main-1.js'), 'one');
  const found = await build.find();
  assert.deepEqual(
    [found?.script, found?.start, found?.frame, found?.texts],
    [
      'assets/main-1.js',
      { styles: ['assets/main-1.css'], scripts: ['assets/shared-1.js'] },
      { styles: ['assets/frame-1.css'], scripts: ['assets/frame-1.js', 'assets/dialog-1.js'] },
      { de: ['assets/texts-de-1.js'], en: [] },
    ],
  );
  assert.equal((await build.file('main-1.js', {}))?.body.toString(), 'one');
  const next = { 'main.tsx': { file: 'assets/main-2.js' } };
  await writeBuild(directory, next, new Date('2026-01-02T00:00:00Z'));
  assert.equal((await build.find())?.script, 'assets/main-2.js');
});

test('without a build, the page and the log say what to do', async () => {
  const directory = await makeTemporaryDirectory('stellwerk-console-');
  const lines: unknown[] = [];
  const log = { ...service.services.log, error: (line: unknown) => lines.push(line) };
  const { routes } = consoleRoutes({ ...service.services, log } as never, directory);
  const request = { headers: { 'accept-language': 'de' }, params: {}, method: 'GET' } as never;
  const response = await routes[0]!.handle(request);
  assert.equal(response.status, 503);
  assert.match(String(response.body), /Die Konsole ist noch nicht gebaut.*npm run build:console/s);
  assert.deepEqual(lines, ['the console has not been built; run "npm run build:console"']);
});
