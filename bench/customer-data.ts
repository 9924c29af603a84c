import type { startEnvironment } from './environment.ts';
import { CITIES, FIRST_NAMES, LAST_NAMES, NAME_PARTS, randomNumbers, words } from './search-data.ts';

// Companies with their sites and contacts, and requests, as varied as those of a staffing firm: few words are in many names. Written
// with SQL and without entries in the change log, so the indexer treats them as older than the index.

type Environment = Awaited<ReturnType<typeof startEnvironment>>;

const AT_ONCE = 2000;

const FOREIGN_NAMES = words(
  'Dvořák Łukasiewicz Şahin Çelik Đorđević Kovács Håkansson Østergaard Muñoz François Željezara Ångström Škoda İnşaat Петров Παπαδόπουλος',
);
const TRADES = words(
  'Logistik Bau Metallbau Pflege Elektrotechnik Gebäudereinigung Spedition Maschinenbau Handel Lebensmittel Kunststofftechnik Medizintechnik Anlagenbau Holzbau Druck Gastronomie Autohaus Hotelbetriebe Systemtechnik Verpackungen Gartenbau Energieservice Umwelttechnik Werkzeugbau',
);
/** With how many of two hundred companies have each. */
const SHARES: Readonly<Record<string, number>> = {
  GmbH: 100,
  'GmbH & Co. KG': 38,
  AG: 10,
  'UG (haftungsbeschränkt)': 12,
  'e.K.': 10,
  GbR: 8,
  KG: 7,
  'Sp. z o.o.': 4,
  's.r.o.': 4,
  'Kft.': 2,
  'S.r.l.': 2,
  'd.o.o.': 2,
  SE: 1,
};
const LEGAL_FORMS = Object.entries(SHARES).flatMap(([form, share]) => Array<string>(share).fill(form));
const JOBS = words(
  'Staplerfahrer Lagerhelfer Produktionshelfer Kommissionierer Schweißer Pflegehelfer Elektroniker Berufskraftfahrer Buchhalter Verkäufer Reinigungskraft Maschinenbediener Industriemechaniker Zerspanungsmechaniker Altenpfleger Bauhelfer Maler Anlagenmechaniker Sachbearbeiter Küchenhilfe Dachdecker Mechatroniker Disponent Einkäufer',
);
const DETAILS = words(
  'Nachtschicht Vollzeit Teilzeit Schichtbetrieb Frühschicht Wochenende Festanstellung Ferienjob Montage Urlaubsvertretung',
);
const KINDS = [
  'temporarystaffing',
  'temporarystaffing',
  'temporarystaffing',
  'directplacement',
  'servicecontract',
];
/** Most requests are over. */
const STATUSES = [5, 5, 5, 5, 5, 3, 3, 4, 1, 2];
const CUSTOMER_STATUSES = [3, 3, 3, 1, 2];

