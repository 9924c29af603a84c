import { type AnyEndpoint, defineEndpoint, notFound } from '../../../core/http/index.ts';
import { findApplication } from '../search/queries.ts';
import { ApplicationSearchItem } from '../search/schema.ts';
import { ApplicationPath } from '../stages/schema.ts';

export const recordEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'application_get',
    method: 'GET',
    path: '/applications/{id}',
    audience: 'platform',
    area: 'Applications',
    permission: 'applications:read',
    summary: 'Read an application',
    description:
      'Returns what POST /applications/search returns about an application, in any stage. What the candidate sent with it is in GET /candidates/{candidateId}.',
    params: ApplicationPath,
    success: { status: 200, description: 'The application.', schema: ApplicationSearchItem },
    notFound: 'Application',
    etag: 'content',
    async handle({ db, tenantId, params }) {
      const application = await findApplication(db, tenantId, params.id);
      if (application === undefined) throw notFound('Application');
      return { ...application, hasCv: application.cvDocumentId !== null };
    },
  }),
];
