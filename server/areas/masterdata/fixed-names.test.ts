import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startTestService } from '../../testing/harness.ts';
import { loadBuiltInLists } from './load.ts';

// The ids and names that the interface fixes, in its notation. Integrators compare these names letter by letter.
const FIXED = {
  driverslicenses: `313 class L; 314 C1; 315 locomotive class 1; 316 seminar permit ASP; 317 class T; 318 driver card;
    319 D1; 320 moped and invalid carriage; 321 instructor BE; 322 CE; 323 S; 324 DE; 325 M; 326 forklift;
    327 driving badge (teams); 328 D1E; 329 D; 330 seminar permit ASF; 331 C1E; 332 instructor CE; 333 C; 334 A;
    335 instructor A; 336 construction machinery; 337 A1; 338 instructor DE; 339 B;
    340 passenger transport (taxi, ambulance); 341 BE; 342 locomotive class 2; 343 locomotive class 3`,
  languages: `1 German; 2 Irish Gaelic; 3 Faroese; 4 Czech; 5 Croatian; 6 Latvian; 7 Telugu; 8 Luxembourgish;
    9 Spanish; 10 Chechen; 11 Esperanto; 12 Catalan; 13 English (American); 14 Urdu; 15 Ukrainian;
    16 English (business); 17 Pashto; 18 sign language; 19 Taiwanese; 20 Serbian; 21 Filipino; 22 Lithuanian;
    23 Tigrinya; 24 Yiddish; 25 English; 26 Hausa; 27 Vietnamese; 28 Japanese; 29 Belarusian; 30 Tibetan; 32 Turkish;
    33 Thai; 34 Albanian; 35 Russian; 36 Macedonian; 37 Greek; 38 English (technical); 39 Finnish; 40 Swedish;
    42 Malayalam; 43 Romanian; 44 Gujarati; 45 Tamil; 46 Italian; 47 Sinhalese; 48 Korean; 49 Arabic; 50 Chinese;
    51 Akan/Twi; 52 Azerbaijani; 54 Dutch/Flemish; 55 Hebrew; 56 Uzbek; 57 Yoruba; 58 Amharic; 59 Indonesian;
    60 Swahili; 61 Punjabi; 62 Bambara; 63 Bulgarian; 64 Afrikaans; 65 Mongolian; 66 Estonian; 67 Norwegian;
    68 Armenian; 69 Portuguese; 70 Bengali; 71 Hungarian; 72 Aramaic/Syriac; 73 Sorbian; 74 Uyghur; 75 Kazakh;
    76 Kurdish; 77 Kyrgyz; 78 Hindi; 79 Marathi; 80 Khmer; 81 Danish; 82 Georgian; 83 Somali; 84 Slovak; 85 French;
    86 Polish; 87 Nepali; 88 Romani; 89 Jamaican Creole; 90 Persian/Dari/Farsi; 91 Frisian; 92 Latin; 93 Slovenian;
    94 Burmese; 95 Lao; 96 Icelandic; 97 Bosnian`,
  languagelevels: '629 A1; 630 A2; 631 B1; 632 B2; 633 C1; 634 C2; 635 native speaker',
  candidatestatus: '23 archived; 2003 hire; 2004 rejected; 2005 qualified',
  salutations: '1 Mr; 2 Ms; 3 no statement',
  documentcategories:
    '1 CV; 2 other; 3 driver license; 4 application; 5 work permit; 6 certificate of good conduct',
};

const service = await startTestService();
const { api } = service.tenant;

function toEntries(notation: string): [number, string][] {
  return notation.split(/;\s+/).map((entry) => {
    const [, id, name] = /^(\d+) (.+)$/s.exec(entry)!;
    return [Number(id), name!];
  });
}

for (const [list, notation] of Object.entries(FIXED)) {
  test(`the ids and names are exactly those of the interface: ${list}`, async () => {
    const { body } = await api.get(`/masterdata/${list}`);
    assert.deepEqual(
      body[list].map(({ id, name }: { id: number; name: string }) => [id, name]),
      toEntries(notation),
    );
  });
}

test('the next start corrects the names of an existing installation and keeps retired entries retired', async () => {
  const { system } = service.services.database;
  const rows = () =>
    system
      .selectFrom('catalog_entry')
      .select(['id', 'name_en', 'name_de', 'is_expired'])
      .where('list', '=', 'driverslicenses')
      .orderBy('id')
      .execute();
  await sql`UPDATE catalog_source SET sha256 = 'of an earlier version' WHERE list = 'driverslicenses'`.execute(
    system,
  );
  await sql`
    UPDATE catalog_entry SET name_en = 'Class C1', name_de = 'Klasse C1', is_expired = id = 325
     WHERE list = 'driverslicenses' AND id IN (314, 325)`.execute(system);
  await loadBuiltInLists(system);
  const loaded = new Map((await rows()).map((row) => [row.id, row]));
  assert.deepEqual(loaded.get(314), { id: 314, name_en: 'C1', name_de: 'C1', is_expired: false });
  assert.deepEqual(loaded.get(325), { id: 325, name_en: 'M', name_de: 'M', is_expired: true });
  assert.equal(loaded.size, 31);
});
