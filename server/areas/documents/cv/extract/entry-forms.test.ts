import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import { readPlain } from '../text/plain.ts';
import { extractFacts } from './extract.ts';

// CVs as forms print them: each part of an entry or address on a line of its own, after its label.

const catalogs = builtInCatalogs();
const factsOf = (source: string) => extractFacts(readPlain(source), catalogs);
const datesOf = (source: string) =>
  factsOf(source).jobs.map(({ position, employer, fromDate, untilDate, isCurrent }) => [
    position,
    employer,
    fromDate,
    isCurrent ? 'now' : untilDate,
  ]);

const EXPECTED = [
  ['Gärtnerin', 'Baumschule Erlengrund', '2019-04-01', 'now'],
  ['Fahrerin', 'Blumen Petersen', '2016-02-01', '2019-03-31'],
];

test('the beginning and the end of a period can have labels of their own', () => {
  assert.deepEqual(
    datesOf(
      'BERUFSERFAHRUNG\nPosition: Gärtnerin\nArbeitgeber: Baumschule Erlengrund\nVon: 04/2019\nBis: heute\nAufgaben: Beete\n\nPosition: Fahrerin\nArbeitgeber: Blumen Petersen\nVon: 02/2016\nBis: 03/2019\nAufgaben: Fahrten',
    ),
    EXPECTED,
  );
  assert.deepEqual(
    datesOf(
      'WORK EXPERIENCE\nJob title   Gärtnerin\nEmployer   Baumschule Erlengrund\nStart date   04/2019\nEnd date   present\n\nJob title   Fahrerin\nEmployer   Blumen Petersen\nStart date   02/2016\nEnd date   03/2019',
    ),
    EXPECTED,
  );
});

test('a beginning without an end lasts', () => {
  assert.deepEqual(
    datesOf(
      'Berufserfahrung\nPosition: Gärtnerin\nFirma: Baumschule Erlengrund\nBeginn: 04/2019\nEnde: -\n\nPosition: Fahrerin\nFirma: Blumen Petersen\nBeginn: 02/2016\nEnde: 03/2019',
    ),
    EXPECTED,
  );
});

test('the numbers of the entries of a form are no part of them', () => {
  const facts = factsOf(
    'EDUCATION\nEducation 1\nQualification: Diploma in Welding\nInstitution: Northfield College\nFrom: 09/2003\nTo: 12/2005\n\nEducation 2\nQualification: GCSEs\nInstitution: Small Heath Academy\nFrom: 09/1995\nTo: 06/2000',
  );
  assert.deepEqual(
    facts.professionEducations.map(({ profession, institution }) => [profession, institution]),
    [['Diploma in Welding', 'Northfield College']],
  );
  assert.deepEqual(
    facts.schoolEducations.map(({ graduation, school }) => [graduation, school]),
    [['GCSEs', 'Small Heath Academy']],
  );
});

test('a postal code and a city with labels of their own belong to one address', () => {
  const german = factsOf('Erika Muster\nStraße, Hausnummer: Parkweg 12\nPLZ: 36037\nOrt: Fulda').address;
  assert.deepEqual(
    [german?.street, german?.streetNumber, german?.zipCode, german?.city],
    ['Parkweg', '12', '36037', 'Fulda'],
  );
  const british = factsOf('Erika Muster\nStreet: 88 Mill Road\nPostcode: B8 1JB\nCity: Birmingham').address;
  assert.deepEqual(
    [british?.street, british?.streetNumber, british?.zipCode, british?.city],
    ['Mill Road', '88', 'B8 1JB', 'Birmingham'],
  );
});

test('"to date" ends a period that lasts', () => {
  assert.deepEqual(
    datesOf(
      'Experience\n05/2019 – to date   Gardener\nErlengrund Ltd\n02/2016 to 04/2019   Driver\nPetersen Ltd',
    ),
    [
      ['Gardener', 'Erlengrund Ltd', '2019-05-01', 'now'],
      ['Driver', 'Petersen Ltd', '2016-02-01', '2019-04-30'],
    ],
  );
});

test('a number is not the title where the entries have no labels', () => {
  assert.deepEqual(
    datesOf(
      'Berufserfahrung\nStation 1:\nBaumschule Erlengrund\n04/2019 - heute\nGärtnerin\n\nStation 2:\nBlumen Petersen\n02/2016 - 03/2019\nFahrerin',
    ),
    EXPECTED,
  );
});
