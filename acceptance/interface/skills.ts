import assert from 'node:assert/strict';
import { notFound, refused, shows } from '../expect.ts';
import { candidate, NOBODY, unique } from '../given.ts';
import { client } from '../installation.ts';
import { rule } from '../rule.ts';

const GERMAN = 1;
const ENGLISH = 25;
const B2 = 632;
const C1 = 633;
const FORKLIFT = 326;
const CLASS_B = 339;

const details = (id: number) => client.candidates.get(id);
const isInList = async (name: string) =>
  (await client.masterData.qualifications()).qualifications.some((entry) => entry.name === name);

rule('skills.languageAnswersCatalogId', 'Adding a language returns the id of the language', async () => {
  const id = await candidate();
  const added = await client.candidates.addLanguage(id, { languageId: ENGLISH, languageLevelId: B2 });
  assert.equal(added.id, ENGLISH);
  const { languages } = await details(id);
  shows(languages, [{ languageId: ENGLISH, name: 'English', languageLevelId: B2 }]);
  assert.notEqual(languages[0]!.id, undefined);
});

rule('skills.levelEitherName', 'A level can be sent under either name', async () => {
  const id = await candidate();
  await client.candidates.addLanguage(id, { languageId: GERMAN, languageLevelId: C1 });
  await client.candidates.addLanguage(id, { languageId: ENGLISH, levelId: B2 });
  shows((await details(id)).languages, [{ languageLevelId: C1 }, { languageLevelId: B2 }]);
});

rule('skills.languageLevel', 'The level of a language is changed', async () => {
  const id = await candidate();
  await client.candidates.addLanguage(id, { languageId: ENGLISH, languageLevelId: B2 });
  const { status } = await client.candidates.changeLanguage(id, ENGLISH, { levelId: C1 }).withResponse();
  assert.equal(status, 204);
  shows((await details(id)).languages, [{ languageId: ENGLISH, languageLevelId: C1 }]);
});

rule('skills.languageRemoved', 'A language is removed by its catalog id', async () => {
  const id = await candidate();
  await client.candidates.addLanguage(id, { languageId: GERMAN });
  await client.candidates.addLanguage(id, { languageId: ENGLISH });
  const { status } = await client.candidates.deleteLanguage(id, GERMAN).withResponse();
  assert.equal(status, 204);
  assert.deepEqual(
    (await details(id)).languages.map(({ languageId }) => languageId),
    [ENGLISH],
  );
});

rule(
  'skills.licenceAnswersCatalogId',
  'A licence can be added with either spelling of its property',
  async () => {
    const id = await candidate();
    assert.equal((await client.candidates.addDriversLicense(id, { driversLicenseId: CLASS_B })).id, CLASS_B);
    const forklift = { driverLicenceId: FORKLIFT, issuedAt: '2020-01-15', validUntil: '2030-01-15' };
    assert.equal((await client.candidates.addDriversLicense(id, forklift)).id, FORKLIFT);
    const { driversLicences } = await details(id);
    shows(driversLicences.find(({ driversLicenseId }) => driversLicenseId === FORKLIFT)!, {
      issuedAt: '2020-01-15',
      validUntil: '2030-01-15',
    });
  },
);

rule('skills.licenceRemoved', 'A licence is removed by its catalog id', async () => {
  const id = await candidate();
  await client.candidates.addDriversLicense(id, { driversLicenseId: CLASS_B });
  const { status } = await client.candidates.deleteDriversLicense(id, CLASS_B).withResponse();
  assert.equal(status, 204);
  assert.deepEqual((await details(id)).driversLicences, []);
});

const someProfessions = async () => (await client.masterData.professions()).professions.map(({ id }) => id);

rule(
  'skills.professionAnswersCatalogId',
  'Adding a profession returns the id of the profession',
  async () => {
    const id = await candidate();
    const [professionId] = await someProfessions();
    const profession = { professionId: professionId!, isPrimary: true, yearsOfExperience: 3.5 };
    assert.equal((await client.candidates.addProfession(id, profession)).id, professionId);
    shows((await details(id)).professionObjects, [profession]);
  },
);

rule(
  'skills.professionRemoved',
  'A profession is removed from the candidate and stays in the catalog',
  async () => {
    const id = await candidate();
    const [professionId] = await someProfessions();
    await client.candidates.addProfession(id, { professionId: professionId! });
    await client.candidates.deleteProfession(id, professionId!);
    assert.deepEqual((await details(id)).professionObjects, []);
    assert.ok((await someProfessions()).includes(professionId!));
  },
);

