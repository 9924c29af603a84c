import assert from 'node:assert/strict';
import { parseCvTask } from '../../server/areas/documents/index.ts';
import { indexMarked } from '../../server/areas/search/index.ts';
import type { TestService } from '../../server/testing/harness.ts';
import { makeBranch } from '../../server/testing/makers/branches.ts';

export const LOCATIONS = {
  Berlin: { zipCode: '10115', city: 'Berlin' },
  Leipzig: { zipCode: '04109', city: 'Leipzig' },
};

interface Profile {
  city?: keyof typeof LOCATIONS;
  [property: string]: unknown;
}

/** Three candidates whom the search finds, in two branches, and what makes others. */
export async function insertCandidates(service: TestService) {
  const { api, id: tenantId } = service.tenant;
  const recruiter = await service.platform('recruiter');
  const [berlin, bonn] = [await makeBranch(service, 'Berlin'), await makeBranch(service, 'Bonn')];
  const createApplicant = async (
    [firstName, lastName]: [string, string],
    { city = 'Berlin', ...rest }: Profile = {},
  ): Promise<number> => {
    const body = { firstName, lastName, officeId: berlin, location: LOCATIONS[city], ...rest };
    const { id } = (await api.post('/candidates', body)).body;
    const applied = await api.post(`/candidates/${id}/apply`, { recruiterId: recruiter.user.id });
    assert.equal(applied.status, 200, applied.text);
    return id;
  };
  const maier = await createApplicant(['Jana', 'Maier'], { contact: { mobile: '+49 151 5550123' } });
  const roth = await createApplicant(['Peter', 'Roth'], { city: 'Leipzig', officeId: bonn });
  const weber = await createApplicant(['Ute', 'Weber'], { desiredPosition: 'Schweißer in der Frühschicht' });
  await api.post(`/candidates/${roth}/keywords`, { keyword: 'Nachtschicht' });
  const { body: found } = await recruiter.get('/masterdata/professions?search=Lager', {
    headers: { 'accept-language': 'de' },
  });
  const profession: { id: number; name: string } = found.professions[0];
  await api.post(`/candidates/${maier}/professions`, { professionId: profession.id });
  const cv = 'Ute Weber\nZertifikate\nLadungssicherung und Kranführerschein bis 20 Tonnen';
  const file = { filename: 'cv.txt', base64File: Buffer.from(cv).toString('base64') };
  const { body } = await api.post(`/candidates/${weber}/documents/cv`, file);
  await parseCvTask(service.services).run({ tenantId, documentId: body.id });
  await indexMarked(service.services);
  return { recruiter, berlin, bonn, ids: { maier, roth, weber }, profession, createApplicant };
}

/** 250 candidates of a branch, Reihe Nr001 to Reihe Nr250, as the lists show them. */
export async function insertLongList(service: TestService, office: number): Promise<void> {
  await service.sql(
    `WITH made AS (
       INSERT INTO candidate (tenant_id, first_name, last_name, office_id, is_visible)
       SELECT $1, 'Reihe', 'Nr' || lpad(n::text, 3, '0'), $2, true FROM generate_series(1, 250) AS n RETURNING id, last_name)
     INSERT INTO candidate_search (tenant_id, candidate_id, name_key, created_at, applied_at, office_id, profession_ids,
                                   license_ids, languages, applied_job_ad_ids, applied_stages, applied_on)
     SELECT $1, id, lower(last_name), '2026-03-01', timestamptz '2026-03-01', $2, '{}', '{}', '{}', '{}', '{}', '{}' FROM made`,
    [service.tenant.id, office],
  );
}
