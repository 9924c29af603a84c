import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Services } from '../../../core/services.ts';
import { type CatalogList, sharedList } from '../../masterdata/index.ts';
import type { CvCatalogs } from './extract/extract.ts';
import type { CatalogName } from './extract/personal.ts';
import { readQualifications } from './queries.ts';

/** The value lists for reading a tenant's CVs, without expired entries. */
export async function loadCatalogs(
  services: Services,
  db: TenantDatabase,
  tenantId: number,
): Promise<CvCatalogs> {
  const shared = async (list: CatalogList): Promise<CatalogName[]> =>
    (await sharedList(services.database, list)).rows
      .filter((row) => !row.is_expired)
      .map((row) => ({ id: row.id, nameEn: row.name_en, nameDe: row.name_de }));
  const qualifications = await readQualifications(db, tenantId);
  return {
    languages: await shared('languages'),
    nationalities: await shared('nationalities'),
    countries: await shared('countries'),
    qualifications: qualifications.map((row) => ({ id: row.id, names: [row.name_de, row.name_en] })),
  };
}
