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
    summary: 'List figures of customer requests by branch and kind',
    description:
      'Without a period, all requests count. A request counts for its current branch. An imported request counts from its creation time in the source system.',
    query: EvaluationQuery,
    check: ({ query }) => periodFaults(query),
    success: { status: 200, description: 'The figures of each branch and kind.', schema: EvaluationResponse },
    etag: 'content',
    handle: async ({ db, tenantId, query }) => enveloped(await evaluateRequests(db, tenantId, query)),
  }),
];
