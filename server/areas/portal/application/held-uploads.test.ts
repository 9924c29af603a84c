import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { readCvsPatiently } from '../../../testing/patient-cv-reading.ts';
import { countHeld, countStored, newEmail } from '../../../testing/portal-applications.ts';
import {
  type Answers,
  errorsOf,
  FILLED_IN,
  insertAd,
  keptFields,
  type Page,
  pdf,
  tokenOf,
  Visitor,
  valuesOf,
} from '../../../testing/portal-visitor.ts';
import { sweepHeldUploads } from './held-uploads.ts';

readCvsPatiently();
const service = await startTestService();
const visitor = new Visitor(service);

/** Sends a form with files and an error, and returns the page with the error. */
async function sendFaulty(jobAdId: number, answers: Answers): Promise<Page> {
  const page = await visitor.apply(jobAdId, { city: '', ...answers });
  assert.equal(page.status, 422);
  return page;
}

async function documentsOf(email: string): Promise<string[]> {
  const rows = await service.sql<{ name: string }>(
    `SELECT d.original_file_name AS name FROM document AS d JOIN candidate AS c ON c.id = d.candidate_id
      WHERE c.email = $1 ORDER BY name`,
    [email],
  );
  return rows.map(({ name }) => name);
}

async function sampleCv(name: string): Promise<File> {
  const bytes = await readFile(join(import.meta.dirname, '../../../checks/cv-samples/files/open', name));
  return new File([bytes], name);
}

test('the files of a rejected form are sent with the corrected one, and nothing of them stays behind', async () => {
  const jobAdId = await insertAd(service);
  const email = newEmail();
  const before = await countHeld(service);
  const documents = [pdf('Zeugnis.pdf'), pdf('Falsch.pdf', Buffer.from('%PDF-1.7\nwrong'))];
  const page = await sendFaulty(jobAdId, { email, cv: pdf('Lebenslauf.pdf'), documents });
  assert.equal(await countHeld(service), before + 3);
  const token = tokenOf(page);
  // The visitor unchecks one file, makes another error, and then adds a file.
  const kept = keptFields(page, (name) => name !== 'Falsch.pdf');
  const again = await visitor.send(jobAdId, { ...FILLED_IN, email, token, city: '', ...kept });
  assert.equal(await countHeld(service), before + 2);
  assert.ok(!again.text.includes('Falsch.pdf'));
  const last = { ...FILLED_IN, email, token, ...keptFields(again), documents: pdf('Neu.pdf') };
  const sent = await visitor.send(jobAdId, last);
  assert.equal(sent.status, 303, errorsOf(sent).join());
  assert.deepEqual(await documentsOf(email), ['Lebenslauf.pdf', 'Neu.pdf', 'Zeugnis.pdf']);
  assert.equal(await countHeld(service), before);
  assert.equal((await visitor.send(jobAdId, last)).status, 303, 'A reload is the same application.');
  assert.equal((await documentsOf(email)).length, 3);
  assert.equal((await countStored(service)).pending, 0);
});

test('a new CV replaces the one that was kept, and a file that is sent twice is kept once', async () => {
  const jobAdId = await insertAd(service);
  const email = newEmail();
  const first = { email, cv: pdf('Alt.pdf'), documents: pdf('Zeugnis.pdf') };
  const page = await sendFaulty(jobAdId, first);
  const held = await countHeld(service);
  const token = tokenOf(page);
  // The visitor went back in the browser.
  await visitor.send(jobAdId, { ...FILLED_IN, ...first, token, city: '' });
  assert.equal(await countHeld(service), held);
  const cv = pdf('Neu.pdf', Buffer.from('%PDF-1.7\nnew'));
  await visitor.send(jobAdId, { ...FILLED_IN, email, token, ...keptFields(page), cv });
  assert.deepEqual(await documentsOf(email), ['Neu.pdf', 'Zeugnis.pdf']);
});

test('a CV that is selected while another one is being read is the only one that is sent', async () => {
  const jobAdId = await insertAd(service);
  const [token, email] = [await visitor.openForm(jobAdId), newEmail()];
  // The form does not show the first one, because its response came too late.
  const other = pdf('Richtig.pdf', Buffer.from('%PDF-1.7\nright'));
  await visitor.send(jobAdId, { token, cv: pdf('Falsch.pdf') }, { step: 'cv' });
  const page = await visitor.send(jobAdId, { token, cv: other }, { step: 'cv' });
  assert.ok(page.text.includes('Richtig.pdf') && !page.text.includes('Falsch.pdf'));
  const sent = await visitor.send(jobAdId, { ...FILLED_IN, email, token, ...keptFields(page) });
  assert.equal(sent.status, 303, errorsOf(sent).join());
  assert.deepEqual(await documentsOf(email), ['Richtig.pdf']);
});

