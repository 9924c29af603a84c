import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type PlatformApi, startTestService } from '../../../testing/harness.ts';
import { applicantMaker, type Hit } from '../../../testing/makers/applicants.ts';
import { parseCvTask } from '../../documents/index.ts';
import { indexMarked } from '../index.ts';

const service = await startTestService();
const { tenant, services } = service;
const { api } = tenant;
const recruiter = await service.platform('recruiter');

const { createApplicant, search } = applicantMaker(service, recruiter);

async function create(body: object, of = tenant): Promise<number> {
  const response = await of.api.post('/candidates', { firstName: 'Ada', lastName: 'Muster', ...body });
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}

async function apply(id: number, { user }: PlatformApi = recruiter, of = tenant): Promise<void> {
  const response = await of.api.post(`/candidates/${id}/apply`, { recruiterId: user.id });
  assert.equal(response.status, 200, response.text);
}

const ids = async (text: string) => (await search(text)).map(({ id }) => id);

/** The field and the words that were found for the candidate, as a reader sees them marked. */
async function marked(text: string, id: number, headers: Record<string, string> = {}): Promise<string[]> {
  const hit = (await search(text, headers)).find((one) => one.id === id);
  assert.ok(hit !== undefined, `${text} finds candidate ${id}`);
  return hit.matches.map(
    ({ field, excerpt, start, length }) => `${field}: ${excerpt.slice(start, start + length)}`,
  );
}

async function addCv(candidateId: number, text: string): Promise<number> {
  const cv = { filename: 'cv.txt', base64File: Buffer.from(text).toString('base64') };
  const { body } = await api.post(`/candidates/${candidateId}/documents/cv`, cv);
  await parseCvTask(services).run({ tenantId: tenant.id, documentId: body.id });
  await indexMarked(services);
  return body.id;
}

describe('a name', () => {
  for (const [stored, searched] of [
    ['Maier', 'Meyer'],
    ['Neumaier', 'Neumeyer'],
    ['Müller', 'Mueller'],
    ['Müller', 'Muller'],
    ['Mueller', 'MÜLLER'],
    ['Muller', 'Müller'],
    ['Weiß', 'Weiss'],
    ['Strauss', 'Strauß'],
    ['Şahin', 'Sahin'],
    ['Schmidt', 'schmi'],
    ['Meyer-Landrut', 'Landrut'],
    ['Meyer-Landrut', 'Meyer-Land'],
    ['von der Heide', 'von der Heide'],
    ["O'Neill", 'Neill'],
    ['Петров', 'Петр'],
    ['Николаев', 'Nikolajew'],
    ['Гончаров', 'Gontscharow'],
    ['Tkachenko', 'Tkatschenko'],
  ] as const) {
    test(`${stored} is found as ${searched}`, async () => {
      const id = await createApplicant({ lastName: stored });
      assert.ok((await ids(searched)).includes(id));
    });
  }

  for (const [stored, searched] of [
    ['Najjar', 'Meyer'],
    ['Maier', 'Neyer'],
    ['Bach', 'Batsch'],
  ] as const) {
    test(`${stored} is not found as ${searched}`, async () => {
      const id = await createApplicant({ lastName: stored });
      assert.ok(!(await ids(searched)).includes(id));
      assert.ok((await ids(stored)).includes(id));
    });
  }

  test('is found with the first name, in any order, and only if both match', async () => {
    const id = await createApplicant({ firstName: 'Zübeyde', lastName: 'Quastenhofer' });
    assert.deepEqual(await ids('Quastenhofer Zubeyde'), [id]);
    assert.deepEqual(await ids('Quastenhofer Hildegard'), []);
    assert.deepEqual(await marked('zueb quasten', id), ['name: Zübeyde', 'name: Quastenhofer']);
  });

  test('that is the word itself comes before names that only begin or sound like it', async () => {
    const exact = await createApplicant({ lastName: 'Wagner' });
    const longer = await createApplicant({ lastName: 'Wagnerhuber' });
    const alike = await createApplicant({ lastName: 'Wackner' });
    const endsOtherwise = await createApplicant({ lastName: 'Wagenara' });
    assert.deepEqual(await ids('Wagner'), [exact, longer, alike, endsOtherwise]);
  });

  test('that was changed is found, and the former one is not', async () => {
    const id = await createApplicant({ lastName: 'Altenname' });
    await api.put(`/candidates/${id}`, { lastName: 'Neuenname' });
    await indexMarked(services);
    assert.deepEqual([await ids('Neuenname'), await ids('Altenname')], [[id], []]);
  });
});

