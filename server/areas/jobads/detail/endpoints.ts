import { type AnyEndpoint, defineEndpoint, notFound, RawJson } from '../../../core/http/index.ts';
import { toRecordKey } from '../../../core/http/record-key.ts';

import { findJobAd } from './queries.ts';
import { DetailPath, JobAdRecord } from './schema.ts';

export const detailEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'jobAd_get',
    method: 'GET',
    path: '/jobads/{jobAdId}',
    audience: 'integration',
    area: 'Job ad details',
    permission: 'jobads:read',
    summary: 'Read a job ad by jobAdId or id',
    description:
      'Returns job ads in every status. portalUrl and applyUrl are null unless the job ad is Active and its endDate is not over, because the job portal shows only such job ads. A deleted job ad is not found.',
    params: DetailPath,
    success: { status: 200, description: 'The job ad.', schema: JobAdRecord },
    notFound: 'Job ad',
    etag: 'content',
    isLocalized: true,
    async handle({ db, tenantId, params, services, language }) {
      const key = toRecordKey(params.jobAdId);
      const view = { publicUrl: services.settings.publicUrl, language, now: services.now() };
      const jobAd = key === undefined ? undefined : await findJobAd(db, tenantId, key, view);
      if (jobAd === undefined) throw notFound('Job ad');
      return new RawJson(jobAd);
    },
  }),
];
