import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { eventually, startAnotherProcess } from '../../../testing/another-process.ts';
import { startTestService } from '../../../testing/harness.ts';
import { countHeld, countStored, newEmail } from '../../../testing/portal-applications.ts';
import {
  errorsOf,
  FILLED_IN,
  insertAd,
  type Page,
  pdf,
  tokenOf,
  Visitor,
} from '../../../testing/portal-visitor.ts';
import { openSocket, readAnswer } from '../../../testing/raw-http.ts';
import { Transfers } from './transfers.ts';

// Addresses other than the test's own come from a proxy.
const service = await startTestService({ TRUSTED_PROXIES: '127.0.0.1' });
const other = await startAnotherProcess(service);
const visitor = new Visitor(service);
const throughOther = new Visitor({ ...service, baseUrl: other.baseUrl });
const jobAdId = await insertAd(service);

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

/** Starts to send a form with these parts, whose last one never ends. */
async function beginForm(parts: readonly [disposition: string, text: string][], address: string) {
  const socket = await openSocket(service.baseUrl);
  const body = parts.map(
    ([disposition, text]) => `--x7\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${text}`,
  );
  socket.write(
    `POST /jobs/${service.tenant.key}/${jobAdId}/apply HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nContent-Length: 50000000\r\nContent-Type: multipart/form-data; boundary=x7\r\n\r\n${body.join('\r\n')}`,
  );
  return socket;
}

const FILE = ['name="cv"; filename="a.pdf"', `%PDF-1.7\n${'x'.repeat(200_000)}`] as const;
const field = (name: string, value: string) => [`name="${name}"`, value] as const;

test('a form whose first file comes before a valid token is rejected at once, and no byte of it is stored', {
  timeout: 300_000,
}, async () => {
  const before = await countStored(service);
  const token = await visitor.openForm(jobAdId);
  const foreign = await visitor.openForm(await insertAd(service));
  for (const parts of [
    [FILE],
    [FILE, field('token', token)],
    [field('firstName', 'Ada'), FILE],
    [field('token', 'forged'), FILE],
    [field('token', foreign), FILE],
    [field('token', 'forged'), field('token', token), FILE],
  ]) {
    const socket = await beginForm(parts as never, '192.0.2.1');
    const answer = await readAnswer(socket);
    assert.equal(answer.status, 400, answer.body);
    assert.match(answer.body, /Bewerbung|application/);
    assert.deepEqual(await countStored(service), before);
  }
});

test('the files of a form that was open for too long are not stored, and its values are kept', async () => {
  const token = await visitor.openForm(jobAdId);
  await service.clock.advance(25 * 3_600_000);
  const [stored, held] = [await countStored(service), await countHeld(service)];
  const page = await visitor.send(jobAdId, { ...FILLED_IN, token, cv: pdf('cv.pdf') });
  assert.equal(page.status, 422);
  assert.match(errorsOf(page).join(), /zu lange offen/);
  assert.match(page.text, /value="Ada"/);
  assert.match(page.text, /wählen Sie sie noch einmal aus/);
  assert.deepEqual([await countStored(service), await countHeld(service)], [stored, held]);
  // Nobody can have filled in the new form by then, however slow the machine is.
  await service.clock.advance(-60_000);
  const again = await visitor.send(jobAdId, { ...FILLED_IN, token: tokenOf(page), email: newEmail() });
  assert.match(errorsOf(again).join(), /sehr schnell/);
});

test('a token is good for twenty submissions, counted by all processes, and then the form has a new one', async () => {
  const token = await visitor.openForm(jobAdId);
  for (let count = 0; count < 20; count++) {
    const through = count % 2 === 0 ? visitor : throughOther;
    assert.equal(tokenOf(await through.send(jobAdId, { token, city: '' })), token);
  }
  const email = newEmail();
  const page = await visitor.send(jobAdId, { ...FILLED_IN, email, token, cv: pdf('cv.pdf') });
  assert.equal(page.status, 422);
  assert.match(errorsOf(page).join(), /zu oft gesendet/);
  assert.match(page.text, /wählen Sie sie noch einmal aus/);
  await service.clock.advance(10_000);
  const sent = await visitor.send(jobAdId, { ...FILLED_IN, email, token: tokenOf(page), cv: pdf('cv.pdf') });
  assert.equal(sent.status, 303, sent.text);
});

test('forms and readings per address are counted by all processes together', async () => {
  const paths = { apply: '192.0.2.10', cv: '192.0.2.11' } as const;
  for (const [step, address] of Object.entries(paths) as [keyof typeof paths, string][]) {
    const send = (through: Visitor, sender: string): Promise<Page> =>
      through.send(jobAdId, { email: 'x' }, { step, ...from(sender) });
    for (let count = 0; count < 60; count++)
      assert.equal((await send(count % 2 === 0 ? visitor : throughOther, address)).status, 422);
    for (const through of [visitor, throughOther]) {
      const page = await send(through, address);
      assert.equal(page.status, 429);
      const seconds = Number(page.headers.get('retry-after'));
      assert.ok(seconds > 0 && seconds <= 600, String(seconds));
      assert.equal((await send(through, '192.0.2.12')).status, 422);
    }
  }
  const rows = await service.sql('SELECT u::text AS text FROM portal_use AS u');
  assert.doesNotMatch(JSON.stringify(rows), /192\.0\.2/);
  assert.ok(!JSON.stringify(rows).includes(Buffer.from('192.0.2.10').toString('hex')));
});

