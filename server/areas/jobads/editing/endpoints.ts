import { changedColumns } from '../../../core/db/partial-change.ts';
import { type AnyEndpoint, defineEndpoint, invalid, notFound } from '../../../core/http/index.ts';
import { BaseCreateResponse } from '../../../core/http/schema.ts';
import { addressFaults, NO_ADDRESS, NO_LOCATION } from '../../addresses/index.ts';
import { EVENTS } from '../../changes/index.ts';
import { findJobAd } from '../detail/queries.ts';
import { ACTIVE } from '../process-status.ts';
import { toColumns } from './columns.ts';
import { deleteJobAd, insertJobAd, listJobAds, lockJobAd, setProcessStatus, updateJobAd } from './queries.ts';
import {
  bodyFaults,
  NO_SALARY,
  publicationFaults,
  salaryFaults,
  type Transition,
  targetOf,
  toEditingRecord,
  transitionFaults,
} from './rules.ts';
import {
  DEFAULT_PAGE,
  EditingList,
  EditingListQuery,
  EditingPath,
  EditingRecord,
  JobAdChange,
  JobAdCreate,
} from './schema.ts';

const COMMON = { audience: 'platform', area: 'Job ads' } as const;
const READING = { ...COMMON, method: 'GET', permission: 'jobads:read', etag: 'content' } as const;
const WRITING = { ...COMMON, permission: 'jobads:write' } as const;

