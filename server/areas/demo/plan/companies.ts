import { toAscii } from '../../../core/text/ascii.ts';
import { COMPANY_STATUS, CONTRACT_STATUS } from '../../companies/index.ts';
import { GERMAN_BACKGROUND } from '../lists/names.ts';
import { FICTIONAL_LANDLINES, GERMANY, PLACES_BY_BRANCH, STREETS } from '../lists/places.ts';
import { recruitersOf } from '../lists/users.ts';
import { addDays, toDateText } from './dates.ts';
import { Random } from './random.ts';

// Customers of the staffing firm: fictitious companies, real postal codes, phone numbers reserved for fiction.

const SEED = 20_260_301;
const OLDEST_DAYS = 640;
const APART_DAYS = 62;

interface CompanyProfile {
  name: string;
  name2?: string;
  /** Domain below example.org. */
  domain: string;
  industryId: number;
  branch: number;
  employees: number;
  statusId: number;
  contractStatusId?: number;
  /** One for each site; the first is the head office. */
  sites: readonly string[];
  locations: readonly string[];
  note: string;
}

const LOGISTICS = ['Wareneingang', 'Halle 1, Kommissionierung', 'Halle 2, Hochregal', 'Versand'];
const WORKSHOP = ['Zerspanung', 'Montage', 'Qualitätssicherung'];
const CARE = ['Wohnbereich 1', 'Wohnbereich 2', 'Küche'];
const OFFICE = ['Auftragsabwicklung', 'Einkauf'];

const COMPANY_PROFILES: readonly CompanyProfile[] = [
  {
    name: 'Spreekai Logistik GmbH',
    domain: 'spreekai',
    industryId: 8,
    branch: 0,
    employees: 420,
    statusId: COMPANY_STATUS.customer,
    contractStatusId: CONTRACT_STATUS.signed,
    sites: ['Verwaltung', 'Zentrallager Süd', 'Umschlaglager'],
    locations: LOGISTICS,
    note: 'Bedarf im Weihnachtsgeschäft: etwa 40 Kräfte von Oktober bis Dezember.',
  },
  {
    name: 'Nordkai Logistik GmbH',
    name2: 'Kontraktlogistik',
    domain: 'nordkai',
    industryId: 8,
    branch: 1,
    employees: 240,
    statusId: COMPANY_STATUS.customer,
    contractStatusId: CONTRACT_STATUS.signed,
    sites: ['Verwaltung', 'Lager Hafen'],
    locations: LOGISTICS,
    note: 'Einsatz nur mit Sicherheitsschuhen S3; Einweisung jeden Montag um 7 Uhr.',
  },
  {
    name: 'Isartal Präzisionstechnik GmbH',
    domain: 'isartal',
    industryId: 3,
    branch: 2,
    employees: 95,
    statusId: COMPANY_STATUS.customer,
    contractStatusId: CONTRACT_STATUS.signed,
    sites: ['Werk 1', 'Werk 2'],
    locations: WORKSHOP,
    note: 'Sucht CNC-Fräser mit Heidenhain-Erfahrung, Übernahme erwünscht.',
  },
  {
    name: 'Bergische Werkzeugbau GmbH',
    domain: 'bergische-werkzeugbau',
    industryId: 3,
    branch: 3,
    employees: 130,
    statusId: COMPANY_STATUS.prospect,
    contractStatusId: CONTRACT_STATUS.offered,
    sites: ['Stammwerk'],
    locations: WORKSHOP,
    note: 'Angebot über Rahmenvertrag versandt, Rückfrage zu den Verrechnungssätzen.',
  },
  {
    name: 'Seniorenzentrum Lindenhof gGmbH',
    domain: 'lindenhof',
    industryId: 17,
    branch: 0,
    employees: 180,
    statusId: COMPANY_STATUS.customer,
    contractStatusId: CONTRACT_STATUS.signed,
    sites: ['Haus Lindenhof', 'Haus am Park'],
    locations: CARE,
    note: 'Nachtwachen werden auch kurzfristig gebraucht.',
  },
  {
    name: 'Bauzentrum Kessler GmbH & Co. KG',
    domain: 'bauzentrum-kessler',
    industryId: 7,
    branch: 1,
    employees: 60,
    statusId: COMPANY_STATUS.former,
    contractStatusId: CONTRACT_STATUS.terminated,
    sites: ['Hauptgeschäft'],
    locations: OFFICE,
    note: 'Stellt künftig nur noch selbst ein.',
  },
  {
    name: 'Voltwerk Anlagenbau GmbH',
    domain: 'voltwerk',
    industryId: 6,
    branch: 2,
    employees: 75,
    statusId: COMPANY_STATUS.prospect,
    sites: ['Schaltanlagenbau'],
    locations: ['Schaltschrankbau', 'Prüffeld'],
    note: 'Erstgespräch geführt, Bedarf ab dem nächsten Quartal.',
  },
  {
    name: 'Rheinchem Additive GmbH',
    domain: 'rheinchem',
    industryId: 3,
    branch: 3,
    employees: 310,
    statusId: COMPANY_STATUS.customer,
    contractStatusId: CONTRACT_STATUS.signed,
    sites: ['Verwaltung', 'Werk Nord'],
    locations: ['Labor', 'Abfüllung', 'Tanklager'],
    note: 'Zutritt zum Werk nur nach Unterweisung nach Störfallverordnung.',
  },
  {
    name: 'Kontor Westphal GmbH',
    domain: 'kontor-westphal',
    industryId: 7,
    branch: 1,
    employees: 25,
    statusId: COMPANY_STATUS.lead,
    sites: ['Kontor'],
    locations: OFFICE,
    note: 'Kontakt von der Messe, Rückruf vereinbart.',
  },
];

