import assert from 'node:assert/strict';
import type { TestService } from '../../server/testing/harness.ts';
import { makeBranch } from '../../server/testing/makers/branches.ts';

/** The rows of a German file, without quotes. */
function rowsOf(text: string): string[][] {
  assert.ok(text.startsWith('\uFEFF'));
  return text
    .slice(1)
    .split(/\r\n(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .filter((line) => line !== '')
    .map((line) =>
      line
        .split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/)
        .map((cell) => cell.replaceAll(/^"|"$/g, '').replaceAll('""', '"')),
    );
}

/** The same by their headings. */
export function recordsOf(text: string): Record<string, string>[] {
  const [head, ...rows] = rowsOf(text);
  return rows.map((row) => Object.fromEntries(row.map((cell, index) => [head![index]!, cell])));
}

/** A candidate with a value in every column, among them what a spreadsheet or an import could take for something else. */
export async function insertFull(service: TestService, recruiterId: number): Promise<number> {
  const { api, id: tenantId } = service.tenant;
  const post = async (path: string, body: object): Promise<number> => {
    const response = await api.post(path, body);
    assert.equal(response.status, 200, response.text);
    return response.body.id;
  };
  const officeId = await makeBranch(service, 'Bad Süd');
  const jobAdId = (
    await service.sql<{ id: number }>(
      "INSERT INTO job_ad (tenant_id, title, office_id) VALUES ($1, '=Pflege', $2) RETURNING id",
      [tenantId, officeId],
    )
  )[0]!.id;
  const id = await post('/candidates', {
    firstName: 'Ada',
    lastName: 'Größe-Łęcki',
    salutationId: 2,
    title: 'Dr.',
    genderId: 2,
    nationalityId: 40,
    levelId: 2,
    officeId,
    responsibility: recruiterId,
    birth: { date: '1990-05-17', place: 'Köln', name: 'O’Brien', countryId: 616 },
    contact: {
      email: 'ada@example.org',
      phone: '+49 30 901820',
      mobile: '0151 5550123',
      website: 'https://example.org/',
      hasWhatsApp: true,
      whatsAppConsentChecked: false,
    },
    location: {
      street: 'Hauptstraße',
      streetNumber: '12a',
      zipCode: '04109',
      city: 'Leipzig',
      countryId: 276,
      federalStateId: (await api.get('/masterdata/federalstates')).body.federalstates.find(
        ({ name }: { name: string }) => /^Sa(chsen|xony)$/.test(name),
      ).id,
      addressLine1: 'c/o Müller; Hof',
      addressLine2: '2. OG',
    },
    sourceOfSupplyId: (await api.get('/masterdata/sourcesofsupply')).body.sourcesofsupply[0].id,
    desiredPosition: 'Lager, Versand',
    availability: {
      availableFrom: '2026-04-01',
      noticePeriod: '4 Wochen',
      weeklyHours: 38.5,
      salaryExpectation: 2600,
      salaryPeriod: 'month',
      currency: 'EUR',
      shiftWork: false,
      radiusKm: 30,
      hasCar: true,
    },
    workPermit: { required: false, validUntil: '2027-01-31' },
    remarks: '=1+1\nZweite Zeile; "Zitat"',
    importExternalId: '0012',
    createdAtUtc: '2026-03-01T09:15:27.123Z',
  });
  for (const keyword of ['Lager, Logistik', 'MAG (1, 2)', '24" Monitor', '-5 °C', 'a) b']) {
    await post(`/candidates/${id}/keywords`, { keyword });
  }
  await post(`/candidates/${id}/qualifications`, { name: 'Erste Hilfe; Betrieb' });
  await post(`/candidates/${id}/apply`, {
    recruiterId,
    jobAdId,
    appliedAtUtc: '2026-03-02T10:20:30Z',
    message: 'Guten Tag',
  });
  // All entries of the lists, so that the name of each is one that an import finds.
  const insert = (text: string) => service.sql(text, [tenantId, id]);
  await insert(`INSERT INTO candidate_language (tenant_id, candidate_id, language_id, language_level_id)
    SELECT $1, $2, id, CASE WHEN id % 8 = 7 THEN NULL ELSE 629 + id % 8 END FROM catalog_entry WHERE list = 'languages'`);
  await insert(`INSERT INTO candidate_drivers_license (tenant_id, candidate_id, drivers_license_id)
    SELECT $1, $2, id FROM catalog_entry WHERE list = 'driverslicenses'`);
  await insert(`INSERT INTO candidate_profession (tenant_id, candidate_id, profession_id)
    SELECT $1, $2, id FROM catalog_entry WHERE list = 'professions'`);
  return id;
}
