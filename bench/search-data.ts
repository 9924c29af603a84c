import { locate } from '../server/areas/addresses/gazetteer/locate.ts';
import type { startEnvironment } from './environment.ts';

// Candidates with the parts that a search reads, as varied as those of a staffing firm. Written with SQL and without entries in
// the change log, so the indexer treats them as older than the index.

type Environment = Awaited<ReturnType<typeof startEnvironment>>;

const AT_ONCE = 2000;
export const words = (text: string) => text.split(' ');

export const LAST_NAMES = words(
  'Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Schmitt Werner Krause Meier Lehmann Yılmaz Kaya Nowak Kowalski Petrov Ivanova Nguyen Hansen Peters Maier',
);
export const NAME_PARTS = words(
  'berg stein mann hauser dorf feld bach meister wald ner inger eder huber ke brock holt',
);
export const FIRST_NAMES = words(
  'Anna Peter Mehmet Julia Thomas Ayşe Michael Sabine Piotr Katarzyna Olga Ivan Lukas Lena Jonas Marie Ali Fatma Stefan Petra',
);
const KEYWORDS = words(
  'Lager Versand Schichtbereitschaft Staplerschein Nachtschicht Kommissionierung Schweißen Pflege Reinigung Montage Teilzeit Gefahrgut Hochregal Excel SAP Buchhaltung Verkauf Kasse Gastronomie Führungserfahrung',
);
const POSITIONS = words(
  'Staplerfahrer Lagerhelfer Kommissionierer Schweißer Pflegehelfer Elektroniker Berufskraftfahrer Buchhalter Verkäuferin Reinigungskraft Maschinenbediener Industriemechaniker',
);
export const CITIES = words(
  'Berlin Berlin Berlin Hamburg Hamburg München München Köln Köln Leipzig Bremen Dresden Hannover Nürnberg Dortmund Essen Potsdam Augsburg Kassel Rostock Mannheim Bochum Wuppertal Bielefeld Bonn Münster Karlsruhe Chemnitz Kiel Halle',
);
const PROFESSIONS = [271, 501, 1795, 1797];
const COMMON_WORDS = words(
  'Teamfähigkeit Zuverlässigkeit Erfahrung Kenntnisse Lager Versand Bereich Abteilung Ausbildung Praktikum',
);

