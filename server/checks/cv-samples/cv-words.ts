// A list of data: the words that CVs have around what they say about a person. The order decides about the sample files.

import type { SampleLanguage } from './document.ts';
import type { Section } from './layouts.ts';
import type { SamplePerson } from './person.ts';

export const HEADINGS: Record<SampleLanguage, Record<Section, readonly string[]>> = {
  de: {
    profile: ['Profil', 'Über mich', 'Kurzprofil'],
    jobs: [
      'Berufserfahrung',
      'Beruflicher Werdegang',
      'Berufliche Erfahrung',
      'Berufspraxis',
      'Beruflicher Werdegang',
    ],
    training: ['Ausbildung', 'Berufsausbildung', 'Ausbildung / Studium'],
    school: ['Schulbildung', 'Schulische Ausbildung', 'Schule'],
    education: ['Ausbildung', 'Bildungsweg', 'Schul- und Berufsausbildung'],
    courses: ['Weiterbildung', 'Fort- und Weiterbildungen', 'Weiterbildungen', 'Zertifikate und Lehrgänge'],
    languages: ['Sprachen', 'Sprachkenntnisse', 'Fremdsprachen'],
    skills: ['Kenntnisse', 'Fähigkeiten', 'EDV-Kenntnisse', 'Qualifikationen'],
    licences: ['Führerschein', 'Führerscheine'],
    interests: ['Interessen', 'Hobbys', 'Freizeit'],
    personal: ['Persönliche Daten', 'Angaben zur Person', 'Zur Person'],
    contact: ['Kontakt', 'Kontaktdaten'],
  },
  en: {
    profile: ['Profile', 'Summary', 'Personal Statement', 'About me'],
    jobs: [
      'Work Experience',
      'Experience',
      'Employment History',
      'Professional Experience',
      'Career History',
    ],
    training: ['Vocational Training', 'Professional Education', 'Further and Higher Education'],
    school: ['School', 'School Education', 'Secondary Education'],
    education: ['Education', 'Education and Training', 'Academic Background'],
    courses: ['Courses', 'Certifications', 'Training Courses', 'Professional Development'],
    languages: ['Languages', 'Language Skills'],
    skills: ['Skills', 'Key Skills', 'Core Competencies'],
    licences: ['Driving Licence', 'Licences'],
    interests: ['Interests', 'Hobbies and Interests'],
    personal: ['Personal Details', 'Personal Information'],
    contact: ['Contact', 'Contact Details'],
  },
};
export const COUNTRIES: Record<SamplePerson['country'], Record<SampleLanguage, string>> = {
  de: { de: 'Deutschland', en: 'Germany' },
  at: { de: 'Österreich', en: 'Austria' },
  ch: { de: 'Schweiz', en: 'Switzerland' },
  gb: { de: 'Großbritannien', en: 'United Kingdom' },
  us: { de: 'USA', en: 'USA' },
};
export const MONTHS: Record<SampleLanguage, string[]> = {
  de: [
    'Januar',
    'Februar',
    'März',
    'April',
    'Mai',
    'Juni',
    'Juli',
    'August',
    'September',
    'Oktober',
    'November',
    'Dezember',
  ],
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
};
export const SHORT_MONTHS_DE = [
  'Jan.',
  'Feb.',
  'März',
  'Apr.',
  'Mai',
  'Juni',
  'Juli',
  'Aug.',
  'Sept.',
  'Okt.',
  'Nov.',
  'Dez.',
];