describe('a phone number', () => {
  const notations = ['0151 55512345', '+49 151 555 12345', '0049 (0)151/555-12345', '015155512345'];
  // As spreadsheets save it.
  for (const stored of [...notations, '4915155512345']) {
    test(`stored as ${stored} is found in any notation`, async () => {
      const id = await createApplicant({ contact: { mobile: stored } });
      for (const searched of [
        '0151 555',
        '+49151555',
        '0049 151 555',
        '+49 (0)151 555',
        '0151/55512',
        '151 555',
        '12345',
      ])
        assert.ok((await ids(searched)).includes(id), searched);
      assert.ok(!(await ids('0152 555')).includes(id));
      assert.deepEqual(await marked('0151 555', id), ['phone: +4915155512345']);
    });
  }

  test('of another contact channel is found', async () => {
    const id = await createApplicant({}, [['sms', { phoneNumber: '0170 9990001' }]]);
    assert.deepEqual(await ids('0170 999'), [id]);
  });
});

test('an email address is found by its beginning, its parts, and its domain', async () => {
  const id = await createApplicant({ contact: { email: 'Klara.Eigenartig@Firma-Selten.example' } });
  for (const text of ['klara.eigenartig@firma', 'eigenartig', '@firma-selten.example'])
    assert.deepEqual(await ids(text), [id], text);
});

test('city, postal code, keyword, desired position, employer, position, and education are found', async () => {
  const id = await createApplicant(
    { location: { zipCode: '23966', city: 'Wismar' }, desiredPosition: 'Kranführerin' },
    [
      ['keywords', { keyword: 'Schichtbereitschaft' }],
      [
        'resume/jobs',
        { employer: 'Ostseewerft', position: 'Takelmeisterin', description: 'Segel und Leinen.' },
      ],
      ['resume/educations', { title: 'Ladungssicherung', provider: 'Hafenakademie' }],
      ['resume/professioneducations', { institution: 'Werftkontor', profession: 'Schiffbau' }],
      ['resume/schooleducations', { school: 'Kopernikusschule', graduation: 'Abitur' }],
    ],
  );
  const words = {
    Wismar: 'city: Wismar',
    23966: 'city: 23966',
    Kranfuehrer: 'desiredPosition: Kranführerin',
    schichtbereit: 'keyword: Schichtbereitschaft',
    Ostseewerft: 'employer: Ostseewerft',
    Takelmeisterin: 'position: Takelmeisterin',
    Leinen: 'resume: Leinen',
    Ladungssicherung: 'education: Ladungssicherung',
    Hafenakademie: 'education: Hafenakademie',
    Schiffbau: 'education: Schiffbau',
    Kopernikus: 'education: Kopernikusschule',
  };
  for (const [word, expected] of Object.entries(words)) {
    assert.deepEqual(await ids(word), [id], word);
    assert.deepEqual(await marked(word, id), [expected]);
  }
  assert.deepEqual(await marked('Wismar Takel', id), ['city: Wismar', 'position: Takelmeisterin']);
});

