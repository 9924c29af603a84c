import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { ExportNames } from './export-names.ts';
import { readStoredRows } from './export-queries.ts';
import type { CandidateFilter } from './filters-sql.ts';
import { distanceFrom } from './rules.ts';

interface Exported {
  names: ExportNames;
  filter: Pick<CandidateFilter, 'around'>;
}

/** The rows of a file for a page of candidates, as they are now. Omits those that are gone. */
export async function readExportRows(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
  { names, filter: { around } }: Exported,
) {
  const rows = await readStoredRows(db, tenantId, ids);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (row === undefined) return [];
    const { application } = row;
    return {
      id,
      ...row.profile,
      salutation: names.entry('salutations', row.salutationId),
      gender: names.entry('genders', row.genderId),
      nationality: names.entry('nationalities', row.nationalityId),
      level: names.entry('levels', row.levelId),
      office: names.branch(row.officeId),
      responsibleUser: names.user(row.responsibility),
      birthCountry: names.entry('countries', row.birthCountryId),
      country: names.entry('countries', row.countryId),
      federalState: names.entry('federalstates', row.federalStateId),
      distanceKm: distanceFrom(around?.center, row),
      sourceOfSupply: names.entry('sourcesofsupply', row.sourceOfSupplyId),
      languages: row.languages.map(({ languageId, levelId }) => ({
        name: names.entry('languages', languageId),
        level: names.languageLevel(levelId),
      })),
      driversLicences: row.licenseIds.map((licenseId) => names.entry('driverslicenses', licenseId)),
      keywords: row.keywords,
      qualifications: row.qualificationIds.flatMap(
        (qualificationId) => names.qualification(qualificationId) ?? [],
      ),
      professions: row.professionIds.map((professionId) => names.entry('professions', professionId)),
      status: names.entry('candidatestatus', row.statusId),
      appliedAtUtc: application?.appliedAtUtc ?? null,
      stage: application?.stage ?? null,
      jobAdId: application?.jobAdId ?? null,
      jobAd: application?.jobAd ?? null,
      channel: names.entry('channels', application?.channelId ?? null),
      recruiter: names.user(application?.recruiterId ?? null),
    };
  });
}
