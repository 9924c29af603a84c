import type { Page } from 'playwright-core';
import { checkPages } from './accessible-pages.ts';
import { openConsole } from './open-console.ts';
import { openPrivacy } from './privacy-data.ts';

const console = await openConsole();
const { service } = console;
const { tenant, admin, createDue, hold } = await openPrivacy(service);
const { candidateId } = await createDue(['Ferdinand', 'von der Hohenwart-Liebenstein'], 400);
const held = await createDue(['Ada', 'Muster']);
await hold(held.candidateId, 'Widerspruch');
await hold(held.candidateId, 'Klage nach dem Allgemeinen Gleichbehandlungsgesetz, Az. 17/2026', '2099-12-31');
const file = { filename: 'Zeugnis.txt', base64File: Buffer.from('Zeugnis').toString('base64') };
const { body } = await tenant.api.post(`/candidates/${candidateId}/documents/other`, file);
await admin.get(`/candidates/export/documents/${body.id}/content`);

const openErasure = async (page: Page) => {
  await page.getByRole('button', { name: /^Löschen: / }).click();
  await page.getByRole('dialog').getByRole('textbox').waitFor();
};
const openRejectedHold = async (page: Page) => {
  await page.getByRole('button', { name: /^Aufbewahren: / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
};
const editRule = async (page: Page) => {
  await page.getByRole('button', { name: /^Bearbeiten/ }).click();
  await page.getByRole('form', { name: 'Löschfrist' }).waitFor();
};
const openEarlier = async (page: Page) => {
  await page.getByText('Frühere Löschsperren (1)').click();
  await page.getByText('Widerspruch').waitFor();
};

checkPages(console, admin.cookie, {
  'the candidates who are due': { path: '/privacy' },
  'the deletion of a candidate': { path: '/privacy', open: openErasure },
  'a rejected hold': { path: '/privacy', open: openRejectedHold },
  'the holds': { path: '/privacy?tab=holds' },
  'the retention period': { path: '/privacy?tab=rule' },
  'the retention period that is changed': { path: '/privacy?tab=rule', open: editRule },
  'the access log': { path: '/privacy?tab=accesses&from=2020-01-01' },
  'a candidate on hold': { path: `/candidates/${held.candidateId}`, open: openEarlier },
});
