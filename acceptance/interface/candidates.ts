import assert from 'node:assert/strict';
import type { CandidateCreateDto, CandidateDto } from '../../sdk/index.ts';
import { notFound, refused, shows } from '../expect.ts';
import { branchId, candidate, day, NOBODY, PNG, recruiterId, unique, uniqueEmail } from '../given.ts';
import { client } from '../installation.ts';
import { call } from '../raw.ts';
import { rule } from '../rule.ts';

rule('candidates.createdWithId', 'A new candidate can be read by the returned id', async () => {
  const { id } = await client.candidates.create({ firstName: 'Ada', lastName: 'Muster' });
  shows(await client.candidates.get(id), { id, firstName: 'Ada', lastName: 'Muster' });
});

rule('candidates.namesRequired', 'A candidate without names is rejected', async () => {
  await refused(client.candidates.create({} as CandidateCreateDto), {
    firstName: 'required',
    lastName: 'required',
  });
});

rule('candidates.readAsSent', 'A candidate is read back as it was sent', async () => {
  const sent: CandidateCreateDto = {
    firstName: 'Ada',
    lastName: unique('Muster'),
    salutationId: 2,
    title: 'Dr.',
    nationalityId: 276,
    officeId: await branchId(),
    responsibility: await recruiterId(),
    birth: { date: '1990-05-17', place: 'Bern', name: 'Beispiel' },
    contact: {
      email: uniqueEmail(),
      phone: '030 23125100',
      mobile: '+49 151 23456789',
      website: 'https://example.org/ada',
      hasWhatsApp: true,
      whatsAppConsentChecked: true,
    },
    location: { street: 'Hauptstraße', streetNumber: '12a', zipCode: '10115', city: 'Berlin' },
    sourceOfSupplyId: 1,
    desiredPosition: 'Lagerleitung',
    availability: {
      availableFrom: '2027-01-01',
      noticePeriod: '4 Wochen',
      weeklyHours: 38.5,
      salaryExpectation: 3200,
      salaryPeriod: 'month',
      currency: 'EUR',
      shiftWork: true,
      radiusKm: 30,
      hasCar: false,
    },
    workPermit: { required: true, validUntil: '2028-12-31' },
    remarks: 'Prefers calls in the afternoon.',
    importExternalId: unique('crm'),
    createdAtUtc: '2024-03-01T10:00:00.000Z',
  };
  shows(await client.candidates.get(await candidate(sent)), sent);
});

rule(
  ['candidates.invisibleAtFirst', 'candidates.noStatusAtFirst'],
  'A new candidate is not visible and has no status',
  async () => {
    const id = await candidate();
    shows(await client.candidates.get(id), { isVisible: false, statusId: null, status: null, applies: [] });
    const { candidates } = await client.candidates.list({ startDate: day() });
    shows(candidates.find((item) => item.id === id)!, { isVisible: false });
  },
);

rule('candidates.creationTimeAdopted', 'An import can set the creation time', async () => {
  const id = await candidate({ createdAtUtc: '2019-07-01T08:00:00Z' });
  const { createdAtUtc, modifiedAtUtc } = await client.candidates.get(id);
  assert.equal(Date.parse(createdAtUtc), Date.parse('2019-07-01T08:00:00Z'));
  assert.ok(Date.parse(modifiedAtUtc) > Date.parse('2026-01-01'), 'changed by this call');
  await refused(
    client.candidates.create({ firstName: 'Ada', lastName: 'M', createdAtUtc: `${day(2)}T00:00:00Z` }),
    {
      createdAtUtc: 'range',
    },
  );
});

rule('candidates.externalIdUnique', 'The same id of the source system cannot be imported twice', async () => {
  const importExternalId = unique('crm');
  const id = await candidate({ importExternalId });
  assert.ok((await client.candidates.get(id)).importedAtUtc);
  await refused(client.candidates.create({ firstName: 'Ada', lastName: 'Muster', importExternalId }), {
    importExternalId: 'duplicate',
  });
  assert.equal((await client.candidates.get(await candidate())).importedAtUtc, null);
});

rule('candidates.contactChecked', 'Invalid contact data are rejected', async () => {
  await refused(
    client.candidates.create({
      firstName: 'Ada',
      lastName: 'Muster',
      contact: { email: 'ada@', phone: 'none', mobile: '12' },
      birth: { date: day(1) },
    }),
    {
      'contact.email': 'format',
      'contact.phone': 'format',
      'contact.mobile': 'format',
      'birth.date': 'range',
    },
  );
});

