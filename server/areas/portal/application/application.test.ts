import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { written } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import {
  errorsOf,
  FILLED_IN,
  insertAd,
  insertBranch,
  pdf,
  tokenOf,
  Visitor,
} from '../../../testing/portal-visitor.ts';
import { openSocket, readAnswer } from '../../../testing/raw-http.ts';
import { savePortalSettings } from '../settings.ts';

const service = await startTestService();
const visitor = new Visitor(service);
const { api } = service.tenant;

const newAddress = () => `a.${randomBytes(6).toString('hex')}@example.org`;

async function stored() {
  const [rows] = await service.sql(`SELECT
    (SELECT count(*)::int FROM candidate) AS candidates, (SELECT count(*)::int FROM application) AS applications,
    (SELECT count(*)::int FROM document) AS documents, (SELECT count(*)::int FROM pending_blob) AS pending,
    (SELECT count(*)::int FROM change_log) AS changes, (SELECT count(*)::int FROM event) AS events`);
  const entries = await readdir(join(service.services.settings.dataDirectory, 'blobs'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return { ...rows, files: entries.filter((entry) => entry.isFile()).length };
}

async function findCandidate(email: string) {
  const [row] = await service.sql<{ id: number }>('SELECT id FROM candidate WHERE email = $1', [email]);
  return row === undefined ? undefined : (await api.get(`/candidates/${row.id}`)).body;
}

/** Sends a form that must be refused, and asserts that nothing of it stays. */
async function refused(jobAdId: number, answers: Parameters<Visitor['apply']>[1]) {
  const before = await stored();
  const page = await visitor.apply(jobAdId, answers);
  assert.equal(page.status, 422, page.text);
  assert.match(page.text, /<title>Fehler: /);
  assert.deepEqual(await stored(), before);
  return { page, errors: errorsOf(page) };
}

test('an application through the form is one as through the interface', async () => {
  const office = await insertBranch(service, 'Süd');
  const jobAdId = await insertAd(service, { office_id: office });
  const email = newAddress();
  const { changes, events } = await written(service, async () => {
    const page = await visitor.apply(
      jobAdId,
      {
        email,
        cv: pdf('Lebenslauf Ada.pdf'),
        documents: [pdf('Zeugnis 1.pdf'), new File(['Anschreiben'], 'C:\\Anschreiben.txt')],
        whatsAppConsentChecked: 'true',
      },
      '?channel=9',
    );
    assert.equal(page.status, 303, page.text);
    assert.equal(page.headers.get('location'), `/jobs/${service.tenant.key}/${jobAdId}/thanks?channel=9`);
  });
  const candidate = await findCandidate(email);
  assert.deepEqual(
    events.map(({ type, entityId }) => [type, entityId]),
    [[1405, candidate.id]],
  );
  assert.deepEqual(
    changes.map(({ entity, kind }) => `${entity} ${kind}`),
    ['candidate new', 'document new', 'document new', 'document new'],
  );
  assert.equal(candidate.firstName, 'Ada');
  assert.equal(candidate.officeId, office);
  assert.equal(candidate.contact.phone, '0151 23456789');
  assert.equal(candidate.contact.whatsAppConsentChecked, true);
  assert.equal(candidate.location.street, 'Hauptstraße');
  assert.equal(candidate.location.streetNumber, '5a');
  assert.equal(candidate.availability.availableFrom, '2027-01-01');
  assert.equal(candidate.applies.length, 1);
  const [application] = candidate.applies;
  assert.equal(application.jobAdId, jobAdId);
  assert.equal(application.channelId, 9);
  assert.equal(application.message, 'Guten Tag,\nich kann sofort anfangen.');
  const documents = candidate.documents.map((document: Record<string, Record<string, string>>) => [
    document.originalFileName,
    document.documentCategory!.key,
    document.mimeType,
  ]);
  assert.deepEqual(documents.sort(), [
    ['Anschreiben.txt', 'application', 'text/plain'],
    ['Lebenslauf Ada.pdf', 'cv', 'application/pdf'],
    ['Zeugnis 1.pdf', 'application', 'application/pdf'],
  ]);
});

test('contents come out as they were sent', async () => {
  const jobAdId = await insertAd(service);
  const email = newAddress();
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(3_000_000)]);
  assert.equal((await visitor.apply(jobAdId, { email, documents: pdf('a.pdf', bytes) })).status, 303);
  const { documents } = await findCandidate(email);
  const answer = await fetch(`${service.baseUrl}/v3/candidates/export/documents/${documents[0].id}/content`, {
    headers: { authorization: `Bearer ${api.token}`, 'user-agent': 'Tests/1.0' },
  });
  assert.ok(bytes.equals(Buffer.from(await answer.arrayBuffer())));
});

