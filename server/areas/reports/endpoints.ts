import { type AnyEndpoint, defineEndpoint, notFound } from '../../core/http/index.ts';
import { periodFaults } from '../../core/http/period.ts';
import { toRecordKey } from '../../core/http/record-key.ts';
import { enveloped } from '../../core/http/schema.ts';
import {
  countByDay,
  evaluateChannels,
  evaluateJobAds,
  evaluateOffices,
  evaluateRecruiters,
  findEvaluatedJobAd,
} from './queries.ts';
import { daysFaults } from './rules.ts';
import {
  ApplicationDaysResponse,
  ChannelsPerformanceResponse,
  DaysQuery,
  FiguresQuery,
  JobAdPath,
  JobAdPerformanceResponse,
  JobAdsPerformance,
  JobAdsQuery,
  OfficesPerformanceResponse,
  RecruitersPerformanceResponse,
} from './schema.ts';

const COMMON = {
  method: 'GET',
  audience: 'integration',
  area: 'Job ad evaluations',
  permission: 'reports:read',
  etag: 'content',
} as const;

const COUNTING_RULES =
  'Days are in UTC, and the period includes both ends. Without a period, everything counts. A hire or rejection counts at the time of the decision (stageChangedAtUtc of the application), for the application that it moved to this stage, and only once per application even if the status is set repeatedly. A decision that was taken back or replaced by another one does not count, and neither does a status that moved no application. Erased candidates do not count.';

const ATTRIBUTION_RULES =
  'Applications and decisions count for the branch and the recruiter of the application, or else for those of its job ad, or else for those that its candidate has now, as in the search for applications of the platform. Views, clicks, and published days count for the current branch and recruiter of the job ad. Applications without a job ad are included.';

export const reportEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'report_listJobAds',
    path: '/reports/performance/jobs',
    summary: 'List figures by job ad',
    description: `Lists each job ad that existed in the period, including deleted ones, and each other job ad with a figure in the period. The response is a bare array, unlike in the other reports. ${COUNTING_RULES}`,
    query: JobAdsQuery,
    check: ({ query }) => periodFaults(query),
    success: { status: 200, description: 'The figures of each job ad.', schema: JobAdsPerformance },
    handle: ({ db, tenantId, query }) =>
      evaluateJobAds(db, { tenantId, period: query, officeId: query.officeId }),
  }),
  defineEndpoint({
    ...COMMON,
    id: 'report_getJobAd',
    path: '/reports/performance/jobs/{jobAdId}',
    summary: 'Read the figures of a job ad',
    description: `Includes deleted job ads. If officeId is not the branch of the job ad, the response is 404. ${COUNTING_RULES}`,
    params: JobAdPath,
    query: JobAdsQuery,
    check: ({ query }) => periodFaults(query),
    success: { status: 200, description: 'The figures of the job ad.', schema: JobAdPerformanceResponse },
    notFound: 'Job ad',
    async handle({ db, tenantId, params, query }) {
      const key = toRecordKey(params.jobAdId);
      const jobAdId = key === undefined ? undefined : await findEvaluatedJobAd(db, tenantId, key);
      if (jobAdId === undefined) throw notFound('Job ad');
      const selection = { tenantId, period: query, officeId: query.officeId };
      const evaluated = await evaluateJobAds(db, selection, jobAdId);
      if (evaluated.length === 0) throw notFound('Job ad');
      return enveloped(evaluated);
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'report_listChannels',
    path: '/reports/performance/channels',
    summary: 'List figures by channel',
    description: `publishedDays is the sum over the job ads that got a view, click, or application through the channel. ${ATTRIBUTION_RULES} ${COUNTING_RULES}`,
    query: FiguresQuery,
    check: ({ query }) => periodFaults(query),
    success: {
      status: 200,
      description: 'The figures of each channel.',
      schema: ChannelsPerformanceResponse,
    },
    isLocalized: true,
    handle: async ({ db, tenantId, query, language }) =>
      enveloped(await evaluateChannels(db, { tenantId, period: query, officeId: query.officeId }, language)),
  }),
  defineEndpoint({
    ...COMMON,
    id: 'report_listOffices',
    path: '/reports/performance/offices',
    summary: 'List figures by branch',
    description: `${ATTRIBUTION_RULES} ${COUNTING_RULES}`,
    query: FiguresQuery,
    check: ({ query }) => periodFaults(query),
    success: { status: 200, description: 'The figures of each branch.', schema: OfficesPerformanceResponse },
    handle: async ({ db, tenantId, query }) =>
      enveloped(await evaluateOffices(db, { tenantId, period: query, officeId: query.officeId })),
  }),
  defineEndpoint({
    ...COMMON,
    id: 'report_listRecruiters',
    path: '/reports/performance/recruiters',
    summary: 'List figures by recruiter',
    description: `${ATTRIBUTION_RULES} ${COUNTING_RULES}`,
    query: FiguresQuery,
    check: ({ query }) => periodFaults(query),
    success: {
      status: 200,
      description: 'The figures of each recruiter.',
      schema: RecruitersPerformanceResponse,
    },
    handle: async ({ db, tenantId, query }) =>
      enveloped(await evaluateRecruiters(db, { tenantId, period: query, officeId: query.officeId })),
  }),
  defineEndpoint({
    ...COMMON,
    audience: 'platform',
    id: 'report_listDays',
    path: '/reports/applications/days',
    summary: 'List the applications of each day',
    description:
      'Counts the applications of each day by the stage that they have now. A decision that comes later changes the figures of the day. An application counts for its branch, or else for that of its job ad, or else for the current one of its candidate. Erased candidates do not count.',
    query: DaysQuery,
    check: ({ query }) => daysFaults(query),
    success: { status: 200, description: 'The figures of each day.', schema: ApplicationDaysResponse },
    handle: async ({ db, tenantId, query }) => ({ days: await countByDay(db, tenantId, query) }),
  }),
];
