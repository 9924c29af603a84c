import { pastFaults } from '../../../core/http/contact-data.ts';
import { type AnyEndpoint, defineEndpoint, notFound, RawJson } from '../../../core/http/index.ts';
import { BaseCreateResponse } from '../../../core/http/schema.ts';
import { EVENTS } from '../../changes/index.ts';
import { addNote } from '../company/queries.ts';
import { authorOf } from '../history.ts';
import { COMPANY_MATCH } from '../parts.ts';
import { listActivities } from './queries.ts';
import { ActivitiesResponse, ActivityCreate, CompanyPath } from './schema.ts';

const COMMON = { audience: 'integration', area: 'Company details' } as const;
const PATH = '/customers/{customerId}/activities';

export const activityEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'companyActivity_list',
    method: 'GET',
    path: PATH,
    permission: 'customers:read',
    summary: 'List the activities of a company',
    description:
      'Every status change writes an activity. So does every creation, change, and deletion of a site, work location, or contact. Texts that the service writes are in the language of Accept-Language and name no person. Comments and notes are shown as they were written. Activities from before the service had German texts are in English. Changes to the properties of the company itself write no activity; the change streams list them.',
    params: CompanyPath,
    success: { status: 200, description: 'The activities of the company.', schema: ActivitiesResponse },
    notFound: 'Company',
    etag: 'content',
    isLocalized: true,
    async handle({ db, tenantId, params, language }) {
      const activities = await listActivities(db, tenantId, params.customerId, language);
      if (activities === undefined) throw notFound('Company');
      return new RawJson(activities);
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'companyActivity_create',
    method: 'POST',
    path: PATH,
    permission: 'customers:write',
    summary: 'Add a note to the activities of a company',
    description: 'The caller becomes the author of the note. It counts as a change of the company.',
    params: CompanyPath,
    ifMatch: COMPANY_MATCH,
    body: ActivityCreate,
    check: ({ body, now }) => pastFaults(body, 'occurredAtUtc', now),
    success: { status: 200, description: 'The id of the activity.', schema: BaseCreateResponse },
    notFound: 'Company',
    creates: true,
    event: EVENTS.companyChanged,
    examples: [
      {
        summary: 'A visit on the previous day',
        body: { text: 'Visited the new hall.', occurredAtUtc: '2026-03-02T08:15:30Z' },
      },
    ],
    handle: ({ caller, tenantId, params, body, writeStatement }) =>
      writeStatement(async (db) => {
        const { text, occurredAtUtc: occurredAt } = body;
        const note = { text, occurredAt, author: authorOf(caller) };
        const id = await addNote(db, tenantId, params.customerId, note);
        if (id === null) throw notFound('Company');
        return { id };
      }),
  }),
];
