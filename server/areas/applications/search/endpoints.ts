import { type AnyEndpoint, defineEndpoint } from '../../../core/http/index.ts';
import { cursorFaults, findPosition, formatCursor } from '../../../core/http/page-position.ts';
import { periodFaults } from '../../../core/http/period.ts';
import { countApplications, searchApplications } from './queries.ts';
import { listOf, toSorting } from './rules.ts';
import {
  ApplicationSearch,
  type ApplicationSearchBody,
  ApplicationSearchResponse,
  DEFAULT_LIMIT,
  MAXIMUM_TOTAL,
} from './schema.ts';

export const searchEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'application_search',
    method: 'POST',
    path: '/applications/search',
    audience: 'platform',
    area: 'Applications',
    permission: 'applications:read',
    summary: 'Search applications',
    description:
      'Returns the applications that match all filters, a page at a time. A filter with several values matches any of them. Send nextCursor as cursor for the next page: an application that stays as it is appears exactly once, even if others come or move meanwhile.',
    body: ApplicationSearch,
    check: ({ body }) => [
      ...periodFaults(periodOf(body)),
      ...cursorFaults('cursor', body.cursor, listOf(toSorting(body))),
    ],
    success: { status: 200, description: 'A page of applications.', schema: ApplicationSearchResponse },
    examples: [
      {
        summary: 'The open queue, oldest first',
        body: { stages: ['new', 'inReview'], sort: 'appliedAtUtc', order: 'asc', limit: 25 },
      },
    ],
    async handle({ db, tenantId, body }) {
      const filter = toFilter(body);
      const sorting = toSorting(body);
      const limit = body.limit ?? DEFAULT_LIMIT;
      const after = findPosition(body.cursor, listOf(sorting));
      const [rows, count] = await Promise.all([
        searchApplications(db, tenantId, filter, { sorting, after, limit }),
        countApplications(db, tenantId, filter, MAXIMUM_TOTAL),
      ]);
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      return {
        applications: page.map(({ position: _, ...row }) => ({ ...row, hasCv: row.cvDocumentId !== null })),
        total: Math.min(count, MAXIMUM_TOTAL),
        totalIsExact: count <= MAXIMUM_TOTAL,
        nextCursor: last === undefined ? null : formatCursor(sorting, { key: last.position, id: last.id }),
      };
    },
  }),
];

function periodOf({ startDate, endDate }: ApplicationSearchBody) {
  return { ...(startDate == null ? {} : { startDate }), ...(endDate == null ? {} : { endDate }) };
}

function toFilter(body: ApplicationSearchBody) {
  return {
    stages: body.stages ?? [],
    jobAdIds: body.jobAdIds ?? [],
    officeIds: body.officeIds ?? [],
    responsibilities: body.responsibilities ?? [],
    startDate: body.startDate ?? undefined,
    endDate: body.endDate ?? undefined,
  };
}