rule('skills.qualificationByIdOrName', 'A qualification is sent by id or by name, but not both', async () => {
  const id = await candidate();
  const { qualifications } = await client.masterData.qualifications();
  const { id: qualificationId, name } = qualifications.find(({ isExpired }) => !isExpired)!;
  assert.equal((await client.candidates.setQualification(id, { qualificationId })).id, qualificationId);
  assert.equal((await client.candidates.setQualification(id, { name })).id, qualificationId);
  await refused(client.candidates.setQualification(id, { qualificationId, name }), { name: 'notAllowed' });
});

rule('skills.qualificationNewName', 'A new name is added to the list', async () => {
  const id = await candidate();
  const name = unique('Kranschein');
  const { id: qualificationId } = await client.candidates.setQualification(id, { name });
  shows((await details(id)).qualifications, [{ qualificationId, name }]);
  assert.ok(await isInList(name));
});

rule('skills.qualificationScore', 'A second score replaces the first', async () => {
  const id = await candidate();
  const name = unique('Kranschein');
  await client.candidates.setQualification(id, { name, score: 2 });
  await client.candidates.setQualification(id, { name, score: 5 });
  shows((await details(id)).qualifications, [{ name, score: 5 }]);
  await client.candidates.setQualification(id, { name, score: null });
  shows((await details(id)).qualifications, [{ name, score: null }]);
  for (const score of [0, 6])
    await refused(client.candidates.setQualification(id, { name, score }), { score: 'range' });
});

rule(
  'skills.qualificationRemoved',
  'A qualification is removed from the candidate and stays in the list',
  async () => {
    const id = await candidate();
    const name = unique('Kranschein');
    const { id: qualificationId } = await client.candidates.setQualification(id, { name });
    await client.candidates.deleteQualification(id, qualificationId);
    assert.deepEqual((await details(id)).qualifications, []);
    assert.ok(await isInList(name));
  },
);

rule('skills.keywords', 'Keywords are added', async () => {
  const id = await candidate();
  await client.candidates.addKeyword(id, { keyword: 'Schichtbereitschaft' });
  await client.candidates.addKeyword(id, { keyword: 'Führerschein' });
  const { keywords } = await details(id);
  assert.deepEqual(keywords.map(({ keyword }) => keyword).sort(), ['Führerschein', 'Schichtbereitschaft']);
});

rule('skills.noneTwice', 'An entry cannot be added twice', async () => {
  const id = await candidate();
  const professionId = (await someProfessions())[0]!;
  const add = [
    () => client.candidates.addLanguage(id, { languageId: ENGLISH }),
    () => client.candidates.addDriversLicense(id, { driversLicenseId: CLASS_B }),
    () => client.candidates.addProfession(id, { professionId }),
    () => client.candidates.addKeyword(id, { keyword: 'Lager' }),
  ];
  for (const once of add) await once();
  for (const [index, property] of ['languageId', 'driversLicenseId', 'professionId', 'keyword'].entries())
    await refused(add[index]!(), { [property]: 'duplicate' });
});

rule('skills.onlyKnown', 'Ids that are not in the catalog are rejected', async () => {
  const id = await candidate();
  await refused(client.candidates.addLanguage(id, { languageId: 31 }), { languageId: 'unknownReference' });
  await refused(client.candidates.addLanguage(id, { languageId: GERMAN, languageLevelId: 1 }), {
    languageLevelId: 'unknownReference',
  });
  await refused(client.candidates.addDriversLicense(id, { driversLicenseId: 312 }), {
    driversLicenseId: 'unknownReference',
  });
  await refused(client.candidates.addProfession(id, { professionId: NOBODY }), {
    professionId: 'unknownReference',
  });
  await refused(client.candidates.setQualification(id, { qualificationId: NOBODY }), {
    qualificationId: 'unknownReference',
  });
});

rule('skills.onlyOwn', 'An entry that the candidate does not have is not found', async () => {
  const id = await candidate();
  await client.candidates.addLanguage(id, { languageId: ENGLISH });
  await notFound(client.candidates.changeLanguage(id, GERMAN, { levelId: B2 }));
  await notFound(client.candidates.deleteLanguage(id, GERMAN));
  await notFound(client.candidates.deleteDriversLicense(id, CLASS_B));
  await notFound(client.candidates.deleteProfession(id, (await someProfessions())[0]!));
  await notFound(client.candidates.deleteQualification(id, NOBODY));
});
