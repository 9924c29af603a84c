import assert from 'node:assert/strict';
import { test } from 'node:test';
import PDFDocument from 'pdfkit';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import { extractFacts } from '../extract/extract.ts';
import { readPlain } from '../text/plain.ts';
import { parseCv } from '../worker/parse.ts';
import { weighFacts } from './weigh.ts';

const catalogs = builtInCatalogs();

const PAGE_HEIGHT = 842;
const SIZE = 11;
const TOP = 60;
const LINE = 24;

/** A PDF with these lines on its first page, a drawing on its second one, and further pages with a letter each. */
function pdfOf(lines: readonly string[], furtherPages = 0): Promise<Buffer> {
  const pdf = new PDFDocument({ size: [595, PAGE_HEIGHT], margin: 0 });
  const pieces: Buffer[] = [];
  pdf.on('data', (piece: Buffer) => pieces.push(piece));
  const written = new Promise<Buffer>((resolve) => pdf.on('end', () => resolve(Buffer.concat(pieces))));
  for (const [index, line] of lines.entries()) pdf.fontSize(SIZE).text(line, 72, TOP + index * LINE);
  pdf.addPage().rect(100, 100, 200, 200).fill('#888888');
  for (let page = 0; page < furtherPages; page++) pdf.addPage().fillColor('#000000').text('x', 72, 400);
  pdf.end();
  return written;
}

const LINES = [
  'Jana Wieczorek',
  'jana.wieczorek@example.org',
  'Berufserfahrung',
  '04/2019 – heute: Staplerfahrerin, Spreekai Logistik GmbH',
  '09/2014 – 03/2019: Blaues Feld, Grünes Tal',
];

test('a value of a PDF has the page, the number, the text, and the rectangle of its line', async () => {
  const { values } = await parseCv(await pdfOf(LINES), catalogs);
  const job = values.find(({ property, index }) => property === 'resume.jobs' && index === 0)!;
  assert.equal(job.sources.length, 1);
  const [{ page, line, text, rectangle }] = job.sources as [(typeof job.sources)[number]];
  assert.deepEqual([page, line, text], [1, 4, LINES[3]]);
  const top = PAGE_HEIGHT - TOP - 3 * LINE;
  assert.ok(rectangle !== null && rectangle.left === 72 && rectangle.right > 300);
  assert.ok(Math.abs(rectangle.top - top) < SIZE / 2 && Math.abs(rectangle.bottom - (top - SIZE)) < SIZE / 2);
});

test('an entry is surer if its title sounds like an occupation and its place like an employer', async () => {
  const { values } = await parseCv(await pdfOf(LINES), catalogs);
  const [clear, unclear] = values.filter(({ property }) => property === 'resume.jobs');
  assert.ok(clear!.confidence >= 0.95 && unclear!.confidence < 0.95);
});

test('pages without text, pages that are too many, and periods in no entry are left over', async () => {
  const long = await parseCv(await pdfOf(LINES, 30), catalogs);
  assert.deepEqual(long.leftovers, [
    { code: 'pageWithoutText', count: 1, pages: [2] },
    { code: 'unreadPages', count: 2, pages: [31, 32] },
  ]);
  const undated = await parseCv(await pdfOf([...LINES, 'Ausbildung', '2003 – 2006']), catalogs);
  assert.deepEqual(undated.leftovers[0], { code: 'unusedPeriods', count: 1, pages: [1] });
});

test('an education is less sure if the line below goes on with the name of its place', async () => {
  const educationOf = async (...below: string[]) => {
    const lines = [
      'Erika Muster',
      'Ausbildung',
      '10/2008 – 08/2011  Bachelor of Arts Rechnungswesen, Hochschule für Wirtschaft',
      ...below,
      '09/2005 – 08/2008  Ausbildung zur Industriekauffrau, Nordhafen Werke GmbH',
    ];
    const { values } = await parseCv(Buffer.from(lines.join('\n')), catalogs);
    return values.find(({ property }) => property === 'resume.professionEducations')!.confidence;
  };
  assert.ok((await educationOf()) >= 0.95);
  assert.ok((await educationOf('und Recht Berlin')) < 0.95);
});

/** The confidence of the first job of these lines. */
async function jobOf(...lines: string[]): Promise<number> {
  const text = ['Erika Muster', 'Berufserfahrung', ...lines].join('\n');
  const { values } = await parseCv(Buffer.from(text), catalogs);
  return values.find(({ property, index }) => property === 'resume.jobs' && index === 0)!.confidence;
}

test('a job is less sure if a line between its name and its dates is in no part of it, except a city', () => {
  const before = ['Erika Muster', 'Berufserfahrung', 'Werkstudent bei Spreewerk Maschinenbau GmbH'];
  const linesWith = (...between: string[]) =>
    readPlain([...before, ...between, '11/2018 – 10/2021'].join('\n'));
  const facts = extractFacts(linesWith(), catalogs);
  const weigh = (...between: string[]) => {
    const values = weighFacts(facts, linesWith(...between), catalogs);
    return values.find(({ property }) => property === 'resume.jobs')!.confidence;
  };
  assert.ok(weigh() >= 0.95 && weigh('Dresden') >= 0.95);
  assert.ok(weigh('Qualitätssicherung') < 0.95);
});