rule('candidates.catalogIdsChecked', 'Unknown references are rejected', async () => {
  const nobody = { officeId: NOBODY, responsibility: NOBODY, levelId: NOBODY, nationalityId: NOBODY };
  await refused(client.candidates.create({ firstName: 'Ada', lastName: 'Muster', ...nobody }), {
    officeId: 'unknownReference',
    responsibility: 'unknownReference',
    levelId: 'unknownReference',
    nationalityId: 'unknownReference',
  });
});

rule(
  'candidates.possibleDuplicates',
  'A header names the candidate who already has the e-mail address',
  async () => {
    const email = uniqueEmail();
    const first = await candidate({ contact: { email } });
    const { data, headers } = await client.candidates
      .create({ firstName: 'Ada', lastName: 'Muster', contact: { email: email.toUpperCase() } })
      .withResponse();
    assert.notEqual(data.id, first);
    assert.equal(headers.get('possible-duplicates'), String(first));
  },
);

rule('candidates.changePartly', 'A change of one property returns 204', async () => {
  const id = await candidate({ title: 'Dr.' });
  const { status } = await client.candidates.change(id, { desiredPosition: 'Disposition' }).withResponse();
  assert.equal(status, 204);
  shows(await client.candidates.get(id), { title: 'Dr.', desiredPosition: 'Disposition' });
});

rule('candidates.listAll', 'The list without a period has all candidates', async () => {
  const ids = await Promise.all(Array.from({ length: 3 }, () => candidate()));
  const { candidates } = await client.candidates.list();
  const listed = new Set(candidates.map(({ id }) => id));
  for (const id of ids) assert.ok(listed.has(id));
});

rule('candidates.listPeriod', 'The list of a day has the candidates with a change on it', async () => {
  const id = await candidate({ createdAtUtc: '2019-07-01T23:59:59Z' });
  const isListed = async (startDate: string, endDate: string) =>
    (await client.candidates.list({ startDate, endDate })).candidates.some((item) => item.id === id);
  const changedOn = (await client.candidates.get(id)).modifiedAtUtc.slice(0, 10);
  assert.ok(await isListed(changedOn, changedOn), 'the day of the change');
  assert.ok(!(await isListed('2019-07-01', '2019-07-01')), 'the day of the creation in another system');
});

rule('candidates.neverDeleted', 'A candidate cannot be deleted', async () => {
  assert.equal((await call('DELETE', `/candidates/${await candidate()}`)).status, 405);
});

async function exported(query: { startDate?: string; endDate?: string; officeId?: number }) {
  const found = new Map<number, CandidateDto>();
  for await (const record of client.candidates.stream(query)) found.set(record.id, record);
  return found;
}

rule('candidates.export', 'The export has the same record as the detail', async () => {
  const id = await candidate({ contact: { email: uniqueEmail() } });
  await client.candidates.addKeyword(id, { keyword: 'Staplerschein' });
  assert.deepEqual((await exported({})).get(id), await client.candidates.get(id));
});

rule('candidates.exportFilters', 'The export of a branch and a day has no other candidates', async () => {
  const { branches } = await client.branches.list();
  const [here, there] = branches.filter(({ isActive }) => isActive).map(({ id }) => id);
  const id = await candidate({ officeId: here, createdAtUtc: '2018-02-03T12:00:00Z' });
  const changedOn = (await client.candidates.get(id)).modifiedAtUtc.slice(0, 10);
  const day = { startDate: changedOn, endDate: changedOn };
  assert.ok((await exported({ ...day, officeId: here })).has(id));
  assert.ok(!(await exported({ ...day, officeId: there ?? NOBODY })).has(id));
  assert.ok(!(await exported({ startDate: '2018-02-03', endDate: '2018-02-03', officeId: here })).has(id));
});

rule('candidates.picture', 'A picture must be an image and replaces the previous one', async () => {
  const id = await candidate();
  await client.candidates.setPicture(id, { picture: PNG.toString('base64'), filename: 'ada.png' });
  assert.equal((await client.candidates.get(id)).hasPicture, true);
  await client.candidates.setPicture(id, { picture: `data:image/jpeg;base64,${PNG.toString('base64')}` });
  await refused(client.candidates.setPicture(id, { picture: Buffer.from('no image').toString('base64') }), {
    picture: 'format',
  });
});

