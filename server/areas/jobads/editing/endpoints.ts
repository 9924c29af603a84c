import { changedColumns } from '../../../core/db/partial-change.ts';
import {
  type AnyEndpoint,
  defineEndpoint,
  invalid,
  type LockInput,
  notFound,
} from '../../../core/http/index.ts';
import { BaseCreateResponse } from '../../../core/http/schema.ts';
import { NO_ADDRESS, NO_LOCATION } from '../../addresses/index.ts';
import { EVENTS } from '../../changes/index.ts';
import { findJobAd } from '../detail/queries.ts';
import { endOverFaults, returnsToPortal } from '../end-date.ts';
import { toColumns } from './columns.ts';
import {
  deleteJobAd,
  findStoredJobAd,
  insertJobAd,
  listJobAds,
  lockJobAd,
  restartPublication,
  setProcessStatus,
  updateJobAd,
} from './queries.ts';
import {
  bodyFaults,
  isUncertain,
  NO_SALARY,
  publicationFaults,
  salaryFaults,
  storedFaults,
  type Transition,
  targetStatus,
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
const CHANGING = {
  ...WRITING,
  params: EditingPath,
  ifMatch: {
    read: 'jobAd_getForEditing',
    lock: ({ db, tenantId, params }: LockInput<{ jobAdId: number }>) =>
      lockJobAd(db, tenantId, params.jobAdId),
  },
  notFound: 'Job ad',
} as const;

export const editingEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...READING,
    id: 'jobAd_listForEditing',
    path: '/jobads',
    summary: 'List job ads, newest first',
    query: EditingListQuery,
    success: { status: 200, description: 'A page of job ads.', schema: EditingList },
    async handle({ db, tenantId, query }) {
      const { limit = DEFAULT_PAGE, ...filter } = query;
      // One extra row shows whether there is a next page.
      const found = await listJobAds(db, tenantId, filter, limit + 1);
      const jobAds = found.slice(0, limit);
      return { jobAds, next: found.length > limit ? jobAds.at(-1)!.jobAdId : null };
    },
  }),
  defineEndpoint({
    ...READING,
    id: 'jobAd_getForEditing',
    path: '/jobads/{jobAdId}',
    summary: 'Read a job ad with its possible actions',
    params: EditingPath,
    success: { status: 200, description: 'The job ad.', schema: EditingRecord },
    notFound: 'Job ad',
    isLocalized: true,
    async handle({ db, tenantId, params, services, language }) {
      const { publicUrl } = services.settings;
      const now = services.now();
      const jobAd = await findJobAd(db, tenantId, params.jobAdId, { publicUrl, language, now });
      if (jobAd === undefined) throw notFound('Job ad');
      return toEditingRecord(JSON.parse(jobAd), now);
    },
  }),
  defineEndpoint({
    ...WRITING,
    id: 'jobAd_create',
    method: 'POST',
    path: '/jobads',
    summary: 'Create a job ad',
    description: 'A new job ad is a draft (Editing). It becomes public when you publish it.',
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
        summary: 'A job ad that is ready to publish',
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
    ...CHANGING,
    id: 'jobAd_change',
    method: 'PUT',
    path: '/jobads/{jobAdId}',
    summary: 'Change a job ad',
    description:
      'Changes only the properties that are sent. The same applies inside salary and location. Sending null clears a property. A job ad can be changed in every status, but an Active one must keep the properties that publishing requires. A body that changes nothing does not appear in the change streams.',
    body: JobAdChange,
    check: ({ body }) => bodyFaults(body),
    async findWriteFaults({ db, tenantId, params, body, faulty }) {
      const stored = await findStoredJobAd(db, tenantId, params.jobAdId);
      if (stored === undefined) return [];
      const faults = storedFaults({ ...stored, ...toColumns(body, stored) }, body);
      return faults.filter((fault) => !isUncertain(fault, faulty));
    },
    success: { status: 204, description: 'Changed, or nothing to change.' },
    async stored({ db, tenantId, params }) {
      // Only for the properties that a body can have, and the view changes none of them.
      const view = { publicUrl: '', language: 'en', now: new Date(0) } as const;
      const jobAd = await findJobAd(db, tenantId, params.jobAdId, view);
      return jobAd === undefined ? undefined : JSON.parse(jobAd);
    },
    event: EVENTS.jobAdChanged,
    examples: [{ summary: 'A new title', body: { title: 'Staplerfahrer (m/w/d)' } }],
    handle: ({ tenantId, params, body, write, services }) =>
      write(async (db) => {
        const stored = await lockJobAd(db, tenantId, params.jobAdId);
        if (stored === undefined) throw notFound('Job ad');
        const columns = toColumns(body, stored);
        const faults = storedFaults({ ...stored, ...columns }, body);
        if (faults.length > 0) throw invalid(...faults);
        const changed = changedColumns(stored, columns);
        if (Object.keys(changed).length === 0) return;
        if (returnsToPortal(stored, changed, services.now()))
          await restartPublication(db, tenantId, stored.id);
        await updateJobAd(db, tenantId, stored, changed);
      }),
  }),
  transitionEndpoint('publish', {
    summary: 'Publish a job ad',
    description:
      'Changes the status from Editing to Active. The job ad appears on the job portal immediately. If properties are missing, the response names them all. An endDate that is over is rejected.',
    event: EVENTS.jobAdPublished,
  }),
  transitionEndpoint('withdraw', {
    summary: 'Withdraw a job ad',
    description:
      'Changes the status from Active back to Editing. The job ad disappears from the job portal immediately and can be published again.',
    event: EVENTS.jobAdChanged,
  }),
  transitionEndpoint('complete', {
    summary: 'Complete a job ad',
    description:
      'Changes the status from Active to Completed, for a position that is filled or no longer needed. The job ad disappears from the job portal immediately.',
    event: EVENTS.jobAdCompleted,
  }),
  transitionEndpoint('reopen', {
    summary: 'Reopen a job ad',
    description: 'Changes the status from Completed to Editing. The job ad can be published again.',
    event: EVENTS.jobAdChanged,
  }),
  defineEndpoint({
    ...CHANGING,
    id: 'jobAd_delete',
    method: 'DELETE',
    path: '/jobads/{jobAdId}',
    summary: 'Delete a job ad',
    description:
      'Works in every status and cannot be undone. Afterwards the job ad is not found. Applications and reports still refer to it. The event links to the hour of the change stream that lists the deletion.',
    success: { status: 204, description: 'Deleted.' },
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
    ...CHANGING,
    id: `jobAd_${transition}`,
    method: 'POST',
    path: `/jobads/{jobAdId}/${transition}`,
    summary,
    description,
    success: { status: 204, description: 'The status has changed.' },
    event,
    handle: ({ tenantId, params, write, services }) =>
      write(async (db) => {
        const stored = await lockJobAd(db, tenantId, params.jobAdId);
        if (stored === undefined) throw notFound('Job ad');
        const faults = transitionFaults(stored.process_status, transition);
        if (faults.length === 0 && transition === 'publish')
          faults.push(...publicationFaults(stored), ...endOverFaults(stored.end_date, services.now()));
        if (faults.length > 0) throw invalid(...faults);
        await setProcessStatus(db, tenantId, stored, targetStatus(transition), event);
      }),
  });
}