test('of the files only the CV is parsed, and a photo of one is not', async () => {
  const jobAdId = await insertAd(service);
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  );
  const states = async (cv: File) => {
    const email = newAddress();
    await visitor.apply(jobAdId, { email, cv, documents: pdf('b.pdf') });
    const rows = await service.sql<{ cv_parsing_state: string | null }>(
      `SELECT d.cv_parsing_state FROM document AS d JOIN candidate AS c ON c.id = d.candidate_id
        WHERE c.email = $1 ORDER BY d.original_file_name`,
      [email],
    );
    return rows.map((row) => row.cv_parsing_state);
  };
  assert.deepEqual(await states(pdf('a.pdf')), ['requested', null]);
  assert.deepEqual(await states(new File([png], 'a.png')), [null, null]);
});

test('an application with a known address goes to the candidate, changes nothing of it and looks the same', async () => {
  const jobAdId = await insertAd(service);
  const email = newAddress();
  const first = await visitor.apply(jobAdId, { email });
  const second = await visitor.apply(jobAdId, {
    email: email.toUpperCase(),
    lastName: 'Anders',
    cv: pdf('cv.pdf'),
  });
  assert.equal(second.status, 303);
  assert.equal(second.headers.get('location'), first.headers.get('location'));
  const candidate = await findCandidate(email);
  assert.equal(candidate.lastName, 'Muster');
  assert.equal(candidate.applies.length, 2);
  const [row] = await service.sql<{ cv_parsing_state: string | null }>(
    'SELECT cv_parsing_state FROM document WHERE candidate_id = $1',
    [candidate.id],
  );
  assert.equal(row!.cv_parsing_state, null, 'Anybody can write somebody’s address into the form.');
});

test('the application keeps which texts were agreed to', async () => {
  const firm = new Visitor(service, await service.createTenant());
  const jobAdId = await insertAd(service, {}, firm.tenant);
  const db = service.services.database.tenant(firm.tenant.id);
  const consents = async () => {
    assert.equal((await firm.apply(jobAdId, { email: newAddress() })).status, 303);
    const [row] = await service.sql<{ consents: unknown; privacy_accepted_at: string | null }>(
      "SELECT submitted->'consents' AS consents, privacy_accepted_at FROM application ORDER BY id DESC LIMIT 1",
      [],
      firm.tenant.id,
    );
    assert.notEqual(row!.privacy_accepted_at, null);
    return row!.consents;
  };
  assert.deepEqual(await consents(), { version: 'built-in-1', language: 'de' });
  const settings = {
    language: 'de',
    privacyUrl: null,
    imprintUrl: null,
    privacyText: { de: 'Unser eigener <b>Text</b>.', en: null },
    termsText: { de: null, en: null },
    whatsAppText: { de: null, en: null },
  } as const;
  assert.equal(await savePortalSettings(db, firm.tenant.id, settings), 1);
  assert.match((await firm.own(`/${jobAdId}/apply`)).text, /Unser eigener &lt;b&gt;Text&lt;\/b&gt;\./);
  assert.deepEqual(await consents(), { version: 'firm-1/built-in-1', language: 'de' });
  assert.equal(await savePortalSettings(db, firm.tenant.id, settings), 2);
});

test('a channel that the firm does not have counts as the homepage', async () => {
  const jobAdId = await insertAd(service);
  const email = newAddress();
  assert.equal((await visitor.apply(jobAdId, { email }, '?channel=4711')).status, 303);
  assert.equal((await findCandidate(email)).applies[0].channelId, 28);
});

