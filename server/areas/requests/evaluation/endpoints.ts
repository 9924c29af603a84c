import { type AnyEndpoint, defineEndpoint } from '../../../core/http/index.ts';
import { periodFaults } from '../../../core/http/period.ts';
import { enveloped } from '../../../core/http/schema.ts';
import { evaluateRequests } from './queries.ts';
import { EvaluationQuery, EvaluationResponse } from './schema.ts';

export const evaluationEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'requestEvaluation_list',
    method: 'GET',
    path: '/reports/customerrequests',
    audience: 'integration',
    area: 'Customer request evaluations',
    permission: 'reports:read',
    summary: 'Key figures of customer requests by branch and kind',
    description:
      'Without a period all time is counted. A request counts for the branch that serves it now. Imported requests count from the creation time they were given.',
    query: EvaluationQuery,
    check: ({ query }) => periodFaults(query),
    success: { status: 200, description: 'The key figures.', schema: EvaluationResponse },
    etag: 'content',
    handle: async ({ db, tenantId, query }) => enveloped(await evaluateRequests(db, tenantId, query)),
  }),
];