test('kept files per address are counted by all processes together', async () => {
  const documents = Array.from({ length: 20 }, (_, index) => pdf(`${index}.pdf`));
  const send = async (through: Visitor, address: string) => {
    const token = tokenOf(await through.own(`/${jobAdId}/apply`));
    return through.send(jobAdId, { token, documents }, from(address));
  };
  for (let count = 0; count < 10; count++) {
    const page = await send(count % 2 === 0 ? visitor : throughOther, '192.0.2.20');
    assert.match(page.text, /sind noch da/);
  }
  for (const through of [visitor, throughOther]) {
    assert.match((await send(through, '192.0.2.20')).text, /wählen Sie sie noch einmal aus/);
    assert.match((await send(through, '192.0.2.21')).text, /sind noch da/);
  }
});

test('kept files are limited in all, whatever their addresses', async () => {
  const before = await countHeld(service);
  const send = async (address: string) => {
    const token = tokenOf(await visitor.own(`/${jobAdId}/apply`));
    return visitor.send(jobAdId, { token, cv: pdf('cv.pdf') }, from(address));
  };
  assert.match((await send('192.0.2.30')).text, /sind noch da/);
  // As if many other addresses had used up all shares.
  await service.sql(
    `INSERT INTO portal_use (subject, uses, bytes, ends_at)
     SELECT convert_to('all-held ' || n, 'UTF8'), 1000000, 0, clock_now() + interval '59 minutes' FROM generate_series(0, 15) AS n
     ON CONFLICT (subject) DO UPDATE SET uses = excluded.uses, ends_at = excluded.ends_at`,
  );
  assert.match((await send('192.0.2.31')).text, /wählen Sie sie noch einmal aus/);
  assert.equal(await countHeld(service), before + 1);
  await service.clock.advance(3_600_000);
  assert.match((await send('192.0.2.31')).text, /sind noch da/);
});

test('forms from pages of other sites are refused', async () => {
  const { host } = new URL(service.baseUrl);
  const { publicUrl } = service.services.settings;
  const status = async (headers: Record<string, string>) =>
    (await visitor.send(jobAdId, { city: '' }, { headers })).status;
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `http://${host}.evil.example` },
    { origin: 'nonsense' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: publicUrl },
  ];
  for (const headers of foreign) assert.equal(await status(headers), 403, JSON.stringify(headers));
  const own: Record<string, string>[] = [
    {},
    { origin: `http://${host}` },
    { origin: publicUrl },
    { 'sec-fetch-site': 'same-origin', origin: 'null' },
    { 'sec-fetch-site': 'none' },
  ];
  for (const headers of own) assert.equal(await status(headers), 422, JSON.stringify(headers));
  const page = await visitor.send(
    jobAdId,
    { city: '' },
    { step: 'cv', headers: { origin: 'https://evil.example' } },
  );
  assert.equal(page.status, 403);
  assert.match(page.text, /von einer anderen Website/);
});

test('the bytes that arrive at the same time are limited per address and in all', () => {
  const transfers = new Transfers({ bodies: 3, bytes: 100 }, { bodies: 9, bytes: 150 });
  const first = transfers.begin('192.0.2.1');
  const second = transfers.begin('192.0.2.1');
  first.add(60);
  assert.throws(() => second.add(41), { name: 'TooManyTransfersError', isSender: true });
  const stranger = transfers.begin('192.0.2.2');
  stranger.add(90);
  assert.throws(() => second.add(1), { name: 'TooManyTransfersError', isSender: false });
  first.end();
  second.add(60);
  second.end();
  stranger.end();
  transfers.begin('192.0.2.1').add(100);
});

test('an address can send a few forms at once, and others are not affected', {
  timeout: 300_000,
}, async (context: TestContext) => {
  const address = '192.0.2.40';
  const sockets = await Promise.all(
    Array.from({ length: 20 }, () => beginForm([['name="firstName"', 'Ada']], address)),
  );
  context.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  const send = (sender: string) => visitor.send(jobAdId, { city: '' }, from(sender));
  await eventually('the 21st form is refused', async () => (await send(address)).status === 429);
  const page = await send(address);
  assert.ok(Number(page.headers.get('retry-after')) > 0);
  assert.equal((await send('192.0.2.41')).status, 422);
  for (const socket of sockets) socket.destroy();
  await eventually('forms are accepted again', async () => (await send(address)).status === 422);
});