test('everything wrong with a form is named at once, linked to its field, and what was right is kept', async () => {
  const jobAdId = await insertAd(service);
  const { page, errors } = await refused(jobAdId, {
    firstName: ' ',
    lastName: 'O\'Neill "<b>',
    email: 'nonsense',
    phoneNumber: '12',
    zipCode: '',
    city: 'x'.repeat(101),
    availableFrom: '2026-02-30',
    salutationId: '99',
    privacyChecked: undefined,
    message: '<script>alert(1)</script>',
    cv: pdf('cv.pdf'),
  });
  assert.deepEqual(
    errors.map((error) => error.split(':')[0]),
    [
      'Anrede',
      'Vorname',
      'E-Mail-Adresse',
      'Telefon',
      'Postleitzahl',
      'Ort',
      'Frühester Beginn',
      'Datenschutz',
    ],
  );
  for (const part of [
    '<a href="#email">',
    'id="email-error"',
    'aria-describedby="email-error email-hint" aria-invalid="true"',
    'value="O&#39;Neill &quot;&lt;b&gt;"',
    'value="nonsense"',
    '&lt;script&gt;alert(1)&lt;/script&gt;</textarea>',
    'name="termsOfUseChecked" value="true" checked',
    'Bitte wählen Sie sie noch einmal aus',
  ])
    assert.ok(page.text.includes(part), part);
  assert.doesNotMatch(page.text, /name="privacyChecked" value="true" checked/);
});

test('a form sent again after its errors were mended is taken', async () => {
  const jobAdId = await insertAd(service);
  const email = newAddress();
  const { page } = await refused(jobAdId, { email, city: '' });
  const again = await visitor.send(jobAdId, { ...FILLED_IN, email, token: tokenOf(page) });
  assert.equal(again.status, 303, again.text);
});

test('files that are empty, too large, too many or of another kind are refused by name', async () => {
  const jobAdId = await insertAd(service);
  const zip = new File([Buffer.from('504b0506000000000000000000000000000000000000', 'hex')], 'a.zip');
  const html = new File(['<html><script>alert(1)</script>'], 'cv.pdf');
  const large = pdf('gross.pdf', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(25 * 1024 * 1024)]));
  const { errors } = await refused(jobAdId, {
    cv: html,
    documents: [new File([], 'leer.pdf'), zip, large, pdf('gut.pdf')],
  });
  assert.equal(errors.length, 4);
  for (const name of ['cv.pdf', 'leer.pdf', 'a.zip', 'gross.pdf'])
    assert.ok(
      errors.some((error) => error.includes(`„${name}“`)),
      name,
    );
  const many = Array.from({ length: 21 }, (_, index) => pdf(`${index}.pdf`));
  assert.match((await refused(jobAdId, { documents: many })).errors.join(), /höchstens 20/);
});

test('Word documents are taken for what they are', async () => {
  const jobAdId = await insertAd(service);
  const directory = join(import.meta.dirname, '../../../checks/cv-samples/files/open');
  const kinds: Record<string, string> = {
    'boxes-2.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'functional-2.odt': 'application/vnd.oasis.opendocument.text',
    'dash-list-3.txt': 'text/plain',
    'place-dates-line-2.rtf': 'application/rtf',
  };
  const email = newAddress();
  const documents = await Promise.all(
    Object.keys(kinds).map(async (name) => new File([await readFile(join(directory, name))], name)),
  );
  const page = await visitor.apply(jobAdId, { email, documents });
  assert.equal(page.status, 303, errorsOf(page).join());
  const candidate = await findCandidate(email);
  for (const document of candidate.documents)
    assert.equal(document.mimeType, kinds[document.originalFileName]);
});

