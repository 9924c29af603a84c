import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import type { TextLine } from '../text/lines.ts';
import { readPlain } from '../text/plain.ts';
import { extractFacts } from './extract.ts';

const catalogs = builtInCatalogs();

/** Titles and places of educations, those of schools last. */
function educationsOf(lines: readonly TextLine[]): [title: string | undefined, place: string][] {
  const facts = extractFacts(lines, catalogs);
  return [
    ...facts.professionEducations.map(({ profession, institution }): [string, string] => [
      profession,
      institution,
    ]),
    ...facts.schoolEducations.map(({ graduation, school }): [string | undefined, string] => [
      graduation,
      school,
    ]),
  ];
}

for (const [text, expected] of [
  [
    'Gärtnerin, Ausbildung, Fachschule Husum\n09/2016 – 08/2019\nFloristin, Umschulung, Blumen Petersen\n09/2012 – 08/2015',
    [
      ['Gärtnerin (Ausbildung)', 'Fachschule Husum'],
      ['Floristin (Umschulung)', 'Blumen Petersen'],
    ],
  ],
  [
    '09/2016 – 08/2018\tFachfrau im Rechnungswesen mit eidg. Fachausweis\n\tAkademie Husum',
    [['Fachfrau im Rechnungswesen mit eidg. Fachausweis', 'Akademie Husum']],
  ],
  [
    'School-leaving Examination, Gymnázium Lipa, Brno\n09/1993 – 06/1997',
    [['School-leaving Examination', 'Gymnázium Lipa']],
  ],
  ['Fachschule Husum\t09/2016 – 08/2018\nFührerschein Klasse B, Erste Hilfe', []],
  [
    'Northfield University\t09/2014 – 06/2015\nPostgraduate Certificate in Education (Primary)\tLeeds\nUniversity of Husby\t09/2009 – 06/2012\nBA (Hons) English\tYork',
    [
      ['Postgraduate Certificate in Education (Primary)', 'Northfield University'],
      ['BA (Hons) English', 'University of Husby'],
    ],
  ],
] as const)
  test(`educations in "${text.replaceAll(/\s+/g, ' ')}"`, () => {
    assert.deepEqual(educationsOf(readPlain(`Ausbildung\n\n${text}`)), expected);
  });

test('in a list without dates, sizes show where entries begin, whatever looks bold', () => {
  const line = (size: number, isBold: boolean, text: string): TextLine => ({
    ...readPlain('x')[0]!,
    cells: [{ x: 50, text }],
    size,
    isBold,
  });
  const lines = [
    line(16, true, 'Ausbildung'),
    line(11.5, true, 'Handwerkskammer Husum'),
    line(9, false, 'Gartenbau, Meisterprüfung'),
    line(11.5, false, 'Gärtnerei Petersen'),
    line(9, false, 'Gärtnerin (Ausbildung)'),
    line(11.5, false, 'Oberschule Husum'),
    line(9, false, 'Mittlere Reife'),
    line(7, false, 'Erika Muster, Parkweg 2'),
  ];
  assert.deepEqual(
    educationsOf(lines).map(([, place]) => place),
    ['Handwerkskammer Husum', 'Gärtnerei Petersen', 'Oberschule Husum'],
  );
});

test('degrees that are indented below their schools are no descriptions', () => {
  const trainingsOf = (source: string) => educationsOf(readPlain(source));
  assert.deepEqual(
    trainingsOf(
      'Education\nHeidelberg University      Heidelberg\n  MSc Data Science      Oct 2018 – Feb 2021\nMysore Institute of Engineering      Mysuru\n  BE Information Science      Aug 2010 – Jun 2014',
    ),
    [
      ['MSc Data Science', 'Heidelberg University'],
      ['BE Information Science', 'Mysore Institute of Engineering'],
    ],
  );
  assert.deepEqual(
    trainingsOf(
      'Ausbildung\nUniversität Kassel      Kassel\n  Bachelor Informatik      10/2018 – 02/2021\nHochschule Fulda      Fulda\n  Sozialwesen      08/2010 – 06/2014',
    ),
    [
      ['Bachelor Informatik', 'Universität Kassel'],
      ['Sozialwesen', 'Hochschule Fulda'],
    ],
  );
});

test('the part with the words of a school is the place, and what is before it the title', () => {
  const read = (...entries: string[]) => {
    const { professionEducations } = extractFacts(readPlain(['Ausbildung', ...entries].join('\n')), catalogs);
    return professionEducations.map(({ profession, institution }) => [profession, institution]);
  };
  const entries = [
    '10/2006 - 03/2011   Studium Lehramt an Realschulen, Geografie und Sport, Universität Marburg, Marburg',
    '04/2011 - 03/2013   Vorbereitungsdienst, Zweites Staatsexamen, Studienseminar Kassel',
    '04/2013 - 03/2014   Zusatzstudium, Deutsch, Englisch, Staatliches Seminar für Lehrerbildung, Gießen',
  ];
  const expected = [
    ['Studium Lehramt an Realschulen, Geografie und Sport', 'Universität Marburg'],
    ['Vorbereitungsdienst, Zweites Staatsexamen', 'Studienseminar Kassel'],
    ['Zusatzstudium, Deutsch, Englisch', 'Staatliches Seminar für Lehrerbildung'],
  ];
  assert.deepEqual(read(...entries), expected);
  for (const [index, entry] of entries.entries()) assert.deepEqual(read(entry), [expected[index]]);
});
