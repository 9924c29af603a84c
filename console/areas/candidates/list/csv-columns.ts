import type { CandidateExportRow } from '../../../core/api/records.ts';
import { type Cell, toDay, toTime } from '../../../core/csv.ts';
import type { Language } from '../../../core/texts/start-language.ts';
import type { Texts } from '../../../core/texts/texts-de.ts';

interface Writing {
  language: Language;
  stages: Texts['stages'];
}

type Column = readonly [
  headings: Readonly<Record<Language, string>>,
  cell: (row: CandidateExportRow, writing: Writing) => Cell,
];

const heading = (de: string, en: string) => ({ de, en });

/**
 * The columns of the file. An import recognizes them by their headings, which are among those of docs/importing-candidates.md, except
 * the last four: they are for people. The values are in a form that an import takes.
 */
const COLUMNS: readonly Column[] = [
  [heading('Stellwerk-ID', 'Stellwerk-ID'), ({ id }) => id],
  [heading('ID', 'ID'), ({ importExternalId }) => importExternalId],
  [heading('Anrede', 'Salutation'), ({ salutation }) => salutation],
  [heading('Titel', 'Title'), ({ title }) => title],
  [heading('Vorname', 'First name'), ({ firstName }) => firstName],
  [heading('Nachname', 'Last name'), ({ lastName }) => lastName],
  [heading('E-Mail', 'Email address'), ({ email }) => email],
  [heading('Telefon', 'Phone'), ({ phone }) => phone],
  [heading('Handy', 'Mobile'), ({ mobile }) => mobile],
  [heading('Straße', 'Street'), ({ street }) => street],
  [heading('Hausnummer', 'House number'), ({ streetNumber }) => streetNumber],
  [heading('PLZ', 'Postal code'), ({ zipCode }) => zipCode],
  [heading('Ort', 'City'), ({ city }) => city],
  [heading('Bundesland', 'Federal state'), ({ federalState }) => federalState],
  [heading('Land', 'Country'), ({ country }) => country],
  [heading('Adresszusatz', 'Address line 1'), ({ addressLine1 }) => addressLine1],
  [heading('Adresszusatz 2', 'Address line 2'), ({ addressLine2 }) => addressLine2],
  [heading('Status', 'Candidate status'), ({ status }) => status],
  [heading('Niederlassung', 'Branch'), ({ office }) => office],
  [heading('Zuständig', 'Responsible'), ({ responsibleUser }) => responsibleUser],
  [heading('Wunschposition', 'Desired position'), ({ desiredPosition }) => desiredPosition],
  [heading('Berufe', 'Professions'), ({ professions }) => professions.join('; ')],
  [heading('Qualifikationen', 'Qualifications'), ({ qualifications }) => toList(qualifications)],
  [heading('Schlagwörter', 'Keywords'), ({ keywords }) => toList(keywords)],
  [heading('Sprachen', 'Languages'), ({ languages }) => languages.map(toLanguage).join(', ')],
  [heading('Führerscheine', "Driver's licenses"), ({ driversLicences }) => driversLicences.join(', ')],
  [
    heading('Verfügbar ab', 'Available from'),
    ({ availableFrom }, { language }) => toDay(availableFrom, language),
  ],
  [heading('Kündigungsfrist', 'Notice period'), ({ noticePeriod }) => noticePeriod],
  [heading('Wochenstunden', 'Weekly hours'), ({ weeklyHours }) => weeklyHours],
  [heading('Gehaltswunsch', 'Salary expectation'), ({ salaryExpectation }) => salaryExpectation],
  [heading('Gehaltszeitraum', 'Salary period'), ({ salaryPeriod }) => salaryPeriod],
  [heading('Währung', 'Currency'), ({ currency }) => currency],
  [
    heading('Schichtbereitschaft', 'Shift work'),
    ({ shiftWork }, { language }) => toFlag(shiftWork, language),
  ],
  [heading('Umkreis (km)', 'Radius (km)'), ({ radiusKm }) => radiusKm],
  [heading('Eigener Pkw', 'Has car'), ({ hasCar }, { language }) => toFlag(hasCar, language)],
  [heading('Geburtsdatum', 'Date of birth'), ({ birthDate }, { language }) => toDay(birthDate, language)],
  [heading('Geburtsort', 'Place of birth'), ({ birthPlace }) => birthPlace],
  [heading('Geburtsname', 'Name at birth'), ({ birthName }) => birthName],
  [heading('Geburtsland', 'Country of birth'), ({ birthCountry }) => birthCountry],
  [heading('Geschlecht', 'Gender'), ({ gender }) => gender],
  [heading('Staatsangehörigkeit', 'Nationality'), ({ nationality }) => nationality],
  [
    heading('Arbeitserlaubnis erforderlich', 'Work permit required'),
    ({ workPermitRequired }, { language }) => toFlag(workPermitRequired, language),
  ],
  [
    heading('Arbeitserlaubnis bis', 'Work permit valid until'),
    ({ workPermitValidUntil }, { language }) => toDay(workPermitValidUntil, language),
  ],
  [heading('Anforderungsniveau', 'Level'), ({ level }) => level],
  [heading('Webseite', 'Website'), ({ website }) => website],
  [heading('WhatsApp', 'WhatsApp'), ({ hasWhatsApp }, { language }) => toFlag(hasWhatsApp, language)],
  [
    heading('WhatsApp-Einwilligung', 'WhatsApp consent'),
    ({ whatsAppConsentChecked }, { language }) => toFlag(whatsAppConsentChecked, language),
  ],
  [heading('Quelle', 'Source'), ({ sourceOfSupply }) => sourceOfSupply],
  [heading('Bemerkungen', 'Remarks'), ({ remarks }) => remarks],
  [heading('Erstellt am', 'Created at'), ({ createdAtUtc }, { language }) => toTime(createdAtUtc, language)],
  [heading('Beworben am', 'Applied at'), ({ appliedAtUtc }, { language }) => toTime(appliedAtUtc, language)],
  [heading('Stellen-ID', 'Job ad ID'), ({ jobAdId }) => jobAdId],
  [heading('Kanal', 'Channel'), ({ channel }) => channel],
  [heading('Recruiter', 'Recruiter'), ({ recruiter }) => recruiter],
  [heading('Beworben auf', 'Applied for'), ({ jobAd }) => jobAd],
  [heading('Phase', 'Stage'), ({ stage }, { stages }) => (stage === null ? null : stages[stage])],
  [heading('Entfernung (km)', 'Distance (km)'), ({ distanceKm }) => distanceKm],
  [
    heading('Geändert am', 'Changed at'),
    ({ modifiedAtUtc }, { language }) => toTime(modifiedAtUtc, language),
  ],
];

export const toHead = (language: Language): string[] => COLUMNS.map(([headings]) => headings[language]);

export const toCells = (row: CandidateExportRow, writing: Writing): Cell[] =>
  COLUMNS.map(([, cell]) => cell(row, writing));

const FLAGS = { de: ['ja', 'nein'], en: ['yes', 'no'] } as const;

function toFlag(flag: boolean | null, language: Language): string | null {
  return flag === null ? null : FLAGS[language][flag ? 0 : 1];
}

function toLanguage({ name, level }: CandidateExportRow['languages'][number]): string {
  if (level === null) return name;
  return /^[A-C]\d$/.test(level) ? `${name} ${level}` : `${name} (${level})`;
}

/** An import splits lists at commas and the like, but not in quotes, and not in parentheses. */
function toList(entries: readonly string[]): string {
  return entries.map((entry) => (isSplit(entry) ? `"${entry.replaceAll('"', '""')}"` : entry)).join(', ');
}

function isSplit(entry: string): boolean {
  return /[,;|"\n]/.test(entry) || entry.split('(').length !== entry.split(')').length;
}