/** Repeatable pseudorandom numbers from 0 to 1. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

export async function fillSearch(environment: Environment, count: number): Promise<void> {
  const { tenantId, query } = environment;
  const random = randomNumbers(7);
  const pick = <T>(list: readonly T[], skew = 1): T => list[Math.floor(list.length * random() ** skew)]!;
  await query(
    "INSERT INTO branch (tenant_id, name) SELECT $1, 'Branch ' || n FROM generate_series(1, 8) AS n",
    [tenantId],
  );
  const branches = (await query('SELECT id FROM branch ORDER BY id')).map((row) => row.id as number);
  await query(
    "INSERT INTO job_ad (tenant_id, title, office_id) SELECT $1, 'Job ' || n, $2 FROM generate_series(1, 40) AS n",
    [tenantId, branches[0]],
  );
  const jobAds = (await query('SELECT id FROM job_ad ORDER BY id')).map((row) => row.id as number);
  const channel = (await query("SELECT min(id) AS id FROM tenant_catalog_entry WHERE list = 'channels'"))[0]
    .id;
  const places = new Map(
    CITIES.map((city) => [
      city,
      locate({ countryId: 276, city }) ?? locate({ countryId: 276, zipCode: '10115' })!,
    ]),
  );

  const lastName = () => {
    const base = pick(LAST_NAMES, 2);
    if (random() < 0.5) return base;
    return random() < 0.8 ? base.slice(0, 5) + pick(NAME_PARTS) : `${base}-${pick(LAST_NAMES)}`;
  };
  const cvText = () =>
    Array.from({ length: 200 }, () =>
      random() < 0.2 ? pick(COMMON_WORDS) : `Fachwort${1000 + Math.floor(20_000 * random() ** 3)}`,
    ).join(' ');

  for (let from = 0; from < count; from += AT_ONCE) {
    const people = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => {
      const city = pick(CITIES);
      const center = places.get(city)!;
      const number = String(10_000_000 + from + index).padStart(8, '0');
      return {
        first_name: pick(FIRST_NAMES),
        last_name: lastName(),
        email: `person.${from + index}@example.org`,
        mobile: `0151 5${number}`,
        mobile_e164: `+491515${number}`,
        city,
        geo_lat: center.latitude + (random() - 0.5) * 0.6,
        geo_lon: center.longitude + (random() - 0.5) * 0.9,
        office_id: pick(branches),
        status_id: pick([2005, 2003, 2004]),
        profession: pick(PROFESSIONS),
        keywords: [...new Set([pick(KEYWORDS, 2), pick(KEYWORDS, 2), pick(KEYWORDS)])],
        positions: [pick(POSITIONS, 2), pick(POSITIONS)],
        employers: [`${pick(LAST_NAMES)} Logistik GmbH`, `${pick(LAST_NAMES)} ${pick(NAME_PARTS)} AG`],
        licence: pick([339, 339, 340]),
        level: pick([629, 630, 631, 632, 633]),
        job_ad: pick(jobAds),
        stage: pick(['new', 'inReview', 'interview', 'rejected']),
        seconds: from + index,
        cv: random() < 0.3 ? cvText() : null,
      };
    });
    await query(FILL, [tenantId, JSON.stringify(people), channel]);
  }
  await query("INSERT INTO search_backfill (tenant_id, entity, after_id) VALUES ($1, 'candidate', 0)", [
    tenantId,
  ]);
}

const FILL = `
  WITH person AS MATERIALIZED (
    SELECT nextval('candidate_id_seq')::int AS id, p.*
      FROM json_to_recordset($2::json) AS p (first_name text, last_name text, email text, mobile text, mobile_e164 text,
           city text, geo_lat float8, geo_lon float8, office_id int, status_id int, profession int, keywords json,
           positions json, employers json, licence int, level int, job_ad int, stage text, seconds int, cv text)
  ), candidates AS (
    INSERT INTO candidate (tenant_id, id, first_name, last_name, email, email_match, mobile, mobile_e164, city, country_id,
                           geo_lat, geo_lon, office_id, status_id, is_visible)
    SELECT $1, id, first_name, last_name, email, email, mobile, mobile_e164, city, 276, geo_lat, geo_lon, office_id,
           status_id, true FROM person
  ), professions AS (
    INSERT INTO candidate_profession (tenant_id, candidate_id, profession_id) SELECT $1, id, profession FROM person
  ), keywords AS (
    INSERT INTO candidate_keyword (tenant_id, candidate_id, keyword, keyword_match)
    SELECT $1, id, word, lower(word) FROM person, json_array_elements_text(keywords) AS word
  ), jobs AS (
    INSERT INTO resume_job (tenant_id, candidate_id, employer, position)
    SELECT $1, id, employers->>n, positions->>n FROM person, generate_series(0, 1) AS n
  ), licences AS (
    INSERT INTO candidate_drivers_license (tenant_id, candidate_id, drivers_license_id) SELECT $1, id, licence FROM person
  ), languages AS (
    INSERT INTO candidate_language (tenant_id, candidate_id, language_id, language_level_id) SELECT $1, id, 1, level FROM person
  ), applications AS (
    INSERT INTO application (tenant_id, candidate_id, job_ad_id, channel_id, applied_at, stage)
    SELECT $1, id, job_ad, $3, timestamptz '2025-01-01' + seconds * interval '10 seconds', stage FROM person
  ), documents AS (
    INSERT INTO document (tenant_id, id, candidate_id, document_category_id, mime_type, size_bytes, sha256, blob_key, wrapped_key,
                          master_key_id)
    SELECT $1, id, id, 1, 'text/plain', 1, '', '', '', (SELECT max(k.id) FROM master_key AS k) FROM person WHERE cv IS NOT NULL)
  INSERT INTO document_text (tenant_id, document_id, text) SELECT $1, id, cv FROM person WHERE cv IS NOT NULL`;

const VACUUM_MINUTES = 30;

/**
 * Waits until autovacuum has nothing left to do on the terms, as in an installation that was not filled a moment ago. Before, a
 * look at each entry of the index is also one at its row.
 */
export async function untilVacuumed({ query }: Environment, table = 'candidate_search_term'): Promise<void> {
  for (const endMs = Date.now() + VACUUM_MINUTES * 60_000; Date.now() < endMs; ) {
    // The defaults of PostgreSQL for tables into which rows are only inserted.
    const [{ done }] = await query(
      `SELECT last_autovacuum IS NOT NULL AND n_ins_since_vacuum <= 1000 + 0.2 * n_live_tup
                AND NOT EXISTS (SELECT FROM pg_stat_progress_vacuum) AS done
         FROM pg_stat_user_tables WHERE relname = $1`,
      [table],
    );
    if (done) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  throw new Error(`Autovacuum has not finished within ${VACUUM_MINUTES} minutes.`);
}
