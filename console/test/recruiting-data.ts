import assert from 'node:assert/strict';
import type { TestService } from '../../server/testing/harness.ts';
import { makeBranch } from '../../server/testing/makers/branches.ts';

const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;

const NAMES = [
  ['Ada', 'Muster'],
  ['Bülent', 'Öztürk'],
  ['Chiara', 'Weiß'],
  ['Dmytro', 'Kowalenko'],
  ['Elif', 'Şahin'],
  ['Ferdinand', 'von der Hohenwart-Liebenstein'],
];

/** How the console shows when the newest of the applications came, two hours before. In the first hours of a day, that was yesterday. */
export const ageOf = (cameAt: Date): string =>
  cameAt.getDate() === new Date().getDate() ? 'vor 2 Stunden' : 'gestern';

/** Applications of the last days, in two branches. Returns the ids by the last name of the candidate. */
export async function insertApplications(service: TestService) {
  const { api } = service.tenant;
  const [berlin, bonn] = [await makeBranch(service, 'Berlin'), await makeBranch(service, 'Bonn')];
  const [{ id: jobAdId }] = (await service.sql<{ id: number }>(
    `INSERT INTO job_ad (tenant_id, title, office_id)
     VALUES ($1, 'Fachkraft für Lagerlogistik (m/w/d) in Wechselschicht', $2) RETURNING id`,
    [service.tenant.id, berlin],
  )) as [{ id: number }];
  const recruiter = await service.platform('recruiter');
  const agesMs = [2 * HOUR_MS, 5 * HOUR_MS, 2 * DAY_MS, 3 * DAY_MS, 6 * DAY_MS, 12 * DAY_MS];
  const now = service.clock.now().getTime();
  const ids: Record<string, { applicationId: number; candidateId: number }> = {};
  for (const [index, [firstName, lastName]] of NAMES.entries()) {
    const created = await api.post('/candidates', {
      firstName,
      lastName,
      officeId: index === 5 ? bonn : berlin,
      contact: { email: `kandidat${index}@example.org`, mobile: '+49 151 5550100' },
      location: { zipCode: '10115', city: 'Berlin' },
      desiredPosition: 'Lagerfachkraft',
    });
    const applied = await api.post(`/candidates/${created.body.id}/apply`, {
      recruiterId: recruiter.user.id,
      ...(index === 3 || index === 5 ? {} : { jobAdId }),
      appliedAtUtc: new Date(now - agesMs[index]!).toISOString(),
      message: 'Guten Tag,\nich suche eine Stelle in der Frühschicht und kann sofort beginnen.',
    });
    assert.equal(applied.status, 200, applied.text);
    ids[lastName!] = { applicationId: applied.body.id, candidateId: created.body.id };
  }
  return { berlin, bonn, jobAdId, ids, newestAt: new Date(now - agesMs[0]!) };
}