export const editingEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...READING,
    id: 'jobAd_listForEditing',
    path: '/jobads',
    summary: 'List job ads, the newest first',
    query: EditingListQuery,
    success: { status: 200, description: 'A page of job ads.', schema: EditingList },
    async handle({ db, tenantId, query }) {
      const { limit = DEFAULT_PAGE, ...filter } = query;
      // One more than asked for tells whether there is a next page.
      const found = await listJobAds(db, tenantId, filter, limit + 1);
      const jobAds = found.slice(0, limit);
      return { jobAds, next: found.length > limit ? jobAds.at(-1)!.jobAdId : null };
    },
  }),
  defineEndpoint({
    ...READING,
    id: 'jobAd_getForEditing',
    path: '/jobads/{jobAdId}',
    summary: 'Read a job ad with what can be done with it',
    params: EditingPath,
    success: { status: 200, description: 'The job ad.', schema: EditingRecord },
    notFound: 'Job ad',
    async handle({ db, tenantId, params, services, language }) {
      const { publicUrl } = services.settings;
      const jobAd = await findJobAd(db, tenantId, params.jobAdId, publicUrl, language);
      if (jobAd === undefined) throw notFound('Job ad');
      return toEditingRecord(JSON.parse(jobAd));
    },
  }),
  defineEndpoint({
    ...WRITING,
    id: 'jobAd_create',
    method: 'POST',
    path: '/jobads',
    summary: 'Create a job ad',
    description: 'It begins as a draft (Editing): only publishing shows it to the public.',
    body: JobAdCreate,
    check: ({ body }) => [
      ...bodyFaults(body),
      ...salaryFaults({ ...NO_SALARY, ...toColumns(body, { ...NO_ADDRESS, ...NO_LOCATION }) }),
    ],
    success: { status: 200, description: 'The jobAdId of the job ad.', schema: BaseCreateResponse },
    creates: true,
    event: EVENTS.jobAdCreated,
    examples: [
      {
        summary: 'A job ad that can be published',
        body: {
          title: 'Lagerhelfer (m/w/d) in Berlin',
          officeId: 1,
          employmentType: 'Vollzeit',
          weeklyHours: 35,
          salary: { from: 14.96, to: 15.6, currency: 'EUR', period: 'hour' },
          location: { zipCode: '10115', city: 'Berlin', countryId: 276 },
          tasks: '<ul><li>Ware annehmen</li><li>Pakete packen</li></ul>',
        },
      },
    ],
    handle: ({ tenantId, body, writeStatement }) =>
      writeStatement(async (db) => ({ id: await insertJobAd(db, tenantId, body) })),
  }),
  defineEndpoint({
    ...WRITING,
    id: 'jobAd_change',
    method: 'PUT',
    path: '/jobads/{jobAdId}',
    summary: 'Change a job ad',
    description:
      'Only the properties sent are changed, also inside salary and location; null clears a property. In every status; an Active job ad must keep what publishing asks for. A body that changes nothing leaves no trace in the change streams.',
    params: EditingPath,
    body: JobAdChange,
    check: ({ body }) => bodyFaults(body),
    success: { status: 204, description: 'Changed, or already as sent.' },
    async stored({ db, tenantId, params }) {
      const jobAd = await findJobAd(db, tenantId, params.jobAdId, '', 'en');
      return jobAd === undefined ? undefined : JSON.parse(jobAd);
    },
    notFound: 'Job ad',
    event: EVENTS.jobAdChanged,
    examples: [{ summary: 'Another title; everything else stays', body: { title: 'Staplerfahrer (m/w/d)' } }],
    handle: ({ tenantId, params, body, write }) =>
      write(async (db) => {
        const stored = await lockJobAd(db, tenantId, params.jobAdId);
        if (stored === undefined) throw notFound('Job ad');
        const columns = toColumns(body, stored);
        const next = { ...stored, ...columns };
        const faults = [
          ...addressFaults({ zipCode: next.zip_code, countryId: next.country_id }),
          ...salaryFaults(next),
          ...(stored.process_status === ACTIVE ? publicationFaults(next) : []),
        ];
        if (faults.length > 0) throw invalid(...faults);
        const changed = changedColumns(stored, columns);
        if (Object.keys(changed).length > 0) await updateJobAd(db, tenantId, stored, changed);
      }),
  }),
  transitionEndpoint('publish', {
    summary: 'Publish a job ad',
    description:
      'From Editing to Active: the job ad appears on the job portal at once. Everything that publishing asks for and the job ad lacks is told at once.',
    event: EVENTS.jobAdPublished,
  }),
  transitionEndpoint('withdraw', {
    summary: 'Withdraw a job ad',
    description:
      'From Active back to Editing: the job ad leaves the job portal at once and can be published again.',
    event: EVENTS.jobAdChanged,
  }),
  transitionEndpoint('complete', {
    summary: 'Complete a job ad',
    description:
      'From Active to Completed: the job ad leaves the job portal, because the position is filled or given up.',
    event: EVENTS.jobAdCompleted,
  }),
  transitionEndpoint('reopen', {
    summary: 'Reopen a job ad',
    description: 'From Completed to Editing: the job ad can be changed and published again.',
    event: EVENTS.jobAdChanged,
  }),
  defineEndpoint({
    ...WRITING,
    id: 'jobAd_delete',
    method: 'DELETE',
    path: '/jobads/{jobAdId}',
    summary: 'Delete a job ad',
    description:
      'In every status, and for good: the job ad is not found any more. Applications and evaluations go on naming it. The event names the hour of the change stream that lists it.',
    params: EditingPath,
    success: { status: 204, description: 'Deleted.' },
    notFound: 'Job ad',
    event: EVENTS.jobAdDeleted,
    handle: ({ tenantId, params, write }) =>
      write(async (db) => {
        const stored = await lockJobAd(db, tenantId, params.jobAdId);
        if (stored === undefined) throw notFound('Job ad');
        await deleteJobAd(db, tenantId, stored);
      }),
  }),
];

function transitionEndpoint(
  transition: Transition,
  { summary, description, event }: Required<Pick<AnyEndpoint, 'summary' | 'description' | 'event'>>,
): AnyEndpoint {
  return defineEndpoint({
    ...WRITING,
    id: `jobAd_${transition}`,
    method: 'POST',
    path: `/jobads/{jobAdId}/${transition}`,
    summary,
    description,
    params: EditingPath,
    success: { status: 204, description: 'Done.' },
    notFound: 'Job ad',
    event,
    handle: ({ tenantId, params, write }) =>
      write(async (db) => {
        const stored = await lockJobAd(db, tenantId, params.jobAdId);
        if (stored === undefined) throw notFound('Job ad');
        const faults = transitionFaults(stored.process_status, transition);
        if (faults.length === 0 && transition === 'publish') faults.push(...publicationFaults(stored));
        if (faults.length > 0) throw invalid(...faults);
        await setProcessStatus(db, tenantId, stored, targetOf(transition), event);
      }),
  });
}
