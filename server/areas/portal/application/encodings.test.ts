import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { newEmail } from '../../../testing/portal-applications.ts';
import {
  errorsOf,
  FILLED_IN,
  insertAd,
  type Page,
  Visitor,
  valuesOf,
} from '../../../testing/portal-visitor.ts';

// Forms of old pages and programs, which do not send UTF-8. fetch sends nothing else, so the bodies are written here.

const service = await startTestService();
const visitor = new Visitor(service);
const { api } = service.tenant;
const jobAdId = await insertAd(service);

interface Part {
  name: string;
  value: Buffer | string;
  /** What follows the name in the header of the part. */
  header?: Buffer | string;
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');

function cv(header: Buffer): Part {
  return { name: 'cv', value: '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n', header };
}

/** Sends a form that is filled in, with these parts in place of its own. */
async function send(parts: Part[]): Promise<Page> {
  const token = await visitor.openForm(jobAdId);
  const sent = new Set(parts.map(({ name }) => name));
  const others = Object.entries({ ...FILLED_IN, token, email })
    .filter(([name]) => !sent.has(name))
    .map(([name, value]): Part => ({ name, value: String(value) }));
  const pieces = [...others, ...parts].flatMap(({ name, value, header = '' }) => [
    `--x7\r\nContent-Disposition: form-data; name="${name}"`,
    header,
    '\r\n\r\n',
    value,
    '\r\n',
  ]);
  const answer = await fetch(`${service.baseUrl}/jobs/${service.tenant.key}/${jobAdId}/apply`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'multipart/form-data; boundary=x7', 'accept-language': 'de' },
    body: Buffer.concat([...pieces, '--x7--\r\n'].map((piece) => Buffer.from(piece as string))),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

let email = '';

/** The candidate that the form creates. */
async function apply(parts: Part[]) {
  email = newEmail();
  const page = await send(parts);
  assert.equal(page.status, 303, page.text);
  const [row] = await service.sql<{ id: number }>(
    'SELECT max(id) AS id FROM candidate WHERE tenant_id = $1',
    [service.tenant.id],
    service.tenant.id,
  );
  const { body } = await api.get(`/candidates/${row!.id}`);
  assert.equal(body.contact.email, email);
  return body;
}

test('a form in windows-1252 that does not say so is stored with its letters', async () => {
  const stored = await apply([
    { name: 'firstName', value: latin1('J\xf6rg') },
    { name: 'city', value: latin1('K\xf6ln'), header: '\r\nContent-Type: text/plain' },
    { name: 'message', value: latin1('Sch\xf6ne Gr\xfc\xdfe \x96 gern ab 15 \x80') },
  ]);
  assert.deepEqual([stored.firstName, stored.location.city], ['Jörg', 'Köln']);
  assert.match(JSON.stringify(stored), /Schöne Grüße – gern ab 15 €/);
});

test('a form in UTF-8 is stored as it was sent, also where only some of its texts are', async () => {
  const stored = await apply([
    { name: 'firstName', value: 'Žofia' },
    { name: 'lastName', value: 'Ã¶ 😀' },
    { name: 'city', value: latin1('K\xf6ln') },
    cv(Buffer.from('; filename="Žofia 😀.pdf"')),
  ]);
  assert.deepEqual([stored.firstName, stored.lastName, stored.location.city], ['Žofia', 'Ã¶ 😀', 'Köln']);
  assert.equal(stored.documents[0].originalFileName, 'Žofia 😀.pdf');
});

test('an encoding that a part names is the one that counts', async () => {
  const named = (charset: string) => `\r\nContent-Type: text/plain; charset=${charset}`;
  const stored = await apply([
    { name: 'firstName', value: latin1('J\xf6rg'), header: named('ISO-8859-1') },
    { name: 'city', value: 'Köln', header: named('UTF-8') },
  ]);
  assert.deepEqual([stored.firstName, stored.location.city], ['Jörg', 'Köln']);
});

test('a text that is too long is cut between two characters of UTF-8', async () => {
  email = newEmail();
  const page = await send([
    { name: 'message', value: `a${'😀'.repeat(70_000)}` },
    { name: 'firstName', value: 'Jörg' },
  ]);
  assert.equal(page.status, 422);
  assert.match(errorsOf(page).join(), /fassen Sie sich hier kürzer/);
  assert.equal(valuesOf(page).firstName, 'Jörg');
  assert.doesNotMatch(page.text, /ðŸ/);
});
