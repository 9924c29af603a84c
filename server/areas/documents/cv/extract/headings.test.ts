import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sectionOf } from './headings.ts';

for (const [kind, headings] of Object.entries({
  jobs: [
    'Arbeit',
    'Erfahrung',
    'Berufliche Stationen',
    'Praktika und Nebenjobs',
    'Berufserfahrung / Praktika',
    'Relevant Work Experience',
    'Employment history (selection)',
    'Berufspraxis von Erika Mustermann',
    '● WORK EXPERIENCE',
    '3. Bisherige Tätigkeiten:',
    'exp erience',
    'W O R K E X P E R I E N C E',
  ],
  career: ['Ausbildung und Berufserfahrung', 'Werdegang', 'Schulischer und beruflicher Werdegang'],
  education: [
    'E D U C A T I O N',
    'Aus bildung',
    'Schule und Ausbildung',
    'Aus- und Weiterbildung',
    'Academic Background',
    'Allgemeine und berufliche Bildung',
    'Vocational training',
  ],
  school: ['Schulbildung', 'Schulische Ausbildung', 'Secondary education'],
  courses: ['Zertifikate & Lizenzen', 'Licenses and Certifications', 'Fort- und Weiterbildungen', 'Training'],
  languages: ['Sprachen', 'Weitere Sprache(n)', 'Languages & IT', 'Fremdsprachenkenntnisse'],
  skills: ['Top-Kenntnisse', 'Digitale Kompetenzen', 'Technical Skills', 'EDV- und IT-Kenntnisse'],
  licences: ['Führerausweis', 'Driving licence'],
  personal: ['Zu meiner Person', 'Personal details', 'Per sönliche Daten'],
  profile: ['Über mich', 'Career objective', 'Professional summary'],
  other: ['Ehrenamtliche Tätigkeiten', 'Volunteer Experience', 'Hobbys & Interessen', 'Weitere Angaben'],
})) {
  for (const heading of headings)
    test(`"${heading}" opens ${kind}`, () => assert.equal(sectionOf(heading), kind));
}

for (const text of [
  '2015 – 2018 Ausbildung',
  'Ausbildung zum Koch',
  'Highlights',
  'Software Development',
  'Grundkenntnisse',
  'Erfahrung mit Kunden und Lieferanten',
  'Praktikum',
  'Postgraduate Certificate in Education (Primary)',
  'In stitut',
  'Muttersprache: Deutsch',
])
  test(`"${text}" is no heading`, () => assert.equal(sectionOf(text), undefined));

test('a long word in capitals that is no heading takes no time', () => {
  assert.equal(sectionOf('INOFITINOFITINOFITINOFITINOFITINOFITINOFITINOFITINOFITINOFITX'), undefined);
});