test('kept files cannot be used with the form of another visitor, another ad or another tenant', async () => {
  const jobAdId = await insertAd(service);
  const page = await sendFaulty(jobAdId, { cv: pdf('Geheim.pdf') });
  const held = await countHeld(service);
  const stranger = new Visitor(service, await service.createTenant());
  const strangersAd = await insertAd(service, {}, stranger.tenant);
  for (const [who, ad] of [
    [visitor, jobAdId],
    [visitor, await insertAd(service)],
    [stranger, strangersAd],
  ] as const) {
    const token = await who.openForm(ad);
    const email = newEmail();
    const sent = await who.send(ad, { ...FILLED_IN, email, token, ...keptFields(page) });
    assert.equal(sent.status, 422);
    assert.match(errorsOf(sent).join(), /nicht länger aufbewahren/);
    assert.ok(!sent.text.includes('Geheim.pdf'));
    assert.deepEqual(await documentsOf(email), []);
  }
  assert.equal(await countHeld(service), held);
});

test('kept files are encrypted with their names, are not used after an hour, and are then deleted', async () => {
  const jobAdId = await insertAd(service);
  const email = newEmail();
  const page = await sendFaulty(jobAdId, { email, documents: pdf('Geheim.pdf') });
  const [row] = await service.sql('SELECT row_to_json(p)::text AS row FROM portal_upload AS p');
  assert.doesNotMatch(JSON.stringify(row), /Geheim/);
  const { countBefore, ...sent } = { countBefore: await countStored(service), ...keptFields(page) };
  await service.clock.advance(61 * 60_000);
  const late = await visitor.send(jobAdId, { ...FILLED_IN, email, token: tokenOf(page), ...sent });
  assert.match(errorsOf(late).join(), /nicht länger aufbewahren/);
  await service.clock.advance(20 * 60_000);
  const sweep = () => sweepHeldUploads(service.services, service.tenant.id);
  const held = await countHeld(service);
  const [own] = await service.sql('SELECT id::text FROM installation');
  await service.sql('UPDATE installation SET id = gen_random_uuid()');
  await assert.rejects(sweep(), /belongs to the installation/);
  assert.equal(await countHeld(service), held);
  await service.sql('UPDATE installation SET id = $1', [own!.id]);
  assert.ok((await sweep()) > 0);
  assert.equal(await countHeld(service), 0);
  assert.deepEqual(await countStored(service), countBefore);
});

test('a CV is read before the form is sent, and fills only fields that are blank', async () => {
  const jobAdId = await insertAd(service);
  const token = await visitor.openForm(jobAdId);
  const email = newEmail();
  const before = await countStored(service);
  const cv = await sampleCv('dates-right-1.pdf');
  const page = await visitor.send(
    jobAdId,
    { token, firstName: 'Elly', countryId: '276', cv },
    { step: 'cv' },
  );
  assert.equal(page.status, 200, page.text);
  const reloaded = await visitor.own(`/${jobAdId}/cv?channel=9`);
  assert.equal(reloaded.headers.get('location'), `/jobs/${service.tenant.key}/${jobAdId}/apply?channel=9`);
  assert.match(page.text, /7 Felder haben wir aus Ihrem Lebenslauf ausgefüllt/);
  assert.deepEqual(await countStored(service), before);
  const values = valuesOf(page);
  assert.deepEqual(
    ['firstName', 'lastName', 'email', 'phoneNumber', 'street', 'zipCode', 'city', 'countryId'].map(
      (name) => values[name],
    ),
    [
      'Elly',
      'Öztürk',
      'elif.oeztuerk85@example.org',
      '+43 664 4789211',
      'Unter den Eichen',
      '1010',
      'Wien',
      '40',
    ],
  );
  const sent = await visitor.send(jobAdId, {
    ...FILLED_IN,
    ...values,
    email,
    token: tokenOf(page),
    ...keptFields(page),
  });
  assert.equal(sent.status, 303, errorsOf(sent).join());
  assert.deepEqual(await documentsOf(email), ['dates-right-1.pdf']);
});

test('a script gets the values of a CV as JSON, and the list of kept files', async () => {
  const jobAdId = await insertAd(service);
  const token = await visitor.openForm(jobAdId);
  const options = { step: 'cv', headers: { accept: 'application/json' } } as const;
  const cv = await sampleCv('dates-right-1.pdf');
  const page = await visitor.send(jobAdId, { token, city: 'Graz', cv }, options);
  const { message, values, kept } = JSON.parse(page.text);
  assert.match(message, /4 Felder/);
  assert.deepEqual(Object.keys(values).sort(), ['email', 'firstName', 'lastName', 'phoneNumber']);
  assert.match(kept, /keep-[\w-]+" value="true" checked/);
});

test('a CV that cannot be read is kept, and the form says so', async () => {
  const jobAdId = await insertAd(service);
  const read = async (cv: File | undefined, token?: string) =>
    visitor.send(jobAdId, { token: token ?? (await visitor.openForm(jobAdId)), cv }, { step: 'cv' });
  const held = await countHeld(service);
  for (const name of ['a.pdf', 'b.pdf']) {
    const page = await read(pdf(name));
    assert.equal(page.status, 200);
    assert.match(page.text, /nicht automatisch lesen/);
  }
  assert.equal(await countHeld(service), held + 2);
  assert.match(errorsOf(await read(undefined)).join(), /zuerst Ihren Lebenslauf/);
  assert.match(errorsOf(await read(new File(['<html>'], 'c.pdf'))).join(), /c\.pdf/);
  assert.equal((await read(pdf('d.pdf'), 'forged')).status, 400);
  assert.equal(await countHeld(service), held + 2);
});