test('a job is less sure if its employer is only a city, or has a year in it', async () => {
  const further = '01/2017 – 03/2019: Köchin, Hafen GmbH';
  const [sure, city, year] = [
    await jobOf('04/2019 – 10/2021: Staplerfahrerin, Spreekai Logistik GmbH', further),
    await jobOf('04/2019 – 10/2021: Staplerfahrerin, Dresden', further),
    await jobOf('04/2019 – 10/2021: Staplerfahrerin, Spreekai 2000 Logistik GmbH', further),
  ];
  assert.ok(sure >= 0.95 && city < 0.95 && year < 0.95, `${sure} ${city} ${year}`);
});

test('a job is less sure if what is beside its dates can be a part of them', async () => {
  const further = '01/2017 – 03/2019: Köchin, Hafen GmbH';
  const confidenceOf = (dates: string) => jobOf(`${dates} Staplerfahrerin, Spreekai Logistik GmbH`, further);
  for (const whole of ['04/2019 – 10/2021', '2019-Apr – 2021-Okt', '04/2019 – 10/2021 (2 Jahre)'])
    assert.ok((await confidenceOf(whole)) >= 0.95, whole);
  for (const cut of ['04/2019 – 2021 (Okt)', '2019: 04/2019 – 2021, 10:', '04/2019 – 2021 - Oktober:'])
    assert.ok((await confidenceOf(cut)) < 0.95, cut);
});

test('a job is less sure if its title or its employer ends within a name, and a degree if it has no subject', async () => {
  const further = '01/2017 – 03/2019: Köchin, Hafen GmbH';
  const whole = await jobOf('04/2019 – 10/2021: Teaching Assistant, Institute of Forestry', further);
  const broken = await jobOf('04/2019 – 10/2021: Teaching Assistant, Institute of', further);
  assert.ok(whole >= 0.95 && broken < 0.95, `${whole} ${broken}`);
  const ofInstitute = (employer: string) =>
    jobOf(`04/2019 – 10/2021: Wissenschaftliche Mitarbeiterin, ${employer}`, further);
  const [plain, cut] = [
    await ofInstitute('Institut für Forstwirtschaft'),
    await ofInstitute('Institut für Forstwirtschaft, Universität Erlengrund'),
  ];
  assert.ok(plain >= 0.95 && cut < 0.95, `${plain} ${cut}`);
  const degreeOf = (title: string) => {
    const lines = readPlain(`Ausbildung\n10/2010 - 11/2012\n${title}\nUniversität Marburg`);
    const values = weighFacts(extractFacts(lines, catalogs), lines, catalogs);
    return values.find(({ property }) => property === 'resume.professionEducations')!.confidence;
  };
  assert.ok(degreeOf('Master of Science Biologie') >= 0.95 && degreeOf('M.Sc.') < 0.95);
});

test('a birth date without a label waits for a person', async () => {
  const { values } = await parseCv(
    await pdfOf(['Jana Wieczorek', '4 March 1991', ...LINES.slice(1)]),
    catalogs,
  );
  const { confidence } = values.find(({ property }) => property === 'birth.date')!;
  assert.ok(confidence < 0.95);
});

test('a telephone number is less sure if its text goes on with the beginning of another one', async () => {
  const phoneOf = async (phone: string) => {
    const text = `Erika Muster\nHafenweg 4\n26723 Emden\nTel. ${phone}\nerika@example.org`;
    const { values } = await parseCv(Buffer.from(text), catalogs);
    return values.find(({ property }) => property === 'contact.phone')!.confidence;
  };
  assert.ok((await phoneOf('04921 384056')) >= 0.98);
  assert.ok((await phoneOf('04921 384056 / 0172 39')) < 0.98);
});

test('a course with a dash that names no provider is not sure', async () => {
  const text = 'Erika Muster\nZertifikate\nCertified Cloud Solutions Developer – Associate, 2022';
  const { values } = await parseCv(Buffer.from(text), catalogs);
  assert.ok(values.find(({ property }) => property === 'resume.educations')!.confidence < 0.95);
});

for (const [phone, written, isSure] of [
  ['(217) 555-0123', '03/04/1990', false],
  ['(217) 555-0123', '03/25/1990', true],
  ['(217) 555-0123', '03/03/1990', true],
  ['+44 7911 123456', '03/04/1990', true],
] as const)
  test(`a date of birth such as ${written} is ${isSure ? '' : 'not '}sure beside ${phone}`, () => {
    const lines = readPlain(`John Smith\n${phone}\njohn.smith@example.com\nDate of birth: ${written}`);
    const values = weighFacts(extractFacts(lines, catalogs), lines, catalogs);
    const { confidence } = values.find(({ property }) => property === 'birth.date')!;
    assert.equal(confidence >= 0.95, isSure);
  });

for (const line of [
  "sean.o'connor@example.ie",
  'sean.o’connor@example.ie',
  '_sean@example.ie',
  "E-Mail: 'sean.connor@example.ie'",
  '|sean.connor@example.ie',
])
  test(`the address in ${line} is sure`, () => {
    const lines = readPlain(`Sean O'Connor\nMobil: 0171 2345678\n${line}`);
    const values = weighFacts(extractFacts(lines, catalogs), lines, catalogs);
    const { confidence, sources } = values.find(({ property }) => property === 'contact.email')!;
    assert.ok(confidence >= 0.95);
    assert.equal(sources.length, 1);
  });