rule('candidates.workContract', 'The contract is read back as it was sent', async () => {
  const id = await candidate();
  const contract = { isWorkContractSigned: true, workContractSignedAtUtc: '2026-03-01T10:00:00.000Z' };
  await client.candidates.setWorkContract(id, contract);
  await client.candidates.setWorkContract(id, { didNotShowUpForWork: true });
  shows(await client.candidates.get(id), { workContract: { ...contract, didNotShowUpForWork: true } });
});

rule(
  'candidates.signedWithoutTime',
  'A contract signed without a time gets the time of the call',
  async () => {
    const id = await candidate();
    await client.candidates.setWorkContract(id, { isWorkContractSigned: true });
    const { workContract, modifiedAtUtc } = await client.candidates.get(id);
    assert.ok(Math.abs(Date.parse(workContract.workContractSignedAtUtc!) - Date.parse(modifiedAtUtc)) < 5000);
  },
);

rule('candidates.endOfOperation', 'The end of operation can be set and cleared', async () => {
  const id = await candidate();
  const endOfOperationAtUtc = '2027-06-30T22:00:00.000Z';
  await client.candidates.setEndOfOperation(id, { endOfOperationAtUtc });
  assert.equal((await client.candidates.get(id)).endOfOperationAtUtc, endOfOperationAtUtc);
  await client.candidates.setEndOfOperation(id, { endOfOperationAtUtc: null });
  assert.equal((await client.candidates.get(id)).endOfOperationAtUtc, null);
});

rule('candidates.unknownEverywhere', 'Every operation on an unknown candidate returns 404', async () => {
  const { candidates, documents, communications } = client;
  const file = { filename: 'a.txt', base64File: 'YQ==' };
  const professionId = (await client.masterData.professions()).professions[0]!.id;
  const someone = await recruiterId();
  for (const attempt of [
    () => candidates.get(NOBODY),
    () => candidates.change(NOBODY, { title: 'Dr.' }),
    () => candidates.setStatus(NOBODY, { statusId: 2005 }),
    () => candidates.setWorkContract(NOBODY, { isWorkContractSigned: true }),
    () => candidates.setEndOfOperation(NOBODY, { endOfOperationAtUtc: '2027-06-30T22:00:00Z' }),
    () => candidates.setPicture(NOBODY, { picture: PNG.toString('base64') }),
    () => candidates.addLanguage(NOBODY, { languageId: 1 }),
    () => candidates.changeLanguage(NOBODY, 1, { levelId: 632 }),
    () => candidates.deleteLanguage(NOBODY, 1),
    () => candidates.addDriversLicense(NOBODY, { driversLicenseId: 339 }),
    () => candidates.deleteDriversLicense(NOBODY, 339),
    () => candidates.addProfession(NOBODY, { professionId }),
    () => candidates.deleteProfession(NOBODY, 1),
    () => candidates.setQualification(NOBODY, { name: 'Staplerschein' }),
    () => candidates.deleteQualification(NOBODY, 1),
    () => candidates.addKeyword(NOBODY, { keyword: 'Lager' }),
    () => candidates.addJob(NOBODY, { employer: 'Nordkai', position: 'Lager' }),
    () => candidates.addEducation(NOBODY, { title: 'Ladungssicherung' }),
    () => candidates.addProfessionEducation(NOBODY, { institution: 'Berufsschule', profession: 'Lager' }),
    () => candidates.addSchoolEducation(NOBODY, { school: 'Gesamtschule' }),
    () => candidates.addEmail(NOBODY, { email: 'ada@example.org' }),
    () => candidates.addSms(NOBODY, { phoneNumber: '+49 151 23456789' }),
    () => candidates.addWhatsApp(NOBODY, { phoneNumber: '+49 151 23456789', consentChecked: true }),
    () => candidates.apply(NOBODY, { recruiterId: someone }),
    () => candidates.listApplications(NOBODY),
    () => documents.uploadCv(NOBODY, file),
    () => documents.uploadOther(NOBODY, file),
    () => documents.upload(NOBODY, 'workpermit', file),
    () => documents.listOfCandidate(NOBODY),
    () => communications.create(NOBODY, { communicationTypeId: 1 }),
  ])
    await notFound(attempt());
});
