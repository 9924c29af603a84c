import type { TSchema } from '../../core/http/schema.ts';
import { ENDPOINTS } from '../../endpoints.ts';

/** How the text of a cell is read. `list` is split into entries. `file` names a file. */
type ValueKind = 'text' | 'flag' | 'integer' | 'number' | 'date' | 'time' | 'reference' | 'list' | 'file';

/** A property that a column can fill. */
export interface Property {
  /** Path in the body of POST /candidates, or one of the properties below for the other operations. */
  path: string;
  kind: ValueKind;
  /** For a reference, the kind of record; otherwise undefined. */
  reference: string | undefined;
  /** Headings by which a column is recognized, as people write them. */
  headings: readonly string[];
}

/** Headings in German and English. A heading is recognized regardless of case, spaces, hyphens, dots, and umlauts. */
const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  stellwerkId: ['Stellwerk-ID'],
  importExternalId: [
    'ID',
    'Nr.',
    'Nummer',
    'Bewerbernummer',
    'Bewerber-ID',
    'Kandidatennummer',
    'Personalnummer',
    'Externe ID',
    'Number',
    'Candidate ID',
    'External ID',
  ],
  firstName: ['Vorname', 'Rufname', 'First name', 'Given name'],
  lastName: ['Nachname', 'Name', 'Familienname', 'Zuname', 'Last name', 'Surname', 'Family name'],
  salutationId: ['Anrede', 'Salutation'],
  title: ['Titel', 'Akademischer Titel', 'Title'],
  genderId: ['Geschlecht', 'Gender', 'Sex'],
  nationalityId: ['Nationalität', 'Staatsangehörigkeit', 'Staatsbürgerschaft', 'Nationality', 'Citizenship'],
  levelId: ['Anforderungsniveau', 'Niveau', 'Level'],
  officeId: ['Niederlassung', 'Filiale', 'Geschäftsstelle', 'Standort', 'Branch', 'Office'],
  responsibility: ['Betreuer', 'Zuständig', 'Disponent', 'Sachbearbeiter', 'Responsible'],
  'birth.date': [
    'Geburtsdatum',
    'Geb.-Datum',
    'Geburtstag',
    'Geboren am',
    'Date of birth',
    'Birth date',
    'Birthday',
  ],
  'birth.place': ['Geburtsort', 'Place of birth'],
  'birth.name': ['Geburtsname', 'Name at birth', 'Maiden name'],
  'birth.countryId': ['Geburtsland', 'Country of birth'],
  'contact.email': ['E-Mail', 'E-Mail-Adresse', 'Mail', 'Email address'],
  'contact.phone': [
    'Telefon',
    'Telefonnummer',
    'Tel.',
    'Festnetz',
    'Telefon privat',
    'Phone',
    'Phone number',
    'Telephone',
  ],
  'contact.mobile': [
    'Handy',
    'Handynummer',
    'Mobil',
    'Mobiltelefon',
    'Mobilnummer',
    'Telefon mobil',
    'Mobile',
    'Mobile phone',
    'Cell phone',
  ],
  'contact.website': ['Webseite', 'Homepage', 'Website', 'URL'],
  'contact.hasWhatsApp': ['WhatsApp', 'Hat WhatsApp', 'Has WhatsApp'],
  'contact.whatsAppConsentChecked': ['WhatsApp-Einwilligung', 'WhatsApp consent'],
  'location.street': [
    'Straße',
    'Straße und Hausnummer',
    'Straße Nr.',
    'Anschrift',
    'Street',
    'Street address',
  ],
  'location.streetNumber': ['Hausnummer', 'Hausnr.', 'House number', 'Street number'],
  'location.zipCode': ['PLZ', 'Postleitzahl', 'ZIP', 'Postal code', 'Postcode'],
  'location.city': ['Ort', 'Stadt', 'Wohnort', 'City', 'Town'],
  'location.countryId': ['Land', 'Country'],
  'location.federalStateId': ['Bundesland', 'Federal state', 'State'],
  'location.addressLine1': ['Adresszusatz', 'Adresszusatz 1', 'Address line 1'],
  'location.addressLine2': ['Adresszusatz 2', 'Address line 2'],
  sourceOfSupplyId: ['Quelle', 'Herkunft', 'Bewerberquelle', 'Source', 'Source of supply'],
  desiredPosition: ['Wunschposition', 'Gewünschte Tätigkeit', 'Position', 'Desired position'],
  'availability.availableFrom': ['Verfügbar ab', 'Verfügbarkeit', 'Eintrittsdatum', 'Available from'],
  'availability.noticePeriod': ['Kündigungsfrist', 'Notice period'],
  'availability.weeklyHours': ['Wochenstunden', 'Stunden pro Woche', 'Weekly hours', 'Hours per week'],
  'availability.salaryExpectation': [
    'Gehaltswunsch',
    'Gehaltsvorstellung',
    'Wunschgehalt',
    'Salary expectation',
    'Expected salary',
  ],
  'availability.salaryPeriod': ['Gehaltszeitraum', 'Salary period'],
  'availability.currency': ['Währung', 'Currency'],
  'availability.shiftWork': ['Schichtbereitschaft', 'Schichtarbeit', 'Shift work'],
  'availability.radiusKm': ['Umkreis', 'Umkreis (km)', 'Radius', 'Radius (km)'],
  'availability.hasCar': ['Auto', 'Pkw', 'Eigener Pkw', 'Car', 'Has car'],
  'workPermit.required': ['Arbeitserlaubnis erforderlich', 'Work permit required'],
  'workPermit.validUntil': ['Arbeitserlaubnis bis', 'Arbeitserlaubnis gültig bis', 'Work permit valid until'],
  remarks: ['Bemerkung', 'Bemerkungen', 'Notiz', 'Notizen', 'Kommentar', 'Remarks', 'Notes', 'Comment'],
  createdAtUtc: [
    'Erstellt am',
    'Angelegt am',
    'Erfasst am',
    'Anlagedatum',
    'Erstelldatum',
    'Created at',
    'Creation date',
  ],
  languages: ['Sprachen', 'Sprache', 'Sprachkenntnisse', 'Languages', 'Language', 'Language skills'],
  driversLicences: [
    'Führerschein',
    'Führerscheine',
    'Führerscheinklassen',
    'Fahrerlaubnis',
    'Driving licences',
    "Driver's licences",
    "Driver's licenses",
    'Driving licence',
    "Driver's license",
  ],
  keywords: ['Schlagwörter', 'Schlagworte', 'Stichwörter', 'Stichworte', 'Keywords', 'Tags'],
  qualifications: [
    'Qualifikationen',
    'Qualifikation',
    'Kenntnisse',
    'Fähigkeiten',
    'Qualifications',
    'Skills',
  ],
  professions: ['Berufe', 'Beruf', 'DKZ', 'Professions', 'Profession', 'Occupation'],
  statusId: ['Status', 'Bewerberstatus', 'Kandidatenstatus', 'Candidate status'],
  'application.appliedAtUtc': [
    'Beworben am',
    'Bewerbungsdatum',
    'Bewerbung vom',
    'Applied at',
    'Application date',
  ],
  'application.message': ['Anschreiben', 'Nachricht', 'Cover letter', 'Message'],
  'application.jobAdId': ['Stellenanzeige', 'Stellen-ID', 'Job ad', 'Job ad ID'],
  'application.channelId': ['Kanal', 'Bewerbungskanal', 'Channel'],
  'application.recruiterId': ['Recruiter'],
  document: ['Lebenslauf', 'Lebenslauf-Datei', 'Datei', 'Dateiname', 'CV', 'Resume', 'File', 'File name'],
};

