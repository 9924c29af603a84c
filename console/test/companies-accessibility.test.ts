import type { Page } from 'playwright-core';
import { indexMarked } from '../../server/areas/search/index.ts';
import { makeBranch } from '../../server/testing/makers/branches.ts';
import { companyMaker } from '../../server/testing/makers/companies.ts';
import { checkPages } from './accessible-pages.ts';
import { openConsole } from './open-console.ts';

const console = await openConsole();
const { service } = console;
const recruiter = await service.platform('recruiter');
const make = companyMaker(service.tenant.api);
const company = await make.company({
  name: 'Süddeutsche Gesellschaft für Lagerlogistik und Warehousedienstleistungen mbH',
  name2: 'Zweigniederlassung Donaueschingen',
  customerNumber: 'K-10002',
  officeId: await makeBranch(service, 'Donaueschingen'),
  responsibility: recruiter.user.id,
  industryId: 8,
  contact: { email: 'zentrale@eine.recht.lange.domain.example.org', website: 'https://example.org' },
  location: { zipCode: '78166', city: 'Donaueschingen' },
});
const site = await make.site(company, { description: 'Umschlaglager', location: { city: 'Donaueschingen' } });
const contact = await make.contact(company, site, {
  firstName: 'Sabine',
  email: 'sabine.vogt@eine.recht.lange.domain.example.org',
  position: 'Personalleitung',
});
await make.contact(company, site, { lastName: 'Ehemals' });
await make.location(company, site, { description: 'Halle 3', contactId: contact, directions: 'Pforte West' });
await recruiter.put(`/customers/${company}/status`, { statusId: 5, comment: 'Zahlt nicht' });
await recruiter.post(`/customers/${company}/activities`, { text: 'Neue Halle besichtigt' });
await indexMarked(service.services);

const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const openStatus = async (page: Page) => {
  await click(page, 'Status ändern …');
  await page.getByRole('dialog').getByLabel('Kommentar').waitFor();
};
const openRejected = async (page: Page) => {
  await click(page, 'Bearbeiten: Sabine Vogt');
  const form = page.getByRole('form', { name: 'Bearbeiten: Sabine Vogt' });
  await form.getByLabel('Nachname').fill('');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await form.getByRole('alert').waitFor();
};
const openDuplicates = async (page: Page) => {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Lagerlogistik');
  await page.getByRole('list', { name: 'Mögliche Dubletten' }).getByRole('link').waitFor();
};

checkPages(console, recruiter.cookie, {
  'the list of companies': { path: '/companies?text=Vogt&status=5' },
  'a company': { path: `/companies/${company}` },
  'the status of a company': { path: `/companies/${company}`, open: openStatus },
  'the sites of a company': { path: `/companies/${company}?tab=sites` },
  'a rejected change of a contact': { path: `/companies/${company}?tab=sites`, open: openRejected },
  'the activities of a company': { path: `/companies/${company}?tab=activities` },
  'a new company': { path: '/companies/new' },
  'a new company with possible duplicates': { path: '/companies/new', open: openDuplicates },
});
