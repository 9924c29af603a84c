import { type AnyEndpoint, defineEndpoint, getUser, notFound } from '../../../core/http/index.ts';
import { isFinal, transitionFaults } from '../status/rules.ts';
import { findCompanyPlaces, findOverview } from './queries.ts';
import { CompanyPlaces, CompanyPlacesPath, OverviewPath, RequestOverview } from './schema.ts';

const COMMON = { audience: 'platform', area: 'Customer requests', method: 'GET' } as const;

export const overviewEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'request_overview',
    path: '/requests/{requestId}',
    permission: 'requests:read',
    summary: 'Read the overview of a request',
    description:
      'Says of which kind a request is, and returns the names of the records that it refers to, the statuses that it can get, and its job ads. The operations of its kind read and change the request itself.',
    params: OverviewPath,
    success: { status: 200, description: 'The overview.', schema: RequestOverview },
    notFound: 'Customer request',
    isLocalized: true,
    async handle({ db, tenantId, params, caller, language }) {
      const readsJobAds = getUser(caller).permissions.has('jobads:read');
      const overview = await findOverview(db, tenantId, params.requestId, { language, readsJobAds });
      if (overview === undefined) throw notFound('Customer request');
      const { statusId, statuses, ...rest } = overview;
      const possible = statuses.filter(
        ({ id }) => id !== statusId && transitionFaults(statusId, id).length === 0,
      );
      return {
        ...rest,
        possibleStatuses: possible.map((status) => ({ ...status, isFinal: isFinal(status.id) })),
      };
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'request_listPlaces',
    path: '/companies/{companyId}/places',
    permission: 'customers:read',
    summary: 'List places and contacts of a company',
    description:
      'Returns what a request of the company can refer to: its active sites, their work locations, and their active contacts, sorted by name. Reads all sites at once.',
    params: CompanyPlacesPath,
    success: { status: 200, description: 'The places and contacts.', schema: CompanyPlaces },
    notFound: 'Company',
    async handle({ db, tenantId, params }) {
      const places = await findCompanyPlaces(db, tenantId, params.companyId);
      if (places === undefined) throw notFound('Company');
      return places;
    },
  }),
];
