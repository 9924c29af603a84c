import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { written } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { newEmail, sendRejected } from '../../../testing/portal-applications.ts';
import {
  errorsOf,
  FILLED_IN,
  insertAd,
  insertBranch,
  pdf,
  tokenOf,
  Visitor,
} from '../../../testing/portal-visitor.ts';

const service = await startTestService();
const visitor = new Visitor(service);
const { api } = service.tenant;

async function findCandidate(email: string) {
  const [row] = await service.sql<{ id: number }>('SELECT id FROM candidate WHERE email = $1', [email]);
  return row === undefined ? undefined : (await api.get(`/candidates/${row.id}`)).body;
}

test('the form creates the same application as the API', async () => {
  const office = await insertBranch(service, 'Süd');
  const jobAdId = await insertAd(service, { office_id: office });
  const email = newEmail();
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

test('the contents of a file are stored unchanged', async () => {
  const jobAdId = await insertAd(service);
  const email = newEmail();
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(3_000_000)]);
  assert.equal((await visitor.apply(jobAdId, { email, documents: pdf('a.pdf', bytes) })).status, 303);
  const { documents } = await findCandidate(email);
  const response = await fetch(
    `${service.baseUrl}/v3/candidates/export/documents/${documents[0].id}/content`,
    {
      headers: { authorization: `Bearer ${api.token}`, 'user-agent': 'Tests/1.0' },
    },
  );
  assert.ok(bytes.equals(Buffer.from(await response.arrayBuffer())));
});

test('only the CV is parsed, also if it is a picture', async () => {
  const jobAdId = await insertAd(service);
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  );
  const states = async (cv: File) => {
    const email = newEmail();
    await visitor.apply(jobAdId, { email, cv, documents: pdf('b.pdf') });
    const rows = await service.sql<{ cv_parsing_state: string | null }>(
      `SELECT d.cv_parsing_state FROM document AS d JOIN candidate AS c ON c.id = d.candidate_id
        WHERE c.email = $1 ORDER BY d.original_file_name`,
      [email],
    );
    return rows.map((row) => row.cv_parsing_state);
  };
  assert.deepEqual(await states(pdf('a.pdf')), ['requested', null]);
  assert.deepEqual(await states(new File([png], 'a.png')), ['requested', null]);
});

test('an application with a known email address is added to the candidate without changing it, and the response is the same', async () => {
  const jobAdId = await insertAd(service);
  const email = newEmail();
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
  assert.equal(row!.cv_parsing_state, null, 'Anyone can enter any email address into the form.');
});

test('an application records the version of the texts that the applicant agreed to', async () => {
  const other = new Visitor(service, await service.createTenant());
  const jobAdId = await insertAd(service, {}, other.tenant);
  const consents = async () => {
    assert.equal((await other.apply(jobAdId, { email: newEmail() })).status, 303);
    const [row] = await service.sql<{ consents: unknown; privacy_accepted_at: string | null }>(
      "SELECT submitted->'consents' AS consents, privacy_accepted_at FROM application ORDER BY id DESC LIMIT 1",
      [],
      other.tenant.id,
    );
    assert.notEqual(row!.privacy_accepted_at, null);
    return row!.consents;
  };
  assert.deepEqual(await consents(), { version: 'built-in-1', language: 'de' });
  const admin = await service.platform('admin', other.tenant);
  const privacyText = { de: 'Unser eigener <b>Text</b>.' };
  assert.equal((await admin.put('/portal', { privacyText })).status, 204);
  assert.match((await other.own(`/${jobAdId}/apply`)).text, /Unser eigener &lt;b&gt;Text&lt;\/b&gt;\./);
  assert.deepEqual(await consents(), { version: 'firm-1/built-in-1', language: 'de' });
});

test('an unknown channel counts as the homepage', async () => {
  const jobAdId = await insertAd(service);
  const email = newEmail();
  assert.equal((await visitor.apply(jobAdId, { email }, '?channel=4711')).status, 303);
  assert.equal((await findCandidate(email)).applies[0].channelId, 28);
});

test('the page lists all errors of a form with links to their fields, and keeps the values', async () => {
  const jobAdId = await insertAd(service);
  const { page, errors } = await sendRejected(service, visitor, jobAdId, {
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
      'Vorname',
      'E-Mail-Adresse',
      'Telefon',
      'Postleitzahl',
      'Ort',
      'Anrede',
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
    'Ihre Dateien sind noch da',
  ])
    assert.ok(page.text.includes(part), part);
  assert.doesNotMatch(page.text, /name="privacyChecked" value="true" checked/);
});

test('consent to WhatsApp messages needs a phone number', async () => {
  const jobAdId = await insertAd(service);
  const email = newEmail();
  const consent = { email, whatsAppConsentChecked: 'true' };
  for (const phoneNumber of ['', ' ']) {
    const { page, errors } = await sendRejected(service, visitor, jobAdId, { ...consent, phoneNumber });
    assert.match(errors.join(), /^Telefon: Für WhatsApp brauchen wir Ihre Telefonnummer\./);
    assert.match(page.text, /name="whatsAppConsentChecked" value="true" checked/);
  }
  assert.equal(await findCandidate(email), undefined);
  assert.equal((await visitor.apply(jobAdId, { email, phoneNumber: '' })).status, 303);
});

test('every text that is too long is named, and nothing of it is cut', async () => {
  const jobAdId = await insertAd(service);
  const firstName = 'Anna '.repeat(30).trim();
  const { page, errors } = await sendRejected(service, visitor, jobAdId, {
    firstName,
    streetNumber: '5'.repeat(150),
    city: 'x'.repeat(101),
    message: 'x'.repeat(300_000),
  });
  const fields = ['Vorname', 'Ort', 'Hausnummer', 'Möchten Sie uns noch etwas mitteilen?'];
  assert.deepEqual(
    errors,
    fields.map((name) => `${name}: Bitte fassen Sie sich hier kürzer.`),
  );
  assert.ok(page.text.includes(`value="${firstName}"`));
});

