import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../testing/another-process.ts';
import { startTestService } from '../../../testing/harness.ts';
import { countStored, newEmail, sendRejected } from '../../../testing/portal-applications.ts';
import { errorsOf, FILLED_IN, insertAd, pdf, tokenOf, Visitor } from '../../../testing/portal-visitor.ts';
import { openSocket, readAnswer } from '../../../testing/raw-http.ts';

const service = await startTestService();
const visitor = new Visitor(service);

test('a form that is filled in too quickly is shown again, and accepted a moment later', async () => {
  const jobAdId = await insertAd(service);
  const email = newEmail();
  const token = tokenOf(await visitor.own(`/${jobAdId}/apply`));
  const before = await countStored(service);
  // The form has not been open for three seconds by then, however slow the machine is.
  await service.clock.advance(-60_000);
  const page = await visitor.send(jobAdId, { ...FILLED_IN, email, token });
  assert.equal(page.status, 422);
  assert.match(errorsOf(page).join(), /sehr schnell/);
  assert.deepEqual(await countStored(service), before);
  await service.clock.advance(64_000);
  assert.equal((await visitor.send(jobAdId, { ...FILLED_IN, email, token: tokenOf(page) })).status, 303);
});

test('a form with an expired token or without a token for this ad is shown again', async () => {
  const [jobAdId, otherAd] = [await insertAd(service), await insertAd(service)];
  const foreign = await visitor.openForm(otherAd);
  const old = await visitor.openForm(jobAdId);
  const forged = `A${old.slice(1)}` === old ? `B${old.slice(1)}` : `A${old.slice(1)}`;
  for (const token of [undefined, '', 'x', foreign, forged]) {
    const page = await visitor.send(jobAdId, { ...FILLED_IN, email: newEmail(), token });
    assert.equal(page.status, 422, String(token));
  }
  await service.clock.advance(25 * 3_600_000);
  const page = await visitor.send(jobAdId, { ...FILLED_IN, email: newEmail(), token: old });
  assert.match(errorsOf(page).join(), /zu lange offen/);
  assert.notEqual(tokenOf(page), old);
});

test('a form whose invisible field is filled in is rejected with a hint to empty it', async () => {
  const jobAdId = await insertAd(service);
  const { errors } = await sendRejected(service, visitor, jobAdId, { homepage: 'https://spam.example' });
  assert.deepEqual(errors, ['Dieses Feld muss leer bleiben. Bitte löschen Sie den Inhalt.']);
});

test('an ad that was unpublished meanwhile accepts no applications', async () => {
  const jobAdId = await insertAd(service);
  const token = await visitor.openForm(jobAdId);
  await service.sql("UPDATE job_ad SET process_status = 'Completed' WHERE id = $1", [jobAdId]);
  const before = await countStored(service);
  const page = await visitor.send(jobAdId, { ...FILLED_IN, email: newEmail(), token, cv: pdf('cv.pdf') });
  assert.equal(page.status, 410);
  assert.deepEqual(await countStored(service), before);
});

test('files of more than 100 MB in total are rejected with a page, and nothing is stored', async () => {
  const jobAdId = await insertAd(service);
  const token = await visitor.openForm(jobAdId);
  const before = await countStored(service);
  const file = pdf('a.pdf', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(21 * 1024 * 1024)]));
  const documents = [file, file, file, file, file];
  const page = await visitor.send(jobAdId, { ...FILLED_IN, token, documents });
  assert.equal(page.status, 413);
  assert.match(page.text, /100 MB/);
  assert.deepEqual(await countStored(service), before);
});