test('umlauts and ß are the same in every spelling, also in the beginning of a word', async () => {
  const stored = ['Schüttgut Gefäß', 'Schuettgut Gefaess', 'Schuttgut Gefass'];
  const all: number[] = [];
  for (const keyword of stored) all.push(await createApplicant({}, [['keywords', { keyword }]]));
  for (const text of ['Schüttgut', 'SCHUETTGUT', 'schuttgut', 'schutt', 'Gefäß', 'gefaess', 'Gefass'])
    assert.deepEqual(
      (await ids(text)).toSorted((a, b) => a - b),
      all,
      text,
    );
});

describe('a compound', () => {
  for (const [stored, searched] of [
    ['Gabelstaplerfahrer', 'Fahrer'],
    ['Gabelstaplerfahrer', 'Staplerfahrer'],
    ['Gabelstaplerfahrer', 'Gabelstapler'],
    ['Gabelstaplerfahrer', 'Stapler'],
    ['Gabelstapler-Fahrer', 'Gabelstaplerfahrer'],
    ['Gabelstaplerfahrer', 'Gabelstapler Fahrer'],
    ['Industrieschweißer', 'Schweisser'],
    ['Gebäudereinigung', 'Reinigung'],
  ] as const) {
    test(`${stored} is found as ${searched}`, async () => {
      const id = await createApplicant({}, [['keywords', { keyword: stored }]]);
      assert.ok((await ids(searched)).includes(id));
    });
  }
});

test('soft hyphens and spaces without a width, which pasted text has, break no word', async () => {
  const id = await createApplicant({
    desiredPosition: 'Rohr\u00adleger im Anlagen\u200bbau',
    lastName: 'Ostro\u00adwerk',
  });
  for (const text of [
    'Rohrleger',
    'Anlagenbau',
    'Ostrowerk',
    'Rohr\u00adleger Anlagenbau',
    '"Rohrleger im Anlagenbau"',
  ])
    assert.deepEqual(await ids(text), [id], text);
  assert.deepEqual(await marked('Rohrleger', id), ['desiredPosition: Rohr\u00adleger']);
});

test('professions and qualifications are found by the names of their lists, also after a change of name', async () => {
  const [profession] = (
    await recruiter.get('/masterdata/professions', { headers: { 'accept-language': 'de' } })
  ).body.professions.filter(({ name }: { name: string }) => name.startsWith('CNC-Dreher'));
  const admin = await service.platform('admin');
  const entry = { nameEn: 'Rigging', nameDe: 'Takelage' };
  const { body: qualification } = await admin.post('/masterdata/qualifications/entries', entry);
  const id = await createApplicant({}, [
    ['professions', { professionId: profession.id }],
    ['qualifications', { qualificationId: qualification.id }],
  ]);
  assert.deepEqual(await marked('Dreher', id, { 'accept-language': 'de' }), [
    `profession: ${profession.name}`,
  ]);
  assert.deepEqual(await marked('Takelage', id), ['qualification: Rigging']);
  await admin.put(`/masterdata/qualifications/entries/${qualification.id}`, { nameDe: 'Seilkunde' });
  assert.deepEqual([await ids('Seilkunde'), await ids('Takelage')], [[id], []]);
});

