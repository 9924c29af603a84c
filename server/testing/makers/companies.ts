import assert from 'node:assert/strict';
import type { Written } from '../change-watch.ts';
import type { Api } from '../harness.ts';

/** Makes companies and their parts through the API, for tests. */
export function companyMaker(api: Api) {
  const post = async (path: string, body: Record<string, unknown>): Promise<number> => {
    const answer = await api.post(path, body);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.id;
  };
  const company = (body = {}) => post('/customers', { name: 'Muster AG', ...body });
  const site = (companyId: number, body = {}) =>
    post(`/customers/${companyId}/offices`, { description: 'Werk 1', ...body });
  const location = (companyId: number, siteId: number, body = {}) =>
    post(`/customers/${companyId}/offices/${siteId}/locations`, { description: 'Halle 1', ...body });
  const contact = (companyId: number, siteId: number, body = {}) =>
    post(`/customers/${companyId}/offices/${siteId}/contacts`, { lastName: 'Vogt', ...body });
  return {
    company,
    site,
    location,
    contact,
    /** A company with a site, and at it a contact and a work location. */
    async all() {
      const companyId = await company();
      const siteId = await site(companyId);
      const contactId = await contact(companyId, siteId);
      return { companyId, siteId, contactId, locationId: await location(companyId, siteId) };
    },
    activities: async (companyId: number) =>
      (await api.get(`/customers/${companyId}/activities`)).body.activities,
  };
}

/** The records of one change of a part of a company: its change and event, and a change of the company without an event. */
export function partChanged(
  entity: 'site' | 'location' | 'contact',
  kind: 'new' | 'modified' | 'deleted',
  id: number,
  event: number,
  ids: { companyId: number; siteId?: number },
): Written {
  const { companyId: customerId, siteId } = ids;
  return {
    changes: [
      { entity, kind, id },
      { entity: 'company', kind: 'modified', id: customerId },
      // The record of a site contains its contacts and work locations.
      ...(entity === 'site' || siteId === undefined
        ? []
        : [{ entity: 'site', kind: 'modified' as const, id: siteId }]),
    ],
    events: [
      {
        type: event,
        entityId: id,
        additionalData: entity === 'site' ? { customerId } : { customerId, siteId },
      },
    ],
  };
}
