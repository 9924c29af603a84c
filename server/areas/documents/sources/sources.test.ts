import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { parseCvTask } from '../index.ts';

// The words of the CV are written in other ways than the reader of CVs stores them.

const service = await startTestService();
const { tenant, services, clock } = service;
const { api } = tenant;
const recruiter = await service.platform('recruiter');

const CV = [
  'Dmytro Kowalenko',
  'Geburtsdatum: 14. März 1991 in Kiel',
  'Lindenstr. 54, 12555 Berlin',
  'Tel.: +49 (0)30 / 901 820 – E-Mail: Dmytro.Kowalenko(at)example.org',
  'Staatsangehörigkeit: ukrainisch',
  'Berufserfahrung',
  '03/2015 – heute  Lagerist, Spedition Nord GmbH, Hamburg',
  'Sprachen',
  'Gute Deutschkenntnisse',
  'Führerschein: Klassen B, BE',
];

async function createCandidate(): Promise<number> {
  const { body } = await api.post('/candidates', { firstName: 'Dmytro', lastName: 'Kowalenko' });
  return body.id;
}

async function addCv(candidateId: number, text: string): Promise<number> {
  const cv = { filename: 'cv.txt', base64File: Buffer.from(text).toString('base64') };
  const { body } = await api.post(`/candidates/${candidateId}/documents/cv`, cv);
  return body.id;
}

async function addReadCv(candidateId: number, text: string): Promise<number> {
  const documentId = await addCv(candidateId, text);
  await parseCvTask(services).run({ tenantId: tenant.id, documentId });
  return documentId;
}

interface Source {
  property: string;
  id: number | null;
  line: string;
}

async function sourcesOf(documentId: number): Promise<Source[]> {
  const { status, body, text } = await recruiter.get(`/documents/${documentId}/sources`);
  assert.equal(status, 200, text);
  return body.sources;
}

const lineOf = (sources: Source[], property: string) =>
  sources.find((source) => source.property === property)?.line;

describe('the line of a CV', () => {
  test('is found for each property that the CV has filled in', async () => {
    const candidateId = await createCandidate();
    const sources = await sourcesOf(await addReadCv(candidateId, CV.join('\n')));
    const { body: candidate } = await api.get(`/candidates/${candidateId}`);
    assert.deepEqual(sources, [
      { property: 'birth.date', id: null, line: CV[1] },
      { property: 'birth.place', id: null, line: CV[1] },
      { property: 'nationalityId', id: null, line: CV[4] },
      { property: 'contact.email', id: null, line: CV[3] },
      { property: 'contact.phone', id: null, line: CV[3] },
      { property: 'location', id: null, line: CV[2] },
      { property: 'resume.jobs', id: candidate.resume.jobs[0].id, line: CV[6] },
      { property: 'languages', id: candidate.languages[0].id, line: CV[8] },
      ...candidate.driversLicences.map(({ id }: { id: number }) => ({
        property: 'driversLicences',
        id,
        line: CV[9],
      })),
    ]);
  });

  for (const [written, date] of [
    ['geb. 03.04.1988', '1988-04-03'],
    ['*3.4.88', '1988-04-03'],
    ['born April 3rd, 1988', '1988-04-03'],
    ['1988-04-03', '1988-04-03'],
    ['04/03/1988', '1988-04-03'],
  ] as const) {
    test(`is found for a date that is written as ${written}`, async () => {
      const candidateId = await createCandidate();
      const documentId = await addReadCv(candidateId, `Lebenslauf\n4.3.1988\n${written}`);
      assert.equal((await api.put(`/candidates/${candidateId}`, { birth: { date } })).status, 204);
      assert.equal(lineOf(await sourcesOf(documentId), 'birth.date'), written);
    });
  }

  test('is that of the value as it is now, and none if the CV does not have it', async () => {
    const candidateId = await createCandidate();
    const documentId = await addReadCv(candidateId, 'Lebenslauf\nMobil 0151 23456789\nDrei Kinder');
    assert.equal(lineOf(await sourcesOf(documentId), 'contact.mobile'), 'Mobil 0151 23456789');
    await api.put(`/candidates/${candidateId}`, { contact: { mobile: '0160 9998887' } });
    assert.deepEqual(await sourcesOf(documentId), []);
  });

  test('is that of the language, not one with a word that only begins like it', async () => {
    const candidateId = await createCandidate();
    const text =
      'Berufserfahrung\n2015 - 2019  Zugbegleiter, Deutsche Bahn AG\nSprachen\nDeutsch: Muttersprache';
    const sources = await sourcesOf(await addReadCv(candidateId, text));
    assert.equal(lineOf(sources, 'languages'), 'Deutsch: Muttersprache');
  });

  test('is cut off if it is long', async () => {
    const candidateId = await createCandidate();
    const long = `Wohnhaft in Heidelberg ${'und '.repeat(200)}`;
    const documentId = await addReadCv(candidateId, long);
    await api.put(`/candidates/${candidateId}`, { location: { city: 'Heidelberg' } });
    assert.equal(lineOf(await sourcesOf(documentId), 'location'), long.slice(0, 300));
  });
});

const admin = await service.platform('admin');
const viewer = await service.platform('viewer');

/** Who has read what of the document, newest first. */
async function accessesOf(documentId: number): Promise<[user: number, kind: string][]> {
  const { body } = await admin.get(`/documents/accesses?documentId=${documentId}`);
  return body.accesses.map(({ userId, kind }: { userId: number; kind: string }) => [userId, kind]);
}

test('a document that was not read has no lines, and asking for them is no access to its contents', async () => {
  const candidateId = await createCandidate();
  const documentId = await addCv(candidateId, CV.join('\n'));
  assert.deepEqual(await sourcesOf(documentId), []);
  assert.deepEqual(await accessesOf(documentId), []);
});

test('lines of a CV are in the access log with their reader and candidate, once in ten minutes', async () => {
  const candidateId = await createCandidate();
  const documentId = await addReadCv(candidateId, CV.join('\n'));
  for (let read = 0; read < 3; read++) assert.ok((await sourcesOf(documentId)).length > 0);
  const ofRecruiter = [recruiter.user.id, 'lines'];
  const ofViewer = [viewer.user.id, 'lines'];
  assert.deepEqual(await accessesOf(documentId), [ofRecruiter]);
  const first = await viewer.get(`/documents/${documentId}/sources`);
  assert.deepEqual(await accessesOf(documentId), [ofViewer, ofRecruiter]);
  await clock.advance(601_000);
  // The caller has the lines already.
  const headers = { 'if-none-match': first.headers.get('etag')! };
  assert.equal((await viewer.get(`/documents/${documentId}/sources`, { headers })).status, 304);
  await sourcesOf(documentId);
  assert.deepEqual(await accessesOf(documentId), [ofRecruiter, ofViewer, ofRecruiter]);
  const { body } = await admin.get(`/documents/accesses?candidateId=${candidateId}`);
  assert.equal(body.accesses.length, 3);
});

test('a CV of the largest size is searched for everything that a candidate can have', async () => {
  const candidateId = await createCandidate();
  const documentId = await addReadCv(candidateId, Array.from({ length: 20_000 }, () => 'ab').join('\n'));
  for (let index = 0; index < 50; index++)
    await api.post(`/candidates/${candidateId}/resume/jobs`, {
      employer: `Firma ${index}`,
      position: 'Packer',
    });
  assert.deepEqual(await sourcesOf(documentId), []);
});
