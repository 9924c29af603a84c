import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { indexMarked } from '../../server/areas/search/index.ts';
import { checkPages } from './accessible-pages.ts';
import { openAs, openConsole } from './open-console.ts';

const open = await openConsole();
const { service, consoleTest, urlOf } = open;
const recruiter = await service.platform('recruiter');

let numbers = 10;

/** Two visible candidates with the same address. */
async function createPair(lastName: string, { isIndexed = true } = {}): Promise<[number, number]> {
  const email = `${lastName.toLowerCase()}@example.org`;
  const create = async (firstName: string, more: Record<string, unknown>) => {
    const { body, text } = await recruiter.post('/candidates', {
      firstName,
      lastName,
      contact: { email, ...(more.contact as object) },
      application: {},
      ...Object.fromEntries(Object.entries(more).filter(([name]) => name !== 'contact')),
    });
    assert.ok(body.id, text);
    return body.id as number;
  };
  numbers += 2;
  const number = numbers;
  const one = await create('Jana', {
    contact: { mobile: `0171 23456${number}` },
    remarks: 'Spricht Polnisch',
  });
  const other = await create('Johanna', {
    contact: { mobile: `0171 23456${number + 1}` },
    location: { street: 'Elbweg 1', zipCode: '20095', city: 'Hamburg', countryId: 276 },
    remarks: 'Sucht Teilzeit in einer Gärtnerei oder Baumschule',
  });
  await recruiter.post(`/candidates/${other}/keywords`, { keyword: 'Garten' });
  if (isIndexed) await indexMarked(service.services);
  return [one, other];
}

const said = (page: Page, text: string | RegExp) =>
  page.getByRole('status', { name: 'Meldungen' }).getByText(text).waitFor();

