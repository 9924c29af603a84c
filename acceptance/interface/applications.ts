import assert from 'node:assert/strict';
import type { ApplyImportDto, ExternalApplicationDto } from '../../sdk/index.ts';
import { refused, shows } from '../expect.ts';
import { application, candidate, jobAds, NOBODY, PDF, recruiterId, uniqueEmail } from '../given.ts';
import { client } from '../installation.ts';
import { rule } from '../rule.ts';

const IMPORT = 51;
const HOMEPAGE = 28;

const { receive } = client.applications;
const { apply } = client.candidates;

rule('applications.makesVisible', 'Recruiters see who has applied', async () => {
  const id = await candidate();
  assert.equal((await client.candidates.get(id)).isVisible, false);
  await apply(id, { recruiterId: await recruiterId() });
  assert.equal((await client.candidates.get(id)).isVisible, true);
});

rule('applications.recruiterNeeded', 'Somebody must take care', async () => {
  const id = await candidate();
  await refused(apply(id, {} as ApplyImportDto), { recruiterId: 'required' });
  await refused(apply(id, { recruiterId: NOBODY }), { recruiterId: 'unknownReference' });
});

rule('applications.defaultChannelImport', 'With a recruiter alone it is an import of today', async () => {
  const id = await candidate();
  const answer = await apply(id, { recruiterId: await recruiterId() });
  const { applies } = await client.candidates.listApplications(id);
  shows(applies, [{ id: answer.id, channelId: IMPORT, jobAdId: null }]);
  assert.ok(Math.abs(Date.now() - Date.parse(applies[0]!.appliedAtUtc)) < 3_600_000);
});

rule('applications.referencesChecked', 'Nobody applies for a job ad that does not exist', async () => {
  const id = await candidate();
  await refused(apply(id, { recruiterId: await recruiterId(), jobAdId: NOBODY, channelId: NOBODY }), {
    jobAdId: 'unknownReference',
    channelId: 'unknownReference',
  });
});

rule('applications.readBack', 'An application is read with the names of its references', async (t) => {
  const [jobAd] = await jobAds();
  if (jobAd === undefined) return t.skip('this installation has no job ad');
  const id = await candidate();
  const sent = {
    recruiterId: await recruiterId(),
    jobAdId: jobAd.jobAdId,
    channelId: HOMEPAGE,
    appliedAtUtc: '2026-01-15T09:30:00.000Z',
    message: 'I look forward to your call.',
  };
  await apply(id, sent);
  const { applies } = await client.candidates.listApplications(id);
  shows(applies, [{ ...sent, jobAd: jobAd.title }]);
  assert.ok(applies[0]!.channel);
  assert.deepEqual((await client.candidates.get(id)).applies, applies);
});

rule('applications.externalCreates', 'One call hands over a person and their files', async () => {
  const sent = application({
    documents: [{ filename: 'Lebenslauf.pdf', base64File: PDF, documentCategory: 'cv' }],
  });
  const { id, applicationId, isNewCandidate } = await receive(sent);
  assert.equal(isNewCandidate, true);
  shows(await client.candidates.get(id), {
    firstName: sent.firstName,
    lastName: sent.lastName,
    salutationId: 2,
    isVisible: true,
    contact: { email: sent.email, hasWhatsApp: false, whatsAppConsentChecked: false },
    location: { zipCode: sent.zipCode, city: sent.city },
    documents: [{ originalFileName: 'Lebenslauf.pdf', documentCategory: { key: 'cv' } }],
    applies: [{ id: applicationId }],
  });
});

rule('applications.externalRequired', 'An empty application has thirteen faults', async () => {
  const required = [
    ...['salutationId', 'firstName', 'lastName', 'city', 'zipCode', 'email', 'sourceOfSupplyId'],
    ...[
      'whatsAppConsentChecked',
      'hasWhatsApp',
      'privacyChecked',
      'termsOfUseChecked',
      'keywords',
      'documents',
    ],
  ];
  await refused(
    receive({} as ExternalApplicationDto),
    Object.fromEntries(required.map((name) => [name, 'required'])),
  );
});

rule('applications.externalConsents', 'Without consent nothing is stored', async () => {
  const email = uniqueEmail();
  const unagreed = {
    privacyChecked: false,
    termsOfUseChecked: false,
  } as unknown as Partial<ExternalApplicationDto>;
  await refused(receive(application({ email, ...unagreed })), {
    privacyChecked: 'enum',
    termsOfUseChecked: 'enum',
  });
  assert.deepEqual((await client.candidates.findDuplicates({ email })).duplicates, []);
});

rule('applications.defaultChannelHomepage', 'A career site need not say that it is one', async () => {
  const { id } = await receive(application());
  shows((await client.candidates.listApplications(id)).applies, [{ channelId: HOMEPAGE }]);
});

rule(
  ['applications.knownEmail', 'applications.masterDataStay'],
  'Who applies again under another name stays who they were',
  async () => {
    const sent = application();
    const first = await receive(sent);
    const second = await receive({
      ...sent,
      email: sent.email.toUpperCase(),
      firstName: 'Janina',
      city: 'Potsdam',
    });
    assert.deepEqual([second.id, second.isNewCandidate], [first.id, false]);
    assert.notEqual(second.applicationId, first.applicationId);
    const { firstName, location, applies } = await client.candidates.get(first.id);
    assert.deepEqual([firstName, location.city, applies.length], ['Jana', 'Berlin', 2]);
  },
);

rule('applications.severalWithEmail', 'Of two with one address, the archived one waits', async () => {
  const sent = application();
  const contact = { email: sent.email };
  const [first, second] = [await candidate({ contact }), await candidate({ contact })];
  assert.equal((await receive(sent)).id, second);
  await client.candidates.change(first, { remarks: 'Has called.' });
  assert.equal((await receive(sent)).id, first);
  await client.candidates.setStatus(first, { statusId: 23 });
  assert.equal((await receive(sent)).id, second);
});

rule('applications.keywords', 'Keywords may come in one text', async () => {
  for (const keywords of [['Stapler', 'Schicht'], 'Stapler, Schicht']) {
    const { id } = await receive(application({ keywords }));
    const stored = (await client.candidates.get(id)).keywords.map(({ keyword }) => keyword);
    assert.deepEqual(stored.sort(), ['Schicht', 'Stapler']);
  }
});

rule('applications.freeAnswers', 'What else the form asks is kept', async () => {
  const data = { shiftsPossible: ['early', 'late'], heardOfUs: 'a friend' };
  const { id } = await receive(application({ data, message: 'Hello.' }));
  shows((await client.candidates.listApplications(id)).applies, [{ message: 'Hello.', data }]);
});

rule('applications.allOrNothing', 'A document that cannot be read leaves no candidate behind', async () => {
  const sent = application({
    documents: [
      { filename: 'one.pdf', base64File: PDF },
      { filename: 'two.pdf', base64File: 'not Base64!' },
    ],
  });
  await refused(receive(sent), { 'documents[1].base64File': 'format' });
  assert.deepEqual((await client.candidates.findDuplicates({ email: sent.email })).duplicates, []);
});

rule('applications.documentCategory', 'A file without a category belongs to the application', async () => {
  const { id } = await receive(
    application({ documents: [{ filename: 'Anschreiben.pdf', base64File: PDF }] }),
  );
  shows(await client.candidates.get(id), { documents: [{ documentCategory: { key: 'application' } }] });
});
