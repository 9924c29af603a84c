import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import { readPlain } from '../text/plain.ts';
import { extractFacts } from './extract.ts';

const catalogs = builtInCatalogs();
const factsOf = (source: string) => extractFacts(readPlain(source), catalogs);
const jobsOf = (source: string) => factsOf(source).jobs.map(({ position, employer }) => [position, employer]);
const trainingsOf = (source: string) =>
  factsOf(source).professionEducations.map(({ profession, institution }) => [profession, institution]);

const JOBS = [
  ['Gärtnerin', 'Baumschule Erlengrund'],
  ['Fahrerin', 'Blumen Petersen'],
];

test('long labels of forms need no colon', () => {
  assert.deepEqual(
    jobsOf(
      'Berufserfahrung\nZeitraum 04/2019 – heute\nBeruf oder Funktion Gärtnerin\nWichtigste Tätigkeiten und Zuständigkeiten Pflege der Beete\nName und Adresse des Arbeitgebers Baumschule Erlengrund, Fulda\nTätigkeitsbereich oder Branche Gartenbau\n\nZeitraum 02/2016 – 03/2019\nBeruf oder Funktion Fahrerin\nWichtigste Tätigkeiten und Zuständigkeiten Fahrten\nName und Adresse des Arbeitgebers Blumen Petersen, Kassel\nTätigkeitsbereich oder Branche Handel',
    ),
    JOBS,
  );
  assert.deepEqual(
    jobsOf(
      'Work experience\nDates 04/2019 – present\nOccupation or position held: Gärtnerin\nMain activities and responsibilities: Beds\nName and address of employer: Baumschule Erlengrund, Fulda\nType of business or sector: Gardens\n\nDates 02/2016 – 03/2019\nOccupation or position held: Fahrerin\nMain activities and responsibilities: Tours\nName and address of employer: Blumen Petersen, Kassel\nType of business or sector: Trade',
    ),
    JOBS,
  );
});

test('a narrow column breaks the labels of forms, with the text between their parts', () => {
  assert.deepEqual(
    trainingsOf(
      'Schul- und Berufsbildung\nZeitraum   09/2004 – 06/2006\nBezeichnung der erworbenen   Meisterprüfung im Gartenbau\nQualifikation\nName und Art der Bildungs- oder   Handwerkskammer Erlental\nAusbildungseinrichtung\n\nZeitraum   08/1992 – 01/1996\nBezeichnung der erworbenen   Ausbildung zur Gärtnerin\nQualifikation\nName und Art der Bildungs- oder   Baumschule Erlengrund\nAusbildungseinrichtung',
    ),
    [
      ['Meisterprüfung im Gartenbau', 'Handwerkskammer Erlental'],
      ['Ausbildung zur Gärtnerin', 'Baumschule Erlengrund'],
    ],
  );
  assert.deepEqual(
    trainingsOf(
      'Education and training\nDates   09/2004 – 06/2006\nTitle of qualification awarded   Diploma in Horticulture\nName and type of organisation   Northfield College\nproviding education and training\n\nDates   08/1992 – 01/1996\nTitle of qualification awarded   Certificate in Welding\nName and type of organisation   Erlengrund College\nproviding education and training',
    ),
    [
      ['Diploma in Horticulture', 'Northfield College'],
      ['Certificate in Welding', 'Erlengrund College'],
    ],
  );
});

test('"Berufstätigkeit als" and "worked as" are no part of a title', () => {
  assert.deepEqual(
    jobsOf(
      'Lebenslauf\n\nBerufserfahrung\n01.04.2019 - heute   Berufstätigkeit als Gärtnerin\n   Arbeitgeber: Baumschule Erlengrund, Fulda\n01.02.2016 - 31.03.2019   Beschäftigt als Fahrerin\n   Arbeitgeber: Blumen Petersen, Kassel',
    ),
    JOBS,
  );
  assert.deepEqual(
    jobsOf(
      'Experience\n04/2019 - present   Worked as Gärtnerin\n   Employer: Baumschule Erlengrund, Fulda\n02/2016 - 03/2019   Employed as Fahrerin\n   Employer: Blumen Petersen, Kassel',
    ),
    JOBS,
  );
});

test('what forms call other times is no job', () => {
  assert.deepEqual(
    jobsOf(
      'Berufserfahrung\n01.04.2019 - heute   Gärtnerin\n   Arbeitgeber: Baumschule Erlengrund, Fulda\n01.04.2018 - 31.03.2019   Sonstige Zeiten: Sprachkurs B1\n01.02.2016 - 31.03.2018   Fahrerin\n   Arbeitgeber: Blumen Petersen, Kassel',
    ),
    JOBS,
  );
  assert.deepEqual(
    jobsOf(
      'Experience\n04/2019 - present   Gärtnerin\n   Employer: Baumschule Erlengrund, Fulda\n04/2018 - 03/2019   Other periods: language course\n02/2016 - 03/2018   Fahrerin\n   Employer: Blumen Petersen, Kassel',
    ),
    JOBS,
  );
});

test('duties after a dash are no employer', () => {
  assert.deepEqual(
    jobsOf(
      'Laufbahn\n2021–jetzt: Küchenchef, Gasthof Linde (Fulda) – Regionale Küche, 90 Sitzplätze, Einkauf\n2017–2021: Koch, Hotel Bergblick (Kassel) – Leitung der kalten Küche\n2014–2017: Koch, Hotel Sonne (Köln)',
    ),
    [
      ['Küchenchef', 'Gasthof Linde'],
      ['Koch', 'Hotel Bergblick'],
      ['Koch', 'Hotel Sonne'],
    ],
  );
  assert.deepEqual(
    jobsOf(
      'Experience\n2021–present: Head Chef, Linden Restaurant (Leeds) – menus, purchasing, rotas\n2017–2021: Cook, Hill Hotel (London) – cold kitchen\n2014–2017: Cook, Sun Hotel (Bristol)',
    ),
    [
      ['Head Chef', 'Linden Restaurant'],
      ['Cook', 'Hill Hotel'],
      ['Cook', 'Sun Hotel'],
    ],
  );
});

test('a remark in parentheses after a city makes it no employer', () => {
  assert.deepEqual(
    factsOf(
      'Praktische Erfahrungen\n01/2023 – heute   Zusteller, Emskurier Vertrieb, Gütersloh (zweimal wöchentlich)\n05/2022 – 06/2022   Praktikum, Tischlerei Ostmann, Kassel (Mithilfe im Fensterbau)',
    ).jobs.map(({ position, employer, city }) => [position, employer, city]),
    [
      ['Zusteller', 'Emskurier Vertrieb', 'Gütersloh'],
      ['Praktikum', 'Tischlerei Ostmann', 'Kassel'],
    ],
  );
  assert.deepEqual(
    factsOf(
      'Experience\n01/2023 – present   Courier, Ems Parcel, London (twice a week)\n05/2022 – 06/2022   Intern, Oak Bakery, Manchester (summer job)',
    ).jobs.map(({ position, employer, city }) => [position, employer, city]),
    [
      ['Courier', 'Ems Parcel', 'London'],
      ['Intern', 'Oak Bakery', 'Manchester'],
    ],
  );
});
