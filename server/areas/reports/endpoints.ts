import { type AnyEndpoint, defineEndpoint, notFound } from '../../core/http/index.ts';
import { periodFaults } from '../../core/http/period.ts';
import { toRecordKey } from '../../core/http/record-key.ts';
import { enveloped } from '../../core/http/schema.ts';
import {
  evaluateChannels,
  evaluateJobAds,
  evaluateOffices,
  evaluateRecruiters,
  findEvaluatedJobAd,
} from './queries.ts';
import {
  ChannelsPerformanceResponse,
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

const COUNTING =
  'Days are days in UTC, both ends included; without them everything is counted. hires and rejections count when they are decided: each for the latest application that the candidate had made by then, and once for that application however often the status is set. Erased candidates are no longer counted.';

const OWNERS =
  'Applications and decisions count for the branch and the recruiter recorded with the application, or else for those of its job ad; views, clicks and published days for those the job ad has now. Applications without a job ad are included.';

export const reportEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'report_listJobAds',
    path: '/reports/performance/jobs',
    summary: 'Figures of job ads',
    description: `A bare array, unlike the other evaluations, with each job ad that existed in the period, deleted ones too, and any other with a figure in it. ${COUNTING}`,
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
    summary: 'Figures of one job ad',
    description: `Also of a deleted job ad. With an officeId that is not its branch the job ad is not found. ${COUNTING}`,
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
    summary: 'Figures of channels',
    description: `publishedDays adds up the days of the job ads that the channel brought a view, click or application to. ${OWNERS} ${COUNTING}`,
    query: FiguresQuery,
    check: ({ query }) => periodFaults(query),
    success: {
      status: 200,
      description: 'The figures of each channel.',
      schema: ChannelsPerformanceResponse,
    },
    handle: async ({ db, tenantId, query, language }) =>
      enveloped(await evaluateChannels(db, { tenantId, period: query, officeId: query.officeId }, language)),
  }),
  defineEndpoint({
    ...COMMON,
    id: 'report_listOffices',
    path: '/reports/performance/offices',
    summary: 'Figures of branches',
    description: `${OWNERS} ${COUNTING}`,
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
    summary: 'Figures of recruiters',
    description: `${OWNERS} ${COUNTING}`,
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
];
