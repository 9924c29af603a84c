import assert from 'node:assert/strict';
import { indexMarked } from '../../server/areas/search/index.ts';
import type { TestService } from '../../server/testing/harness.ts';
import { makeBranch } from '../../server/testing/makers/branches.ts';
import { companyMaker } from '../../server/testing/makers/companies.ts';

/** Two companies, one with sites, contacts, and requests of all kinds. */
export async function insertRequests(service: TestService) {
  const { api } = service.tenant;
  const officeId = await makeBranch(service, 'Berlin');
  const make = companyMaker(api);
  const company = await make.company({
    name: 'Hansa Lagerhaus GmbH',
    customerNumber: 'K-20044',
    location: { zipCode: '20457', city: 'Hamburg' },
  });
  const other = await make.company({
    name: 'Alpenmetall Gruber OHG',
    location: { zipCode: '80331', city: 'München' },
  });
  const site = await make.site(company, {
    description: 'Lager Nord',
    location: { zipCode: '20457', city: 'Hamburg' },
  });
  const hall = await make.location(company, site, { description: 'Halle 4, Tor 12' });
  const contact = await make.contact(company, site, {
    firstName: 'Karla',
    lastName: 'Vogt',
    position: 'Schichtleitung',
    phone: '040 66969123',
    email: 'karla.vogt@hansa.example',
  });
  const create = async (companyId: number, kind: string, body: object): Promise<number> => {
    const response = await api.post(`/customers/${companyId}/requests/${kind}`, {
      officeId,
      headcount: 1,
      ...body,
    });
    assert.equal(response.status, 200, response.text);
    return response.body.id;
  };
  const stapler = await create(company, 'temporarystaffing', {
    title: 'Staplerfahrer (m/w/d), Frühschicht',
    headcount: 3,
    startDate: '2026-05-01',
    endDate: '2026-10-31',
    siteId: site,
    locationId: hall,
    contactId: contact,
    professionId: 27449,
    weeklyHours: 37.5,
    hourlyWage: 15.6,
    billingRate: 29.9,
    payGroup: 'EG 2b',
    shiftModel: 'Früh- und Spätschicht im wöchentlichen Wechsel',
    description: 'Be- und Entladen von Lkw,\nEinlagern im Hochregal bis 9 Meter.',
    requirements: 'Staplerschein, Erfahrung mit Schubmaststaplern.',
  });
  const placed = await create(other, 'directplacement', {
    title: 'Leitung Produktion und Arbeitsvorbereitung für die Blechbearbeitung (m/w/d)',
    startDate: '2026-07-01',
    salaryFrom: 62_000,
    salaryTo: 71_000,
    feePercent: 24.5,
  });
  const stock = await create(company, 'servicecontract', {
    title: 'Inventur Lager Nord',
    headcount: 12,
    startDate: '2026-06-15',
    endDate: '2026-06-28',
    scope: 'Inventur im Lager Nord, rund 12.000 Stellplätze',
    fixedPrice: 18_500,
  });
  const closed = await create(company, 'temporarystaffing', {
    title: 'Kommissionierer',
    startDate: '2026-01-10',
  });
  const set = (id: number, statusId: number, comment: string) =>
    api.put(`/customers/requests/${id}/status`, { statusId, comment });
  await set(stapler, 2, 'Zwei Vorstellungen am Montag.');
  await set(closed, 5, 'Saison vorbei.');
  await indexMarked(service.services);
  return { officeId, company, other, site, hall, contact, stapler, placed, stock, closed };
}
