import {
  type AnyEndpoint,
  contentTag,
  defineEndpoint,
  getUser,
  NOT_MODIFIED,
  notFound,
  RawJson,
} from '../../../core/http/index.ts';
import type { Services } from '../../../core/services.ts';
import { sharedList } from '../../masterdata/index.ts';
import { loadCatalogs } from '../cv/catalogs.ts';
import type { CatalogName } from '../cv/extract/personal.ts';
import { insertShownAccesses } from '../reads/queries.ts';
import { DocumentPath } from '../reads/schema.ts';
import { readForSources } from './queries.ts';
import { findSources, type Names } from './rules.ts';
import { CvSourcesResponse } from './schema.ts';

export const sourceEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'cvSource_list',
    method: 'GET',
    path: '/documents/{documentId}/sources',
    audience: 'platform',
    area: 'Candidate documents',
    permission: 'documents:read',
    summary: 'Find the lines of a CV that have what the candidate has',
    description:
      'Looks for the current values of the candidate in the text that was read from the document, also for those that somebody has entered since. Which properties were filled in from it is in the history of the candidate. The lines are contents of the document, so reading them is recorded in the access log (lines), once in ten minutes for the same user.',
    params: DocumentPath,
    success: { status: 200, description: 'The lines.', schema: CvSourcesResponse },
    notFound: 'Document',
    etag: 'handler',
    async handle({ services, db, tenantId, params, caller, isCurrent }) {
      const read = await readForSources(db, tenantId, params.documentId);
      if (read === undefined) throw notFound('Document');
      const sources =
        read.text === null ? [] : findSources(read.text, read.known, await loadNames(services, db, tenantId));
      const json = JSON.stringify({ sources });
      if (isCurrent(contentTag(json))) return NOT_MODIFIED;
      const shown = sources.length > 0 ? [{ ...params, candidateId: read.candidateId }] : [];
      await insertShownAccesses(db, tenantId, { userId: getUser(caller).userId, kind: 'lines', shown });
      return new RawJson(json);
    },
  }),
];

async function loadNames(
  services: Services,
  ...of: [Parameters<typeof loadCatalogs>[1], number]
): Promise<Names> {
  const { languages, nationalities, qualifications } = await loadCatalogs(services, ...of);
  const licences = await sharedList(services.database, 'driverslicenses');
  const byId = (list: readonly CatalogName[]) => new Map(list.map((entry) => [entry.id, entry]));
  return {
    languages: byId(languages),
    nationalities: byId(nationalities),
    driversLicences: byId(
      licences.rows.map(({ id, name_de: nameDe, name_en: nameEn }) => ({ id, nameDe, nameEn })),
    ),
    qualifications: byId(
      qualifications.map(({ id, names: [nameDe, nameEn] }) => ({ id, nameDe: nameDe!, nameEn: nameEn! })),
    ),
  };
}