/** Properties that belong to other operations than the creation of the candidate. */
const OTHERS: readonly (readonly [path: string, kind: ValueKind, reference?: string])[] = [
  ['stellwerkId', 'integer'],
  ['languages', 'list'],
  ['driversLicences', 'list'],
  ['keywords', 'list'],
  ['qualifications', 'list'],
  ['professions', 'list'],
  ['statusId', 'reference', 'candidate status'],
  ['application.appliedAtUtc', 'time'],
  ['application.message', 'text'],
  ['application.jobAdId', 'reference', 'job ad'],
  ['application.channelId', 'reference', 'channel'],
  ['application.recruiterId', 'reference', 'user'],
  ['document', 'file'],
];

const createBody = ENDPOINTS.find(({ id }) => id === 'candidate_create')!.body!;

/** Everything that a column can fill, in the order of the body of POST /candidates. */
export const PROPERTIES: readonly Property[] = [
  ...[...propertiesOf(createBody, '')].map(([path, schema]) =>
    toProperty(path, kindOf(schema), schema.reference),
  ),
  ...OTHERS.map(([path, kind, reference]) => toProperty(path, kind, reference)),
];

export const PROPERTY_BY_PATH: ReadonlyMap<string, Property> = new Map(
  PROPERTIES.map((property) => [property.path, property]),
);

function toProperty(path: string, kind: ValueKind, reference: string | undefined): Property {
  return { path, kind, reference, headings: HEADINGS[path] ?? [] };
}

function* propertiesOf(schema: TSchema, prefix: string): Generator<[string, TSchema]> {
  for (const [name, child] of Object.entries(schema.properties as Record<string, TSchema>)) {
    if (child.properties === undefined) yield [`${prefix}${name}`, child];
    else yield* propertiesOf(child, `${prefix}${name}.`);
  }
}

function kindOf(schema: TSchema): ValueKind {
  if (schema.reference !== undefined) return 'reference';
  const [type] = [schema.type].flat();
  if (type === 'boolean') return 'flag';
  if (type === 'integer' || type === 'number') return type;
  if (schema.format === 'date') return 'date';
  return schema.format === 'date-time' ? 'time' : 'text';
}