const POSITIONS = ['Personalleitung', 'Disposition', 'Betriebsleitung', 'Schichtleitung', 'Einkauf'];
const DIRECTIONS = [
  'Anmeldung an der Pforte, dann der gelben Linie folgen.',
  'Eingang Tor 2, Parkplätze gegenüber.',
  'Bushaltestelle direkt vor dem Werk; Zugang mit Besucherausweis.',
];

export type DemoCompany = ReturnType<typeof planCompanies>[number];

/** The same `now` gives the same companies. Branches and users are indexes into BRANCHES and USERS. */
export function planCompanies(now: Date) {
  const random = new Random(SEED);
  return COMPANY_PROFILES.map((profile, index) =>
    planCompany(random, profile, index, addDays(now, index * APART_DAYS - OLDEST_DAYS)),
  );
}

function planCompany(random: Random, profile: CompanyProfile, index: number, createdAt: Date) {
  const { name, name2, domain, industryId, branch, employees } = profile;
  const recruiter = random.pick(recruitersOf(branch));
  const headOffice = planAddress(random, branch);
  const sites = profile.sites.map((description, position) =>
    planSite(random, profile, description, position === 0 ? headOffice : planAddress(random, branch)),
  );
  return {
    branch,
    recruiter,
    createdAt,
    body: {
      name,
      name2: name2 ?? null,
      customerNumber: `K-${10_001 + index}`,
      industryId,
      contact: {
        email: `info@${domain}.example.org`,
        phone: planPhone(random, branch),
        website: `https://${domain}.example.org`,
      },
      location: headOffice,
      vatId: `DE${String(999_000_000 + random.integer(1, 99_999))}`,
      employees,
    },
    sites,
    status: {
      [COMPANY_STATUS.lead]: [],
      [COMPANY_STATUS.prospect]: [COMPANY_STATUS.prospect],
      [COMPANY_STATUS.former]: [COMPANY_STATUS.customer, COMPANY_STATUS.former],
    }[profile.statusId] ?? [COMPANY_STATUS.prospect, COMPANY_STATUS.customer],
    contract:
      profile.contractStatusId === undefined
        ? null
        : { contractStatusId: profile.contractStatusId, validFrom: toDateText(addDays(createdAt, 40)) },
    note: profile.note,
    // Some sites and contacts are deactivated.
    losesContact: index % 2 === 1,
    losesLocation: index % 3 === 0,
  };
}

function planSite(
  random: Random,
  profile: CompanyProfile,
  description: string,
  location: ReturnType<typeof planAddress>,
) {
  const contacts = random
    .sample(POSITIONS, random.integer(1, 2))
    .map((position) => planContact(random, profile, position));
  return {
    body: { description, location, contact: { phone: planPhone(random, profile.branch) } },
    contacts,
    locations: random.sample(profile.locations, random.integer(1, profile.locations.length)).map((hall) => ({
      contact: random.chance(0.7) ? random.integer(0, contacts.length - 1) : null,
      body: { description: hall, directions: random.pick(DIRECTIONS), location },
    })),
  };
}

function planContact(random: Random, profile: CompanyProfile, position: string) {
  const isFemale = random.chance(0.5);
  const firstName = random.pick(isFemale ? GERMAN_BACKGROUND.female : GERMAN_BACKGROUND.male);
  const lastName = random.pick(GERMAN_BACKGROUND.last);
  return {
    salutationId: isFemale ? 2 : 1,
    firstName,
    lastName,
    position,
    email: `${toMailName(firstName)}.${toMailName(lastName)}@${profile.domain}.example.org`,
    phone: planPhone(random, profile.branch),
  };
}

function planAddress(random: Random, branch: number) {
  const place = random.pick(PLACES_BY_BRANCH[branch]!);
  return {
    ...place,
    street: random.pick(STREETS),
    streetNumber: String(random.integer(1, 90)),
    countryId: GERMANY,
  };
}

function planPhone(random: Random, branch: number): string {
  const area = FICTIONAL_LANDLINES[PLACES_BY_BRANCH[branch]![0]!.city]!;
  return `${area}${random.integer(100, 999)}`;
}

function toMailName(name: string): string {
  return toAscii(name).toLowerCase();
}