test('a double click makes one application, whichever arrives first', async () => {
  const jobAdId = await insertAd(service);
  const email = newAddress();
  const token = await visitor.openForm(jobAdId);
  const answers = { ...FILLED_IN, email, token, cv: pdf('cv.pdf') };
  const pages = await Promise.all(Array.from({ length: 6 }, () => visitor.send(jobAdId, answers)));
  assert.deepEqual(
    pages.map(({ status }) => status),
    Array(6).fill(303),
  );
  assert.equal((await visitor.send(jobAdId, answers)).status, 303);
  const candidate = await findCandidate(email);
  assert.equal(candidate.applies.length, 1);
  assert.equal(candidate.documents.length, 1);
  const [pending] = await service.sql('SELECT count(*)::int AS count FROM pending_blob');
  assert.deepEqual(pending, { count: 0 });
});

test('going back to add something makes a further application', async () => {
  const jobAdId = await insertAd(service);
  const email = newAddress();
  const token = await visitor.openForm(jobAdId);
  await visitor.send(jobAdId, { ...FILLED_IN, email, token });
  await visitor.send(jobAdId, { ...FILLED_IN, email, token, documents: pdf('forgotten.pdf') });
  const candidate = await findCandidate(email);
  assert.equal(candidate.applies.length, 2);
  assert.equal(candidate.documents.length, 1);
});

test('a form filled in faster than anybody types is shown again, and taken a moment later', async () => {
  const jobAdId = await insertAd(service);
  const email = newAddress();
  const token = tokenOf(await visitor.own(`/${jobAdId}/apply`));
  const before = await stored();
  const page = await visitor.send(jobAdId, { ...FILLED_IN, email, token });
  assert.equal(page.status, 422);
  assert.match(errorsOf(page).join(), /sehr schnell/);
  assert.deepEqual(await stored(), before);
  await service.clock.advance(4000);
  assert.equal((await visitor.send(jobAdId, { ...FILLED_IN, email, token: tokenOf(page) })).status, 303);
});

test('without a token of this ad, or with one of yesterday, the form is shown again', async () => {
  const [jobAdId, otherAd] = [await insertAd(service), await insertAd(service)];
  const foreign = await visitor.openForm(otherAd);
  const old = await visitor.openForm(jobAdId);
  const forged = `A${old.slice(1)}` === old ? `B${old.slice(1)}` : `A${old.slice(1)}`;
  for (const token of [undefined, '', 'x', foreign, forged]) {
    const page = await visitor.send(jobAdId, { ...FILLED_IN, email: newAddress(), token });
    assert.equal(page.status, 422, String(token));
  }
  await service.clock.advance(25 * 3_600_000);
  const page = await visitor.send(jobAdId, { ...FILLED_IN, email: newAddress(), token: old });
  assert.match(errorsOf(page).join(), /zu lange offen/);
  assert.notEqual(tokenOf(page), old);
});

test('a program that fills in the hidden field is told to empty it', async () => {
  const jobAdId = await insertAd(service);
  const { errors } = await refused(jobAdId, { homepage: 'https://spam.example' });
  assert.deepEqual(errors, ['Dieses Feld muss leer bleiben. Bitte löschen Sie den Inhalt.']);
});

test('an ad taken off in the meantime takes no application', async () => {
  const jobAdId = await insertAd(service);
  const token = await visitor.openForm(jobAdId);
  await service.sql("UPDATE job_ad SET process_status = 'Completed' WHERE id = $1", [jobAdId]);
  const before = await stored();
  const page = await visitor.send(jobAdId, { ...FILLED_IN, email: newAddress(), token, cv: pdf('cv.pdf') });
  assert.equal(page.status, 410);
  assert.deepEqual(await stored(), before);
});

test('files of more than 100 MB together are refused with a page, and nothing of them stays', async () => {
  const jobAdId = await insertAd(service);
  const token = await visitor.openForm(jobAdId);
  const before = await stored();
  const file = pdf('a.pdf', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(21 * 1024 * 1024)]));
  const documents = [file, file, file, file, file];
  const page = await visitor.send(jobAdId, { ...FILLED_IN, token, documents });
  assert.equal(page.status, 413);
  assert.match(page.text, /100 MB/);
  assert.deepEqual(await stored(), before);
});

