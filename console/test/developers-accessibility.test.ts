import type { Page } from 'playwright-core';
import { getRequestRecorder } from '../../server/areas/access/index.ts';
import { eventually } from '../../server/testing/another-process.ts';
import { startReceiver } from '../../server/testing/webhook-receiver.ts';
import { checkPages } from './accessible-pages.ts';
import { openDevelopers, startDeliverer } from './developers-data.ts';
import { openConsole } from './open-console.ts';

const console = await openConsole({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const { service } = console;
const receiver = await startReceiver();
const data = await openDevelopers(service, startDeliverer(service), receiver);
const { admin, tenant } = data;
await data.subscribe();
await data.subscribe(1461);
await data.subscribe(1414, `${receiver.url}/mandant/nord/eingang/bewerbungen?quelle=stellwerk`);
data.respondWith(503, 'Service Unavailable: the upstream application cannot be reached at the moment.');
for (let count = 0; count < 11; count++) await data.createCandidate();
await data.deliver();
await data.createCandidate();
const permissions = ['candidates:read', 'candidates:write', 'documents:read', 'webhooks:write'];
const { clientId } = (
  await admin.post('/clients', { name: 'Lohnabrechnung Nord GmbH & Co. KG', permissions })
).body;
const old = await admin.post('/clients', { name: 'Altes Portal', permissions: ['jobads:read'] });
await admin.put(`/clients/${old.body.clientId}`, { isDisabled: true });
const failed = await tenant.api.post('/candidates', { firstName: 7, contact: { email: 'x' } });
const requestId = failed.headers.get('x-request-id');
// A response can arrive before its call has been recorded.
await eventually('the call in the log', async () => {
  await getRequestRecorder(service.services).flush();
  return (await admin.get(`/request-log?requestId=${requestId}`)).body.requests.length > 0;
});
const { cookie: integrator } = await service.platform('integrator', tenant);

const click = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const clickInDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name }).click();
const openDialog = async (page: Page, name: string | RegExp) => {
  await click(page, name);
  await page.getByRole('dialog').waitFor();
};
const submitEmptyRegistration = async (page: Page) => {
  await openDialog(page, 'Adresse registrieren …');
  await page.getByRole('checkbox').first().waitFor();
  await clickInDialog(page, 'Registrieren');
  await page.getByRole('alert').waitFor();
  await page.getByRole('checkbox', { name: /^jobad\.created/ }).check();
  await page.getByRole('dialog').getByRole('textbox').fill(receiver.url);
  await clickInDialog(page, 'Registrieren');
  await page.getByText('war schon registriert').first().waitFor();
};
const sendTest = async (page: Page) => {
  await openDialog(page, /^Testen/);
  await page.getByText('Nicht zugestellt').waitFor();
};
const rotateSecret = async (page: Page) => {
  await openDialog(page, 'Schlüssel wechseln …');
  await clickInDialog(page, 'Schlüssel wechseln');
  await page.getByRole('textbox', { name: 'Schlüssel' }).waitFor();
  await clickInDialog(page, 'Fertig');
  await page.getByRole('alert').waitFor();
};
const showSecret = async (page: Page) => {
  await openDialog(page, 'Anzeigen: Aktueller Schlüssel');
  await page.getByRole('textbox', { name: 'Schlüssel' }).waitFor();
};
const openDelivery = async (page: Page) => {
  await click(page, /^Einzelheiten.*Datensatz 3,/);
  await page.getByRole('dialog').getByText('Service Unavailable').waitFor();
};
const copyCursor = async (page: Page) => {
  await click(page, /^Cursor kopieren/);
  await page.getByRole('textbox', { name: 'Cursor' }).waitFor();
};
const submitEmptyClient = async (page: Page) => {
  await openDialog(page, 'API-Client anlegen …');
  await clickInDialog(page, 'Anlegen');
  await page.getByRole('alert').waitFor();
};
const openHours = async (page: Page) => {
  await page.getByText('Als Tabelle zeigen').click();
  await page.getByRole('table', { name: 'Letzte 24 Stunden' }).waitFor();
};
const enterWrongId = async (page: Page) => {
  const field = page.getByRole('textbox', { name: /^X-Request-Id oder/ });
  await field.focus();
  await field.fill('4711');
  await page.getByText(/^Geben Sie die ganze ID ein/).waitFor();
};

checkPages(console, admin.cookie, {
  'the page Today with paused registrations': { path: '/' },
  'the registrations': { path: '/developers' },
  'a registration with results': { path: '/developers', open: submitEmptyRegistration },
  'a test call': { path: '/developers', open: sendTest },
  'a paused registration': { path: '/developers', open: (page) => openDialog(page, /^Reaktivieren/) },
  'the removal of a registration': { path: '/developers', open: (page) => openDialog(page, /^Entfernen/) },
  'a new signing secret': { path: '/developers', open: rotateSecret },
  'a signing secret': { path: '/developers', open: showSecret },
  'the deliveries': { path: '/developers?tab=deliveries' },
  'filtered deliveries': { path: '/developers?tab=deliveries&event=[1401,1404]&status=pending' },
  'a delivery': { path: '/developers?tab=deliveries', open: openDelivery },
  'a question before resending': {
    path: '/developers?tab=deliveries',
    open: (page) => openDialog(page, 'Erneut zustellen …'),
  },
  'the changes': { path: '/developers?tab=changes', open: copyCursor },
  'filtered changes': { path: '/developers?tab=changes&entity=candidate' },
  'changes with a number that cannot be one': {
    path: '/developers?tab=changes&record=3',
    open: (page) => page.getByText(/^Wählen Sie auch die Art des Datensatzes/).waitFor(),
  },
  'the API clients': { path: '/developers?tab=clients' },
  'an API client': { path: `/developers?tab=clients&client=${clientId}` },
  'a question before tokens are revoked': {
    path: `/developers?tab=clients&client=${clientId}`,
    open: (page) => openDialog(page, 'Token widerrufen …'),
  },
  'the calls': { path: '/developers?tab=calls' },
  'the calls as a table': { path: '/developers?tab=calls', open: openHours },
  'a call': {
    path: `/developers?tab=calls&call=${requestId}`,
    open: (page) => page.getByRole('dialog').getByText('contact.email: format').waitFor(),
  },
  'an entry that is no request id': { path: '/developers?tab=calls', open: enterWrongId },
  'a request id that is not in the log': {
    path: '/developers?tab=calls&request=0f8fad5b-d9cb-469f-a165-70867728950e',
  },
  'the token ledger': { path: '/developers?tab=tokens' },
});

checkPages(console, integrator, {
  'an API client that an integrator creates': {
    path: '/developers?tab=clients',
    open: submitEmptyClient,
  },
  'an API client that an integrator changes': {
    path: `/developers?tab=clients&client=${clientId}`,
    open: (page) => openDialog(page, 'Ändern …'),
  },
});