describe('the text of a CV', () => {
  const CV = `Jana Wieczorek\n\nBerufserfahrung\n04/2019 – heute: Disponentin – Spreekai Logistik GmbH, Berlin\n${'Lager und Versand. '.repeat(20)}\nSonstiges: Pyrotechnikschein der Klasse T2, Imkerei\n${'Mehr Text. '.repeat(20)}`;

  test('finds its candidate, with the words around the match', async () => {
    const id = await createApplicant({ lastName: 'Wieczorek' });
    await addCv(id, CV);
    const [hit] = await search('imkerei');
    assert.deepEqual([hit!.id, hit!.matches.length], [id, 1]);
    const [{ field, excerpt, start, length }] = hit!.matches as [Hit['matches'][number]];
    assert.deepEqual([field, excerpt.slice(start, start + length)], ['document', 'Imkerei']);
    assert.match(excerpt, /^… .*Pyrotechnikschein der Klasse T2, Imkerei Mehr Text\..* …$/);
    assert.ok(excerpt.length < 200);
  });

  test('counts less than a keyword', async () => {
    const inText = await createApplicant({});
    await addCv(inText, 'Lebenslauf\nIch kann Bienenzucht.');
    const asKeyword = await createApplicant({}, [['keywords', { keyword: 'Bienenzucht' }]]);
    const later = await createApplicant({});
    await addCv(later, 'Lebenslauf\nIch kann Bienenzucht.');
    assert.deepEqual(await ids('Bienenzucht'), [asKeyword, later, inText]);
  });

  test('is not found once the document is deleted', async () => {
    const admin = await service.platform('admin');
    const id = await createApplicant({});
    const documentId = await addCv(id, 'Lebenslauf\nKenntnisse: Glockenguss');
    assert.deepEqual(await ids('Glockenguss'), [id]);
    await admin.delete(`/documents/${documentId}`);
    await indexMarked(services);
    assert.deepEqual(await ids('Glockenguss'), []);
  });
});

test('a candidate without an application is found nowhere, and found after the first one', async () => {
  const id = await create({ lastName: 'Unbeworben' });
  await indexMarked(services);
  assert.deepEqual(await ids('Unbeworben'), []);
  const { body: all } = await recruiter.post('/candidates/search', { limit: 200 });
  assert.ok(!all.candidates.some((one: { id: number }) => one.id === id));
  await apply(id);
  await indexMarked(services);
  assert.deepEqual(await ids('Unbeworben'), [id]);
});

test('candidates of another tenant are not found', async () => {
  const other = await service.createTenant();
  const id = await create({ lastName: 'Fremdling' }, other);
  const theirs = await service.platform('recruiter', other);
  await apply(id, theirs, other);
  await indexMarked(services);
  assert.deepEqual(await ids('Fremdling'), []);
  const { body } = await theirs.post('/candidates/search', { text: 'Fremdling' });
  assert.deepEqual(
    body.candidates.map((one: { id: number }) => one.id),
    [id],
  );
});

test('an erased candidate leaves nothing in the index, without a run of the indexer', async () => {
  const admin = await service.platform('admin');
  const id = await createApplicant({ lastName: 'Vergessenwerden' }, [
    ['keywords', { keyword: 'Vergesslichkeit' }],
  ]);
  await addCv(id, 'Lebenslauf\nKenntnisse: Vergesslichkeit');
  assert.deepEqual(await ids('Vergesslichkeit'), [id]);
  assert.equal((await admin.delete(`/candidates/${id}`)).status, 204);
  assert.deepEqual(await ids('Vergesslichkeit'), []);
  for (const table of ['candidate_search', 'candidate_search_term', 'document_text'])
    assert.deepEqual(
      await service.sql(`SELECT 1 FROM ${table} AS t WHERE t::text ILIKE '%vergess%'`),
      [],
      table,
    );
  await indexMarked(services);
  assert.deepEqual(await ids('Vergessenwerden'), []);
});

test('common words find who is called so, signs alone find nobody, and no text finds everybody', async () => {
  const id = await createApplicant({ lastName: 'Und' });
  assert.ok((await ids('und')).includes(id));
  for (const text of ['%', '@', '+', '()', '…', "'; --", '\\', 'a@b@c', '-', '=p1', '~67']) {
    const { status, body } = await recruiter.post('/candidates/search', { text });
    assert.deepEqual([status, body.total, body.candidates], [200, 0, []], text);
  }
  for (const text of ['', '  ', undefined])
    assert.ok((await recruiter.post('/candidates/search', { text })).body.total > 0);
});

test('more than ten words are rejected', async () => {
  const response = await recruiter.post('/candidates/search', { text: 'a b c d e f g h i j k' });
  assert.deepEqual([response.status, response.body.validationErrors[0].property], [400, 'text']);
});
