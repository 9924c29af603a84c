import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { newEmail } from '../../../testing/portal-applications.ts';
import {
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

const service = await startTestService();

/** A visitor of a new tenant with an ad. */
async function start() {
  const visitor = new Visitor(service, await service.createTenant());
  return { visitor, jobAdId: await insertAd(service, {}, visitor.tenant) };
}

async function changePortal({ tenant }: Visitor, body: object): Promise<void> {
  const admin = await service.platform('admin', tenant);
  assert.equal((await admin.put('/portal', body)).status, 204);
}

const changeTexts = (visitor: Visitor, de: string, en = de) =>
  changePortal(visitor, { privacyText: { de, en } });

async function findConsents({ tenant }: Visitor, email: string): Promise<unknown[]> {
  const rows = await service.sql<{ consents: unknown }>(
    `SELECT a.submitted->'consents' AS consents FROM application AS a
       JOIN candidate AS c ON c.tenant_id = a.tenant_id AND c.id = a.candidate_id
      WHERE c.email = $1 ORDER BY a.id`,
    [email],
    tenant.id,
  );
  return rows.map((row) => row.consents);
}

const checked = ({ text }: Page) =>
  [...text.matchAll(/name="(\w+Checked)" value="true" checked/g)].map(([, name]) => name);

test('a form that showed earlier consent texts comes back with the new ones, and nothing is agreed to', async () => {
  const { visitor, jobAdId } = await start();
  const email = newEmail();
  const token = await visitor.openForm(jobAdId);
  await changeTexts(visitor, 'Neuer Text der Firma.');
  const page = await visitor.send(jobAdId, {
    ...FILLED_IN,
    email,
    token,
    whatsAppConsentChecked: 'true',
    cv: pdf('cv.pdf'),
  });
  assert.equal(page.status, 422);
  assert.deepEqual(errorsOf(page), [
    'Datenschutz: Die Texte, denen Sie zustimmen, haben sich inzwischen geändert. Bitte lesen Sie sie und stimmen Sie noch einmal zu.',
  ]);
  assert.match(page.text, /Neuer Text der Firma\./);
  assert.deepEqual(checked(page), []);
  assert.equal(valuesOf(page).email, email);
  assert.match(page.text, /Ihre Dateien sind noch da/);
  assert.deepEqual(await findConsents(visitor, email), []);

  const again = { ...FILLED_IN, email, token: tokenOf(page), ...keptFields(page) };
  assert.equal((await visitor.send(jobAdId, { ...again, privacyChecked: undefined })).status, 422);
  const sent = await visitor.send(jobAdId, again);
  assert.equal(sent.status, 303, errorsOf(sent).join());
  assert.deepEqual(await findConsents(visitor, email), [{ version: 'firm-1/built-in-1', language: 'de' }]);
});

test('a form says in its language that the consent texts have changed', async () => {
  const { visitor, jobAdId } = await start();
  const token = await visitor.openForm(jobAdId, '?lang=en');
  await changeTexts(visitor, 'Neu', 'New text of the company.');
  const page = await visitor.send(jobAdId, { ...FILLED_IN, token }, { query: '?lang=en' });
  assert.equal(page.status, 422);
  assert.match(errorsOf(page).join(), /have changed in the meantime/);
  assert.match(page.text, /New text of the company\./);
});

test('new consent texts are not ticked in a form that comes back for another reason', async () => {
  const { visitor, jobAdId } = await start();
  const token = await visitor.openForm(jobAdId);
  const answers = { ...FILLED_IN, email: newEmail(), token };
  assert.deepEqual(checked(await visitor.send(jobAdId, { ...answers, city: '' })), [
    'privacyChecked',
    'termsOfUseChecked',
  ]);
  await changeTexts(visitor, 'Neuer Text der Firma.');
  for (const page of [
    await visitor.send(jobAdId, { ...answers, city: '' }),
    await visitor.send(jobAdId, { ...answers, switchLanguage: 'true' }, { query: '?lang=en' }),
    await visitor.send(jobAdId, { ...answers, cv: pdf('cv.pdf') }, { step: 'cv' }),
  ]) {
    assert.match(page.text, /Neuer Text der Firma\./);
    assert.deepEqual(checked(page), []);
  }
});

test('a form stays valid after a change that applicants do not agree to, and not after one that they do', async () => {
  const { visitor, jobAdId } = await start();
  await changePortal(visitor, { privacyUrl: 'https://example.org/datenschutz' });
  const [first, second, third] = [
    await visitor.openForm(jobAdId),
    await visitor.openForm(jobAdId),
    await visitor.openForm(jobAdId),
  ];
  const email = newEmail();
  const send = (token: string) => visitor.send(jobAdId, { ...FILLED_IN, email, token, message: token });
  await changePortal(visitor, {
    imprintUrl: 'https://example.org/impressum',
    language: 'en',
    color: '#7a1f5c',
    aboutText: { de: 'Seit 1998 in Berlin.' },
    privacyText: { de: null },
  });
  assert.match((await visitor.own()).text, /<a href="https:\/\/example.org\/impressum">/);
  assert.equal((await send(first)).status, 303);
  assert.deepEqual(await findConsents(visitor, email), [{ version: 'firm-1/built-in-1', language: 'de' }]);
  await changePortal(visitor, { privacyUrl: null });
  assert.equal((await send(second)).status, 422);
  await changePortal(visitor, { whatsAppText: { en: 'We may write to you.' } });
  assert.equal((await send(third)).status, 422);
});

test('a repeat of a stored application is recognized after the consent texts have changed', async () => {
  const { visitor, jobAdId } = await start();
  const email = newEmail();
  const answers = { ...FILLED_IN, email, token: await visitor.openForm(jobAdId), cv: pdf('cv.pdf') };
  assert.equal((await visitor.send(jobAdId, answers)).status, 303);
  await changeTexts(visitor, 'Neuer Text der Firma.');
  const again = await visitor.send(jobAdId, answers);
  assert.equal(again.status, 303, errorsOf(again).join());
  assert.match(again.headers.get('location')!, /thanks/);
  assert.deepEqual(await findConsents(visitor, email), [{ version: 'built-in-1', language: 'de' }]);
  assert.equal((await visitor.send(jobAdId, { ...answers, message: 'Neu' })).status, 422);
});

test('an application records the language of the texts that the form showed', async () => {
  const { visitor, jobAdId } = await start();
  const email = newEmail();
  const token = await visitor.openForm(jobAdId);
  // The visitor has changed the languages of the browser since.
  const headers = { 'accept-language': 'en' };
  const sent = await visitor.send(jobAdId, { ...FILLED_IN, email, token }, { headers });
  assert.equal(sent.status, 303, errorsOf(sent).join());
  assert.deepEqual(await findConsents(visitor, email), [{ version: 'built-in-1', language: 'de' }]);
});

test('a form that does not prove which consent texts it showed comes back, and is accepted then', async () => {
  const { visitor, jobAdId } = await start();
  const [token, other] = [await visitor.openForm(jobAdId), await visitor.openForm(jobAdId)];
  // Forms had no more than the first part before they named their texts.
  const [bare] = token.split('.');
  const [, ...textsOfOther] = other.split('.');
  for (const wrong of [bare!, [bare, ...textsOfOther].join('.'), token.replace('.de.', '.en.')]) {
    const email = newEmail();
    const page = await visitor.send(jobAdId, { ...FILLED_IN, email, token: wrong, cv: pdf('cv.pdf') });
    assert.equal(page.status, 422, wrong);
    assert.match(errorsOf(page).join(), /inzwischen geändert/);
    assert.match(page.text, /Ihre Dateien sind noch da/);
    const again = { ...FILLED_IN, email, token: tokenOf(page), ...keptFields(page) };
    assert.equal((await visitor.send(jobAdId, again)).status, 303);
  }
});