test('a body of unknown length is rejected at the same limit, and the sender reads the page', {
  timeout: 300_000,
}, async () => {
  const jobAdId = await insertAd(service);
  const token = await visitor.openForm(jobAdId);
  const before = await countStored(service);
  const boundary = 'x7';
  const socket = await openSocket(service.baseUrl);
  socket.write(
    `POST /jobs/${service.tenant.key}/${jobAdId}/apply HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\n\r\n`,
  );
  const part = (text: string | Buffer) => {
    socket.write(`${Buffer.byteLength(text).toString(16)}\r\n`);
    socket.write(text);
    return socket.write('\r\n');
  };
  part(`--${boundary}\r\nContent-Disposition: form-data; name="token"\r\n\r\n${token}\r\n`);
  part(`--${boundary}\r\nContent-Disposition: form-data; name="cv"; filename="a.pdf"\r\n\r\n%PDF-1.7\n`);
  const chunk = Buffer.alloc(1024 * 1024);
  for (let megabytes = 0; megabytes < 110; megabytes++) {
    if (!part(chunk)) await new Promise((resolve) => socket.once('drain', resolve));
  }
  part(`\r\n--${boundary}--\r\n`);
  socket.write('0\r\n\r\n');
  // A browser sends the entire body before it reads the page.
  const response = await readAnswer(socket);
  assert.equal(response.status, 413);
  assert.equal(response.headers.connection, 'close');
  assert.match(response.body, /<\/html>\s*$/);
  assert.deepEqual(await countStored(service), before);
});

test('a sender who disconnects in the middle leaves nothing behind', { timeout: 300_000 }, async () => {
  const jobAdId = await insertAd(service);
  const token = await visitor.openForm(jobAdId);
  const before = await countStored(service);
  const socket = await openSocket(service.baseUrl);
  socket.write(
    `POST /jobs/${service.tenant.key}/${jobAdId}/apply HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\nContent-Type: multipart/form-data; boundary=x7\r\n\r\n`,
  );
  socket.write(`--x7\r\nContent-Disposition: form-data; name="token"\r\n\r\n${token}\r\n`);
  socket.write('--x7\r\nContent-Disposition: form-data; name="cv"; filename="a.pdf"\r\n\r\n%PDF-1.7\n');
  const pending = async () =>
    (await service.sql<{ count: number }>('SELECT count(*)::int AS count FROM pending_blob'))[0]!.count;
  const untilPending = (wanted: number) =>
    eventually(`${wanted} pending`, async () => (await pending()) === wanted);
  await untilPending(1);
  socket.destroy();
  await untilPending(0);
  assert.deepEqual(await countStored(service), before);
});

test('bodies that are not a complete form are rejected', async () => {
  const jobAdId = await insertAd(service);
  const before = await countStored(service);
  const post = (type: string, body: string) =>
    fetch(`${service.baseUrl}/jobs/${service.tenant.key}/${jobAdId}/apply`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
  const head = '--x7\r\nContent-Disposition: form-data; name="firstName"\r\n\r\n';
  for (const [type, body, status] of [
    ['application/json', '{}', 415],
    ['application/x-www-form-urlencoded', 'a=b', 415],
    ['multipart/form-data', 'x', 400],
    ['multipart/form-data; boundary=x7', '', 400],
    ['multipart/form-data; boundary=x7', 'not a form', 400],
    ['multipart/form-data; boundary=x7', `${head}Ada`, 400],
    ['multipart/form-data; boundary=x7', `${head}A\u0000da\r\n--x7--\r\n`, 422],
  ] as const) {
    const response = await post(type, body);
    assert.equal(response.status, status, `${type} ${body}`);
    assert.match(response.headers.get('content-type')!, /text\/html/);
  }
  assert.deepEqual(await countStored(service), before);
});

test('a form that ends within a file is rejected, whether or not the file has a name', async () => {
  const jobAdId = await insertAd(service);
  const before = await countStored(service);
  for (const fileName of ['', 'cv.pdf']) {
    const answer = await fetch(`${service.baseUrl}/jobs/${service.tenant.key}/${jobAdId}/apply`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: `--x\r\nContent-Disposition: form-data; name="cv"; filename="${fileName}"\r\n\r\n%PDF-1.7`,
    });
    assert.equal(answer.status, 400, fileName);
    await answer.arrayBuffer();
  }
  assert.deepEqual(await countStored(service), before);
});

test('the log contains no personal data of an application', async () => {
  const jobAdId = await insertAd(service);
  const email = newEmail();
  await visitor.apply(jobAdId, { email, lastName: 'Unmistakable', cv: pdf('Unmistakable.pdf') });
  await visitor.apply(jobAdId, { email: 'Unmistakable', lastName: 'Unmistakable' });
  const log = JSON.stringify(service.logLines);
  assert.ok(!log.includes('Unmistakable') && !log.includes(email));
});