export async function fillCustomers(
  environment: Environment,
  counts: { companies: number; requests: number },
): Promise<void> {
  const { tenantId, query } = environment;
  const random = randomNumbers(11);
  const pick = <T>(list: readonly T[], skew = 1): T => list[Math.floor(list.length * random() ** skew)]!;
  await query(
    "INSERT INTO branch (tenant_id, name) SELECT $1, 'Customers ' || n FROM generate_series(1, 8) AS n",
    [tenantId],
  );
  const branches = (await query('SELECT id FROM branch ORDER BY id')).map((row) => row.id as number);
  const firmName = () => {
    const kind = random();
    if (kind < 0.06) return pick(FOREIGN_NAMES);
    if (kind < 0.5) return pick(LAST_NAMES, 2);
    if (kind < 0.85) return pick(LAST_NAMES, 2).slice(0, 5) + pick(NAME_PARTS);
    return `${pick(LAST_NAMES, 2)} & ${pick(LAST_NAMES)}`;
  };
  const contact = () => ({ first_name: pick(FIRST_NAMES), last_name: pick(LAST_NAMES, 2) });

  for (let from = 0; from < counts.companies; from += AT_ONCE) {
    const companies = Array.from({ length: Math.min(AT_ONCE, counts.companies - from) }, (_, index) => {
      const number = String(100_000 + from + index);
      return {
        name: `${firmName()} ${pick(TRADES, 1.6)} ${pick(LEGAL_FORMS)}`,
        customer_number: random() < 0.6 ? `K${number}` : null,
        email: `info@firma${number}.example`,
        phone: `030 55${number}`,
        zip_code: String(10_000 + Math.floor(random() ** 2 * 89_000)),
        city: pick(CITIES, 1.3),
        second_city: random() < 0.15 ? pick(CITIES) : null,
        status_id: pick(CUSTOMER_STATUSES),
        office_id: pick(branches, 1.5),
        contacts: Array.from({ length: 1 + Math.floor(random() * 3) }, contact),
        seconds: from + index,
      };
    });
    await query(FILL_COMPANIES, [tenantId, JSON.stringify(companies)]);
  }
  const [{ first }] = await query('SELECT min(id) AS first FROM company');
  for (let from = 0; from < counts.requests; from += AT_ONCE) {
    const requests = Array.from({ length: Math.min(AT_ONCE, counts.requests - from) }, (_, index) => ({
      title: `${pick(JOBS, 2)} (m/w/d)${random() < 0.5 ? ` ${pick(DETAILS, 1.5)}` : ''}${random() < 0.3 ? ` in ${pick(CITIES)}` : ''}`,
      company_id: first + Math.floor(counts.companies * random() ** 3),
      kind: pick(KINDS),
      office_id: pick(branches, 1.5),
      status_id: pick(STATUSES),
      external_id: random() < 0.3 ? `EXT-${700_000 + from + index}` : null,
      start_day: Math.floor(random() * 700),
      seconds: from + index,
    }));
    await query(FILL_REQUESTS, [tenantId, JSON.stringify(requests)]);
  }
  await query(
    `INSERT INTO search_backfill (tenant_id, entity, after_id)
     SELECT $1, entity, 0 FROM unnest(ARRAY['company', 'contact', 'request']) AS entity`,
    [tenantId],
  );
}

const FILL_COMPANIES = `
  WITH firm AS MATERIALIZED (
    SELECT nextval('company_id_seq')::int AS id, nextval('site_id_seq')::int AS site_id, f.*
      FROM json_to_recordset($2::json) AS f (name text, customer_number text, email text, phone text, zip_code text, city text,
           second_city text, status_id int, office_id int, contacts json, seconds int)
  ), companies AS (
    INSERT INTO company (tenant_id, id, name, customer_number, email, phone, zip_code, city, remarks, status_id,
                         contract_status_id, office_id, created_at, modified_at)
    SELECT $1, id, name, customer_number, email, phone, zip_code, city, repeat(name || ', ', 10), status_id, 1, office_id,
           timestamptz '2025-01-01' + seconds * interval '1 minute', timestamptz '2025-06-01' + seconds * interval '1 minute'
      FROM firm
  ), sites AS (
    INSERT INTO site (tenant_id, id, company_id, description, city) SELECT $1, site_id, id, 'Zentrale', city FROM firm
  ), second_sites AS (
    INSERT INTO site (tenant_id, company_id, description, city)
    SELECT $1, id, 'Werk', second_city FROM firm WHERE second_city IS NOT NULL)
  INSERT INTO contact (tenant_id, company_id, site_id, first_name, last_name)
  SELECT $1, id, site_id, person->>'first_name', person->>'last_name' FROM firm, json_array_elements(contacts) AS person`;

const FILL_REQUESTS = `
  INSERT INTO customer_request (tenant_id, title, company_id, kind, office_id, status_id, import_external_id, description,
                                headcount, start_date, created_at, modified_at)
  SELECT $1, title, company_id, kind, office_id, status_id, external_id, repeat(title || ', ', 15), 1 + seconds % 5,
         date '2025-01-01' + start_day,
         timestamptz '2025-01-01' + seconds * interval '5 minutes', timestamptz '2025-06-01' + seconds * interval '5 minutes'
    FROM json_to_recordset($2::json) AS r (title text, company_id int, kind text, office_id int, status_id int,
         external_id text, start_day int, seconds int)`;