test('the postal code follows the rule of the chosen country', async () => {
  const jobAdId = await insertAd(service);
  const messageFor = async (countryId: string, zipCode: string) => {
    const page = await visitor.apply(jobAdId, { email: newEmail(), countryId, zipCode });
    return page.status === 303 ? 'accepted' : errorsOf(page).join();
  };
  for (const [countryId, zipCode] of [
    ['276', '10115'],
    ['40', '1010'],
    ['756', '8001'],
    ['826', 'LS1 4DY'],
    ['616', '00-950'],
  ] as const)
    assert.equal(await messageFor(countryId, zipCode), 'accepted', `${countryId} ${zipCode}`);
  assert.match(await messageFor('276', '1010'), /Postleitzahl: In Deutschland hat sie 5 Ziffern/);
  assert.match(await messageFor('40', '10115'), /Postleitzahl: In Österreich hat sie 4 Ziffern/);
  assert.match(await messageFor('756', 'x'), /Postleitzahl: In der Schweiz hat sie 4 Ziffern/);
  const email = newEmail();
  await visitor.apply(jobAdId, { email, countryId: '40', zipCode: '1010', city: 'Wien' });
  assert.equal((await findCandidate(email)).location.countryId, 40);
});

test('a form is accepted after its errors are corrected', async () => {
  const jobAdId = await insertAd(service);
  const email = newEmail();
  const { page } = await sendRejected(service, visitor, jobAdId, { email, city: '' });
  const again = await visitor.send(jobAdId, { ...FILLED_IN, email, token: tokenOf(page) });
  assert.equal(again.status, 303, again.text);
});

test('empty files, large files, too many files and files of other types are rejected by name', async () => {
  const jobAdId = await insertAd(service);
  const zip = new File([Buffer.from('504b0506000000000000000000000000000000000000', 'hex')], 'a.zip');
  const html = new File(['<html><script>alert(1)</script>'], 'cv.pdf');
  const large = pdf('gross.pdf', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(25 * 1024 * 1024)]));
  const { errors } = await sendRejected(service, visitor, jobAdId, {
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
  assert.match(
    (await sendRejected(service, visitor, jobAdId, { documents: many })).errors.join(),
    /höchstens 20/,
  );
});

test('a file with a name that is too long is rejected by its name, and the other files are kept', async () => {
  const jobAdId = await insertAd(service);
  const long = `${'Zeugnis '.repeat(32)}.pdf`;
  const { page, errors } = await sendRejected(service, visitor, jobAdId, {
    cv: pdf('Lebenslauf.pdf'),
    documents: pdf(long),
  });
  assert.deepEqual(errors, [
    `Der Name der Datei „${long.slice(0, 100)}“ ist zu lang. Bitte benennen Sie sie um: Möglich sind höchstens 255 Zeichen.`,
  ]);
  assert.match(page.text, /Lebenslauf\.pdf \(/);
  assert.doesNotMatch(page.text, /Zeugnis [^“]*\.pdf \(/);
  const fits = `${'ä'.repeat(251)}.pdf`;
  assert.equal((await visitor.apply(jobAdId, { email: newEmail(), documents: pdf(fits) })).status, 303);
});

test('the types of office documents are detected', async () => {
  const jobAdId = await insertAd(service);
  const directory = join(import.meta.dirname, '../../../checks/cv-samples');
  const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  const kinds = {
    'files/open/boxes-2.docx': docx,
    'files/open/functional-2.odt': 'application/vnd.oasis.opendocument.text',
    'files/open/dash-list-3.txt': 'text/plain',
    'files/open/place-dates-line-2.rtf': 'application/rtf',
    'libre-office/margins.docx': docx,
    'old-word/margins.doc': 'application/msword',
  };
  const email = newEmail();
  const documents = await Promise.all(
    Object.keys(kinds).map(async (path) => new File([await readFile(join(directory, path))], basename(path))),
  );
  const page = await visitor.apply(jobAdId, { email, documents });
  assert.equal(page.status, 303, errorsOf(page).join());
  const stored: { originalFileName: string; mimeType: string }[] = (await findCandidate(email)).documents;
  assert.deepEqual(
    Object.fromEntries(stored.map(({ originalFileName, mimeType }) => [originalFileName, mimeType])),
    Object.fromEntries(Object.entries(kinds).map(([path, mediaType]) => [basename(path), mediaType])),
  );
});

test('a Word file of before 2007 is accepted by its name, and other files of its type are not', async () => {
  const jobAdId = await insertAd(service);
  const compoundFile = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1024)]);
  const fileOf = (name: string) => new File([compoundFile], name);
  const email = newEmail();
  const page = await visitor.apply(jobAdId, { email, cv: fileOf('cv.doc') });
  assert.equal(page.status, 303, errorsOf(page).join());
  const { documents } = await findCandidate(email);
  assert.deepEqual(
    documents.map(({ originalFileName }: { originalFileName: string }) => originalFileName),
    ['cv.doc'],
  );
  const { errors } = await sendRejected(service, visitor, jobAdId, { documents: [fileOf('table.xls')] });
  assert.ok(errors.some((error) => error.includes('„table.xls“')));
});

test('the confirmation page contains no personal data', async () => {
  const jobAdId = await insertAd(service);
  const page = await visitor.own(`/${jobAdId}/thanks`);
  assert.equal(page.status, 200);
  assert.match(page.text, /Danke für Ihre Bewerbung/);
  assert.match(page.text, /noindex/);
});
