import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createDemoData } from '../areas/demo/index.ts';
import { startTestService } from '../testing/harness.ts';
import { makeTemporaryDirectory } from '../testing/temporary-directory.ts';

// The career site, started as its README says, with the client's source instead of the built package.

const ROOT = join(import.meta.dirname, '../..');
const service = await startTestService();
const { api } = service.tenant;
await createDemoData(service.services, service.tenant.id, new Date());

const directory = await makeTemporaryDirectory('stellwerk-career-site-');
after(() => rm(directory, { recursive: true }));
const client = join(directory, 'node_modules/@stellwerk/sdk');
await mkdir(client, { recursive: true });
await writeFile(
  join(client, 'package.json'),
  '{"name": "@stellwerk/sdk", "type": "module", "exports": "./index.js"}',
);
await writeFile(join(client, 'index.js'), `export * from '${pathToFileURL(join(ROOT, 'sdk/index.ts'))}';\n`);
await writeFile(join(directory, 'package.json'), '{"type": "module"}');
for (const name of ['server.js', 'pages.js'])
  await writeFile(join(directory, name), await readFile(join(ROOT, 'examples/career-site', name)));

const site = spawn(process.execPath, ['server.js'], {
  cwd: directory,
  env: {
    ...process.env,
    PORT: '0',
    STELLWERK_URL: service.baseUrl,
    STELLWERK_AUDIENCE: `${service.services.settings.publicUrl}/api/v3`,
    STELLWERK_CLIENT_ID: service.tenant.clientId,
    STELLWERK_CLIENT_SECRET: service.tenant.clientSecret,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
after(() => site.kill());
const [greeting] = await once(site.stdout, 'data');
const address = /http:\/\/localhost:\d+/.exec(String(greeting))![0].replace('localhost', '127.0.0.1');

async function page(path: string, init?: RequestInit): Promise<{ status: number; text: string }> {
  const response = await fetch(address + path, init);
  return { status: response.status, text: await response.text() };
}

const active = (await api.get('/jobads')).body.filter(
  ({ status }: { status: string }) => status === 'Active',
);
const [{ jobAdId, title }, endsTomorrow, ended] = active;

const DAY_MS = 86_400_000;
const dayFrom = (now: number) => new Date(now).toISOString().slice(0, 10);
// Not through the API: a job ad ends without a change.
for (const [ad, end] of [
  [endsTomorrow, dayFrom(Date.now() + DAY_MS)],
  [ended, dayFrom(Date.now() - DAY_MS)],
])
  await service.sql('UPDATE job_ad SET end_date = $1 WHERE id = $2', [end, ad.jobAdId]);

function application(values: Record<string, string> = {}): FormData {
  const form = new FormData();
  const fields = {
    formId: crypto.randomUUID(),
    salutationId: '2',
    firstName: 'Jana',
    lastName: 'Wieczorek',
    email: 'jana.wieczorek@example.org',
    zipCode: '12051',
    city: 'Berlin',
    privacyChecked: 'on',
    termsOfUseChecked: 'on',
    ...values,
  };
  for (const [name, value] of Object.entries(fields)) if (value !== '') form.set(name, value);
  return form;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;');

test('only active job ads that have not ended are listed', async () => {
  const { status, text } = await page('/');
  assert.equal(status, 200);
  assert.equal(text.match(/href="\/jobs\//g)?.length, active.length - 1);
  assert.ok(text.includes(escaped(title)));
  assert.ok(text.includes(`href="/jobs/${endsTomorrow.jobAdId}"`));
});

test('a job ad whose last day is over is not shown and takes no applications', async () => {
  const path = `/jobs/${ended.jobAdId}`;
  assert.equal((await page(path)).status, 404);
  const form = application({ email: 'late@example.org' });
  assert.equal((await page(path, { method: 'POST', body: form })).status, 404);
  const { duplicates } = (await api.get('/candidates/duplicates?email=late@example.org')).body;
  assert.deepEqual(duplicates, []);
});

test('a job ad is shown with its texts as HTML and a form', async () => {
  const { status, text } = await page(`/jobs/${jobAdId}`);
  assert.equal(status, 200);
  const { tasks } = (await api.get(`/jobads/${jobAdId}`)).body;
  assert.ok(text.includes(tasks));
  assert.match(text, /<form method="post"/);
});

test('a job ad that is not active is not found', async () => {
  assert.equal((await page('/jobs/999999')).status, 404);
});

test('an application with a file creates one candidate and one document, however often it is sent', async () => {
  const cv = await readFile(join(ROOT, 'examples/sample-cv.pdf'));
  const form = application();
  form.set('cv', new File([cv], 'Lebenslauf.pdf', { type: 'application/pdf' }));
  for (let time = 1; time <= 2; time++) {
    const { status, text } = await page(`/jobs/${jobAdId}`, { method: 'POST', body: form });
    assert.equal(status, 200);
    assert.match(text, /Thank you/);
  }
  const { duplicates } = (await api.get('/candidates/duplicates?email=jana.wieczorek@example.org')).body;
  assert.equal(duplicates.length, 1);
  const { applies, documents } = (await api.get(`/candidates/${duplicates[0].id}`)).body;
  assert.deepEqual(
    applies.map((apply: { jobAdId: number; channelId: number }) => [apply.jobAdId, apply.channelId]),
    [[jobAdId, 28]],
  );
  assert.deepEqual(
    documents.map(({ originalFileName, sizeBytes }: { originalFileName: string; sizeBytes: number }) => [
      originalFileName,
      sizeBytes,
    ]),
    [['Lebenslauf.pdf', cv.length]],
  );
});

test('a visitor who goes back and changes something sends another application of the same candidate', async () => {
  const email = 'lena.brandt@example.org';
  const sent = application({ firstName: 'Lena', email });
  const corrected = application({ firstName: 'Lena Marie', email, formId: String(sent.get('formId')) });
  const completed = application({ firstName: 'Lena', email, formId: String(sent.get('formId')) });
  completed.set('cv', new File(['Lebenslauf'], 'Lebenslauf.txt', { type: 'text/plain' }));
  // The last one is a double click.
  for (const body of [sent, corrected, completed, completed]) {
    const { status, text } = await page(`/jobs/${jobAdId}`, { method: 'POST', body });
    assert.deepEqual([status, text.match(/<h1>(.*)<\/h1>/)?.[1]], [200, 'Thank you'], text);
  }
  const { duplicates } = (await api.get(`/candidates/duplicates?email=${email}`)).body;
  assert.equal(duplicates.length, 1);
  const { applies, documents } = (await api.get(`/candidates/${duplicates[0].id}`)).body;
  assert.deepEqual([applies.length, documents.length], [3, 1]);
});

test('two files of the same name and length are two applications', async () => {
  const email = 'nora.vogt@example.org';
  const form = application({ email });
  for (const contents of ['Lebenslauf 1', 'Lebenslauf 2']) {
    form.set('cv', new File([contents], 'Lebenslauf.txt', { type: 'text/plain' }));
    assert.equal((await page(`/jobs/${jobAdId}`, { method: 'POST', body: form })).status, 200);
  }
  const { duplicates } = (await api.get(`/candidates/duplicates?email=${email}`)).body;
  const { documents } = (await api.get(`/candidates/${duplicates[0].id}`)).body;
  assert.equal(documents.length, 2);
});

test('the messages of the service appear beside the fields, and the form keeps its input', async () => {
  const form = application({ email: 'jana', privacyChecked: '' });
  const { status, text } = await page(`/jobs/${jobAdId}`, { method: 'POST', body: form });
  assert.equal(status, 422);
  assert.match(text, /role="alert"/);
  assert.match(text, /value="Wieczorek"/);
  assert.match(text, /E-mail address <strong role="alert">email must be/);
  assert.match(text, /name="termsOfUseChecked" type="checkbox" required checked/);
  assert.equal(text.match(/role="alert"/g)?.length, 2);
});

test('markup in the input is escaped', async () => {
  const form = application({ lastName: '"><script>alert(1)</script>', privacyChecked: '' });
  const { text } = await page(`/jobs/${jobAdId}`, { method: 'POST', body: form });
  assert.doesNotMatch(text, /<script>/);
});

test('a form that is too large is refused', async () => {
  const form = application();
  form.set('cv', new File([Buffer.alloc(11 * 1024 * 1024)], 'large.pdf'));
  const { status, text } = await page(`/jobs/${jobAdId}`, { method: 'POST', body: form });
  assert.equal(status, 413);
  assert.match(text, /at most 10 MB/);
});

test('a body that is not a form is refused', async () => {
  assert.equal((await page(`/jobs/${jobAdId}`, { method: 'POST', body: 'x' })).status, 400);
});