test('a body of unknown length is refused at the same limit, and the connection goes on', {
  timeout: 60_000,
}, async () => {
  const jobAdId = await insertAd(service);
  const before = await stored();
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
  part(`--${boundary}\r\nContent-Disposition: form-data; name="cv"; filename="a.pdf"\r\n\r\n%PDF-1.7\n`);
  const chunk = Buffer.alloc(1024 * 1024);
  for (let megabytes = 0; megabytes < 110; megabytes++) {
    if (!part(chunk)) await new Promise((resolve) => socket.once('drain', resolve));
  }
  part(`\r\n--${boundary}--\r\n`);
  socket.write('0\r\n\r\n');
  // A browser that has sent everything reads the page, and asks for the next on the same connection.
  socket.write(`GET /jobs/${service.tenant.key} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  const answer = await readAnswer(socket);
  assert.equal(answer.status, 413);
  assert.match(answer.body, /HTTP\/1\.1 200 OK/);
  assert.deepEqual(await stored(), before);
});

test('a sender who goes away in the middle leaves nothing behind', { timeout: 60_000 }, async () => {
  const jobAdId = await insertAd(service);
  const before = await stored();
  const socket = await openSocket(service.baseUrl);
  socket.write(
    `POST /jobs/${service.tenant.key}/${jobAdId}/apply HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\nContent-Type: multipart/form-data; boundary=x7\r\n\r\n`,
  );
  socket.write('--x7\r\nContent-Disposition: form-data; name="cv"; filename="a.pdf"\r\n\r\n%PDF-1.7\n');
  const pending = async () =>
    (await service.sql<{ count: number }>('SELECT count(*)::int AS count FROM pending_blob'))[0]!.count;
  const untilPending = async (wanted: number) => {
    const deadline = performance.now() + 20_000;
    while ((await pending()) !== wanted) assert.ok(performance.now() < deadline, `never ${wanted} pending`);
  };
  await untilPending(1);
  socket.destroy();
  await untilPending(0);
  assert.deepEqual(await stored(), before);
});

test('bodies that are no form, or not a whole one, are refused', async () => {
  const jobAdId = await insertAd(service);
  const before = await stored();
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
    ['multipart/form-data; boundary=x7', 'nothing of a form', 400],
    ['multipart/form-data; boundary=x7', `${head}Ada`, 400],
    ['multipart/form-data; boundary=x7', `${head}A\u0000da\r\n--x7--\r\n`, 422],
  ] as const) {
    const answer = await post(type, body);
    assert.equal(answer.status, status, `${type} ${body}`);
    assert.match(answer.headers.get('content-type')!, /text\/html/);
  }
  assert.deepEqual(await stored(), before);
});

test('a flood from one address is held off, and others are not', async () => {
  const other = await startTestService({ TRUSTED_PROXIES: '127.0.0.1' });
  const jobAdId = await insertAd(other);
  const flood = new Visitor(other);
  const send = (address: string) =>
    flood.send(jobAdId, { email: 'x' }, { headers: { 'x-forwarded-for': address } });
  for (let count = 0; count < 60; count++)
    assert.equal((await send(`2001:db8::${count.toString(16)}`)).status, 422);
  const page = await send('2001:db8::ffff');
  assert.equal(page.status, 429);
  assert.ok(Number(page.headers.get('retry-after')) > 0);
  assert.equal((await send('2001:db8:0:1::1')).status, 422);
  await other.clock.advance(601_000);
  assert.equal((await send('2001:db8::1')).status, 422);
});

test('nothing of an application is in the log', async () => {
  const jobAdId = await insertAd(service);
  const email = newAddress();
  await visitor.apply(jobAdId, { email, lastName: 'Unmistakable', cv: pdf('Unmistakable.pdf') });
  await visitor.apply(jobAdId, { email: 'Unmistakable', lastName: 'Unmistakable' });
  const log = JSON.stringify(service.logLines);
  assert.ok(!log.includes('Unmistakable') && !log.includes(email));
});

test('the page of thanks names nobody', async () => {
  const jobAdId = await insertAd(service);
  const page = await visitor.own(`/${jobAdId}/thanks`);
  assert.equal(page.status, 200);
  assert.match(page.text, /Danke für Ihre Bewerbung/);
  assert.match(page.text, /noindex/);
});
