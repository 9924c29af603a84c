import assert from 'node:assert/strict';
import type { ApplyImportDto, ExternalApplicationDto } from '../../sdk/index.ts';
import { refused, shows } from '../expect.ts';
import { application, candidate, jobAds, NOBODY, PDF, recruiterId, uniqueEmail } from '../given.ts';
import { client } from '../installation.ts';
import { call } from '../raw.ts';
import { rule } from '../rule.ts';

const IMPORT = 51;
const HOMEPAGE = 28;

const { receive } = client.applications;
const { apply } = client.candidates;

rule('applications.makesVisible', 'A candidate is visible after applying', async () => {
  const id = await candidate();
  assert.equal((await client.candidates.get(id)).isVisible, false);
  await apply(id, { recruiterId: await recruiterId() });
  assert.equal((await client.candidates.get(id)).isVisible, true);
});

rule('applications.unreadablePhone', 'A telephone number "n/a" does not lose an application', async () => {
  const body = application({ phoneNumber: 'n/a' });
  const { status, headers, body: received } = await call('POST', '/candidates/applies/external', { body });
  assert.deepEqual([status, headers.get('ignored-properties')], [200, 'phoneNumber']);
  shows(await client.candidates.get(received.id), { contact: { phone: null } });
});

rule('applications.recruiterNeeded', 'An application without a recruiter is a fault', async () => {
  const id = await candidate();
  await refused(apply(id, {} as ApplyImportDto), { recruiterId: 'required' });
  await refused(apply(id, { recruiterId: NOBODY }), { recruiterId: 'unknownReference' });
});

rule(
  'applications.defaultChannelImport',
  'An application with only a recruiter is an import with the current time',
  async () => {
    const id = await candidate();
    const { id: applicationId } = await apply(id, { recruiterId: await recruiterId() });
    const { applies } = await client.candidates.listApplications(id);
    shows(applies, [{ id: applicationId, channelId: IMPORT, jobAdId: null }]);
    assert.ok(Math.abs(Date.now() - Date.parse(applies[0]!.appliedAtUtc)) < 3_600_000);
  },
);

rule('applications.referencesChecked', 'An unknown job ad or channel is a fault', async () => {
  const id = await candidate();
  await refused(apply(id, { recruiterId: await recruiterId(), jobAdId: NOBODY, channelId: NOBODY }), {
    jobAdId: 'unknownReference',
    channelId: 'unknownReference',
  });
});

rule(
  'applications.readBack',
  'An application is read back with the names of its job ad and channel',
  async (t) => {
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
  },
);

rule(
  'applications.externalCreates',
  'One call creates the candidate, the application and a document',
  async () => {
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
  },
);

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

rule('applications.externalConsents', 'Without the consents nothing is stored', async () => {
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

rule(
  'applications.defaultChannelHomepage',
  'Without a channel, an external application gets the channel homepage',
  async () => {
    const { id } = await receive(application());
    shows((await client.candidates.listApplications(id)).applies, [{ channelId: HOMEPAGE }]);
  },
);

rule(
  ['applications.knownEmail', 'applications.masterDataStay'],
  'A second application with another name goes to the same candidate and leaves the profile',
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

rule(
  'applications.severalWithEmail',
  'Of two candidates with the address, the archived one is chosen last',
  async () => {
    const sent = application();
    const contact = { email: sent.email };
    const [first, second] = [await candidate({ contact }), await candidate({ contact })];
    assert.equal((await receive(sent)).id, second);
    await client.candidates.change(first, { remarks: 'Has called.' });
    assert.equal((await receive(sent)).id, first);
    await client.candidates.setStatus(first, { statusId: 23 });
    assert.equal((await receive(sent)).id, second);
  },
);

rule('applications.keywords', 'Keywords can be a list or one text', async () => {
  for (const keywords of [['Stapler', 'Schicht'], 'Stapler, Schicht']) {
    const { id } = await receive(application({ keywords }));
    const stored = (await client.candidates.get(id)).keywords.map(({ keyword }) => keyword);
    assert.deepEqual(stored.sort(), ['Schicht', 'Stapler']);
  }
});

rule('applications.freeAnswers', 'Free-form answers are read back with the application', async () => {
  const data = { shiftsPossible: ['early', 'late'], heardOfUs: 'a friend' };
  const { id } = await receive(application({ data, message: 'Hello.' }));
  shows((await client.candidates.listApplications(id)).applies, [{ message: 'Hello.', data }]);
});

rule('applications.allOrNothing', 'A faulty document creates no candidate', async () => {
  const sent = application({
    documents: [
      { filename: 'one.pdf', base64File: PDF },
      { filename: 'two.pdf', base64File: 'not Base64!' },
    ],
  });
  await refused(receive(sent), { 'documents[1].base64File': 'format' });
  assert.deepEqual((await client.candidates.findDuplicates({ email: sent.email })).duplicates, []);
});

rule('applications.documentName', 'A CV without a file name is named cv.pdf', async () => {
  const { id } = await receive(
    application({ documents: [{ filename: null, base64File: PDF, documentCategory: 'cv' }] }),
  );
  shows(await client.candidates.get(id), { documents: [{ originalFileName: 'cv.pdf' }] });
});

rule(
  'applications.unknownCategory',
  'An unknown category and an unknown salutation are two faults',
  async () => {
    const sent = application({
      salutationId: 99,
      documents: [{ filename: 'a.pdf', base64File: PDF, documentCategory: 'holiday' }],
    });
    await refused(receive(sent), {
      salutationId: 'unknownReference',
      'documents[0].documentCategory': 'unknownReference',
    });
  },
);

rule('applications.documentCategory', 'A file without a category gets the category application', async () => {
  const { id } = await receive(
    application({ documents: [{ filename: 'Anschreiben.pdf', base64File: PDF }] }),
  );
  shows(await client.candidates.get(id), { documents: [{ documentCategory: { key: 'application' } }] });
});