consoleTest('a pair is found from the list of candidates, dismissed, and brought back', async (page) => {
  await createPair('Maier');
  await openAs(page, urlOf('/candidates'), recruiter.cookie);
  await page.getByRole('link', { name: /^Dubletten \(\d+\)/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Dubletten' }).waitFor();
  const row = page.getByRole('row').filter({ hasText: 'Johanna Maier' });
  await row.getByText('E-Mail-Adresse').last().waitFor();
  await row.getByRole('button', { name: 'Zwei Personen: Jana Maier und Johanna Maier' }).click();
  await said(page, 'Jana Maier und Johanna Maier sind als zwei Personen vermerkt.');
  await row.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Zwei Personen' }).click();
  await page.getByRole('row').filter({ hasText: 'Johanna Maier' }).waitFor();
  await page.getByRole('status', { name: 'Meldungen' }).getByRole('button', { name: 'Rückgängig' }).click();
  await said(page, /gelten wieder als mögliche Dublette/);
  await page.getByRole('link', { name: 'Offen' }).click();
  await page.getByRole('row').filter({ hasText: 'Johanna Maier' }).waitFor();
});

consoleTest('two candidates are compared by keyboard, merged, and taken apart', async (page) => {
  const [one, other] = await createPair('Roth');
  const { mobile } = (await recruiter.get(`/candidates/${one}`)).body.contact;
  await openAs(page, urlOf(`/candidates/${one}`), recruiter.cookie);
  await page.getByRole('heading', { name: 'Möglicherweise doppelt' }).waitFor();
  await page.getByRole('link', { name: 'Vergleichen: Jana Roth und Johanna Roth' }).click();
  await page.getByRole('heading', { level: 1, name: 'Bewerber vergleichen' }).waitFor();
  await page.getByRole('button', { name: 'Tauschen, welcher der beiden bleibt' }).click();
  await page
    .getByText(`Jana Roth (Nr. ${one}) wird mit Johanna Roth (Nr. ${other}) zusammengeführt`)
    .waitFor();
  await page.getByRole('button', { name: 'Tauschen, welcher der beiden bleibt' }).click();
  await page
    .getByText(`Johanna Roth (Nr. ${other}) wird mit Jana Roth (Nr. ${one}) zusammengeführt`)
    .waitFor();
  const group = page.getByRole('group', { name: 'Vorname' });
  const [kept, merged] = [
    group.getByRole('radio', { name: /^Jana/ }),
    group.getByRole('radio', { name: /^Johanna/ }),
  ];
  await kept.focus();
  await group.locator(':focus').waitFor();
  await page.keyboard.press('ArrowRight');
  await group.getByRole('radio', { name: /^Johanna/, checked: true }).waitFor();
  assert.equal(await merged.isChecked(), true);
  await page.getByText('Elbweg 1, 20095 Hamburg, Deutschland').waitFor();
  await page.getByRole('button', { name: 'Zusammenführen' }).click();
  await page.getByRole('heading', { level: 1, name: 'Johanna Roth' }).waitFor();
  await said(page, 'Alles steht jetzt bei Jana Roth.');
  await page.getByRole('heading', { name: 'Zusammengeführt' }).waitFor();
  const { body } = await recruiter.get(`/candidates/${one}`);
  assert.deepEqual([body.contact.mobile, body.location.city, body.applies.length], [mobile, 'Hamburg', 2]);
  assert.equal(body.remarks, 'Spricht Polnisch\n\nSucht Teilzeit in einer Gärtnerei oder Baumschule');

  await page.goto(urlOf(`/candidates/${other}`));
  await page.getByRole('heading', { level: 1, name: /mit einem anderen zusammengeführt/ }).waitFor();
  await page.getByRole('link', { name: 'Zu Johanna Roth' }).click();
  await page.getByRole('button', { name: 'Wieder trennen: Johanna Roth' }).click();
  const question = page.getByRole('dialog');
  await question.getByText(/Es entsteht ein neuer Bewerber/).waitFor();
  await question.getByRole('button', { name: 'Wieder trennen' }).click();
  await said(page, 'Die beiden sind wieder getrennt.');
  await page.getByText('Elbweg').first().waitFor();
  assert.equal((await recruiter.get(`/candidates/${one}`)).body.firstName, 'Jana');
  await page.goto(urlOf(`/candidates/${other}`));
  await page.getByRole('heading', { level: 1, name: 'Dieser Bewerber hat eine neue Nummer' }).waitFor();
});

consoleTest(
  'what a comparison says about the work contracts is what the merge makes of them',
  async (page) => {
    const signed = { isWorkContractSigned: true, workContractSignedAtUtc: '2026-05-04T10:00:00.000Z' };
    const { api } = service.tenant;
    const contractOf = async (id: number) => (await recruiter.get(`/candidates/${id}`)).body.workContract;
    const compare = async (lastName: string, ofKept: object) => {
      const [one, other] = await createPair(lastName, { isIndexed: false });
      await api.put(`/candidates/${one}/workcontract`, ofKept);
      await api.put(`/candidates/${other}/workcontract`, signed);
      await openAs(page, urlOf(`/candidates/duplicates/${one}/${other}`), recruiter.cookie);
      await page.getByRole('group', { name: 'Vorname' }).waitFor();
      return one;
    };
    const merge = async (lastName: string) => {
      await page.getByRole('button', { name: 'Zusammenführen' }).click();
      await page.getByRole('heading', { level: 1, name: `Jana ${lastName}` }).waitFor();
    };
    const completed = await compare('Lenz', { didNotShowUpForWork: false });
    const group = page.getByRole('group', { name: 'Arbeitsvertrag' });
    const name = /^Unterschrieben: ja, .*2026.*, Nicht zur Arbeit erschienen: nein \(Jana Lenz/;
    await group.getByRole('radio', { name, checked: true }).waitFor();
    await group
      .getByRole('radio', { name: /^Unterschrieben: ja, (?!.*erschienen).*2026.*\(Johanna Lenz/ })
      .waitFor();
    await merge('Lenz');
    assert.deepEqual(await contractOf(completed), { ...signed, didNotShowUpForWork: false });

    const replaced = await compare('Kern', { isWorkContractSigned: false });
    await page
      .getByRole('region', { name: 'Wird ergänzt' })
      .getByText(/^Unterschrieben: ja, .*2026/)
      .waitFor();
    assert.equal(await group.count(), 0);
    await merge('Kern');
    assert.deepEqual(await contractOf(replaced), { ...signed, didNotShowUpForWork: null });
  },
);

consoleTest(
  'what a comparison says about status and WhatsApp is what the merge makes of them',
  async (page) => {
    const [one, other] = await createPair('Petersen', { isIndexed: false });
    const { api } = service.tenant;
    const { mobile } = (await recruiter.get(`/candidates/${other}`)).body.contact;
    const answers = { mobile: null, hasWhatsApp: true, whatsAppConsentChecked: true };
    assert.equal((await api.put(`/candidates/${one}`, { contact: answers })).status, 204);
    assert.equal((await api.put(`/candidates/${other}/status`, { statusId: 23 })).status, 200);
    await openAs(page, urlOf(`/candidates/duplicates/${one}/${other}`), recruiter.cookie);
    const status = page.getByRole('group', { name: 'Status' });
    await status.getByRole('radio', { name: /^keine Angabe/, checked: true }).waitFor();
    const united = new RegExp(`^${mobile}.*WhatsApp: ja`);
    const numbers = page.getByRole('group', { name: /^Mobil/ });
    await numbers.getByRole('radio', { name: united, checked: true }).waitFor();
    await status.getByRole('radio', { name: /^Archiviert/ }).check();
    await page.getByRole('button', { name: 'Zusammenführen' }).click();
    await said(page, 'Alles steht jetzt bei Jana Petersen.');
    const { body } = await recruiter.get(`/candidates/${one}`);
    const { hasWhatsApp, whatsAppConsentChecked } = body.contact;
    assert.deepEqual([body.statusId, body.contact.mobile], [23, mobile]);
    assert.deepEqual([hasWhatsApp, whatsAppConsentChecked], [true, true]);
  },
);

consoleTest(
  'a comparison knows the same number, no address, and the end of an archived status',
  async (page) => {
    const [one, other] = await createPair('Quast', { isIndexed: false });
    const { api } = service.tenant;
    const change = async (id: number, body: object) =>
      assert.equal((await api.put(`/candidates/${id}`, body)).status, 204);
    await change(one, { contact: { mobile: '0171 2345699' }, location: { countryId: 276 } });
    const answers = { hasWhatsApp: true, whatsAppConsentChecked: true };
    await change(other, { contact: { mobile: '+49 171 2345699', ...answers } });
    assert.equal((await api.put(`/candidates/${one}/status`, { statusId: 23 })).status, 200);
    await openAs(page, urlOf(`/candidates/duplicates/${one}/${other}`), recruiter.cookie);
    const numbers = page.getByRole('group', { name: /^Mobil/ });
    await numbers.getByRole('radio', { name: /^0171 2345699.*WhatsApp: ja/, checked: true }).waitFor();
    const filled = page.getByRole('region', { name: 'Wird ergänzt' });
    await filled.getByText('keine Angabe').waitFor();
    await filled.getByText('Elbweg 1, 20095 Hamburg, Deutschland').waitFor();
    await page.getByRole('button', { name: 'Zusammenführen' }).click();
    await said(page, 'Alles steht jetzt bei Jana Quast.');
    const { statusId, contact, location } = (await recruiter.get(`/candidates/${one}`)).body;
    assert.deepEqual([statusId, contact.mobile, location.city], [null, '0171 2345699', 'Hamburg']);
    assert.deepEqual([contact.hasWhatsApp, contact.whatsAppConsentChecked], [true, true]);
  },
);

consoleTest('of two merges, the profile undoes the latest, and says so of the other one', async (page) => {
  const [kept, first] = await createPair('Albers', { isIndexed: false });
  const [, second] = await createPair('Zimmer', { isIndexed: false });
  for (const mergedCandidateId of [first, second])
    assert.equal((await recruiter.post(`/candidates/${kept}/merge`, { mergedCandidateId })).status, 200);
  await openAs(page, urlOf(`/candidates/${kept}`), recruiter.cookie);
  const merges = page.getByRole('region', { name: 'Zusammengeführt' });
  const item = (name: string) => merges.getByRole('listitem').filter({ hasText: `${name} (am` });
  await item('Johanna Albers').getByText('erst Johanna Zimmer wieder trennen').waitFor();
  assert.equal(await item('Johanna Albers').getByRole('button').count(), 0);
  await item('Johanna Zimmer').getByRole('button', { name: 'Wieder trennen: Johanna Zimmer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Wieder trennen' }).click();
  await said(page, 'Die beiden sind wieder getrennt.');
  await page.goto(urlOf(`/candidates/${kept}`));
  await merges.getByRole('button', { name: 'Wieder trennen: Johanna Albers' }).waitFor();
});

consoleTest('what was changed meanwhile, and a hold, are said instead of merged', async (page) => {
  const [one, other] = await createPair('Weber');
  const admin = await service.platform('admin');
  // The page would follow the change.
  await page.route('**/platform/live*', (route) => route.abort());
  await openAs(page, urlOf(`/candidates/duplicates/${one}/${other}`), recruiter.cookie);
  await page.getByRole('group', { name: 'Vorname' }).waitFor();
  await recruiter.put(`/candidates/${other}`, { title: 'Dr.' });
  await page.getByRole('button', { name: 'Zusammenführen' }).click();
  await page
    .getByRole('alert')
    .getByText(/inzwischen geändert/)
    .or(page.getByText('Dr.'))
    .first()
    .waitFor();
  await page.getByText('Dr.', { exact: true }).waitFor();
  await admin.put(`/candidates/${other}/hold`, { reason: 'Akte 17' });
  await page.getByRole('button', { name: 'Zusammenführen' }).click();
  await page.getByText(/gilt eine Löschsperre/).waitFor();
  assert.equal(await page.getByText('Akte 17').count(), 0);
  const viewer = await service.platform('viewer');
  await openAs(page, urlOf(`/candidates/duplicates/${one}/${other}`), viewer.cookie);
  await page.getByRole('group', { name: 'Vorname' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Zusammenführen' }).count(), 0);
});

consoleTest('remarks that are too long together are chosen from before the two are merged', async (page) => {
  const [one, other] = await createPair('Lang');
  for (const [id, letter] of [
    [one, 'a'],
    [other, 'b'],
  ] as const)
    await recruiter.put(`/candidates/${id}`, { remarks: letter.repeat(40_000) });
  await openAs(page, urlOf(`/candidates/duplicates/${one}/${other}`), recruiter.cookie);
  await page.getByRole('button', { name: 'Zusammenführen' }).click();
  await page.getByText(/^Die Bemerkungen beider sind zusammen zu lang/).waitFor();
  await page.getByRole('group', { name: 'Bemerkungen' }).getByRole('radio', { name: /^b+/ }).check();
  await page.getByRole('button', { name: 'Zusammenführen' }).click();
  await said(page, 'Alles steht jetzt bei Jana Lang.');
  assert.equal((await recruiter.get(`/candidates/${one}`)).body.remarks, 'b'.repeat(40_000));
});

consoleTest('an undo of a merge that the service refuses says why', async (page) => {
  const [one, other] = await createPair('Grundmann');
  const admin = await service.platform('admin');
  await openAs(page, urlOf(`/candidates/duplicates/${one}/${other}`), recruiter.cookie);
  await page.getByRole('button', { name: 'Zusammenführen' }).click();
  await said(page, 'Alles steht jetzt bei Jana Grundmann.');
  assert.equal((await admin.put(`/candidates/${one}/hold`, { reason: 'Akte 18' })).status, 204);
  await page.getByRole('status', { name: 'Meldungen' }).getByRole('button', { name: 'Rückgängig' }).click();
  await said(page, /Löschsperre/);
});

const [left, right] = await createPair('Schmidtbauer');
checkPages(open, recruiter.cookie, {
  'the duplicates': { path: '/candidates/duplicates' },
  'a comparison': {
    path: `/candidates/duplicates/${left}/${right}`,
    open: (page) => page.getByRole('group').first().waitFor(),
  },
  'a possible duplicate': {
    path: `/candidates/${left}`,
    open: (page) => page.locator('#duplicates-title').waitFor(),
  },
});
