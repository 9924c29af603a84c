interface Place {
  zipCode: string;
  city: string;
  /** Master data id of the federal state. */
  federalStateId: number;
}

export const GERMANY = 276;
const BERLIN = 27602;
const BRANDENBURG = 27601;
const BAVARIA = 27604;
const HAMBURG = 27607;
const LOWER_SAXONY = 27609;
const NORTH_RHINE_WESTPHALIA = 27610;
const SCHLESWIG_HOLSTEIN = 27612;

function places(federalStateId: number, text: string): Place[] {
  return text.split(', ').map((entry) => ({
    zipCode: entry.slice(0, 5),
    city: entry.slice(6),
    federalStateId,
  }));
}

const BERLIN_ZIP_CODES =
  '10115 10243 10315 10551 10785 10965 12043 12051 12347 12555 12627 13051 13086 13347 13407 13585';
const HAMBURG_ZIP_CODES = '20095 20259 20537 21073 21107 22041 22111 22303 22391 22547 22765';
const MUNICH_ZIP_CODES = '80331 80339 80634 80807 80937 80995 81369 81549 81671 81737';
const COLOGNE_ZIP_CODES = '50667 50733 50823 50937 51063 51103 51145';

function city(name: string, federalStateId: number, zipCodes: string): Place[] {
  return zipCodes.split(' ').map((zipCode) => ({ zipCode, city: name, federalStateId }));
}

/** Places around each branch, in the order of BRANCHES: real postal codes with their cities. */
export const PLACES_BY_BRANCH: readonly (readonly Place[])[] = [
  [
    ...city('Berlin', BERLIN, BERLIN_ZIP_CODES),
    ...places(
      BRANDENBURG,
      '14467 Potsdam, 16515 Oranienburg, 15711 Königs Wusterhausen, 14612 Falkensee, 12529 Schönefeld, 15230 Frankfurt (Oder)',
    ),
  ],
  [
    ...city('Hamburg', HAMBURG, HAMBURG_ZIP_CODES),
    ...places(SCHLESWIG_HOLSTEIN, '22846 Norderstedt, 23552 Lübeck, 25335 Elmshorn, 22880 Wedel'),
    ...places(LOWER_SAXONY, '21335 Lüneburg, 21614 Buxtehude, 21682 Stade'),
  ],
  [
    ...city('München', BAVARIA, MUNICH_ZIP_CODES),
    ...places(
      BAVARIA,
      '85221 Dachau, 82256 Fürstenfeldbruck, 85354 Freising, 85049 Ingolstadt, 84028 Landshut, 86150 Augsburg, 82008 Unterhaching',
    ),
  ],
  [
    ...city('Köln', NORTH_RHINE_WESTPHALIA, COLOGNE_ZIP_CODES),
    ...places(
      NORTH_RHINE_WESTPHALIA,
      '51373 Leverkusen, 40210 Düsseldorf, 53111 Bonn, 50354 Hürth, 50126 Bergheim, 41460 Neuss, 42103 Wuppertal',
    ),
  ],
];

/** Street names that exist in almost every German town. */
export const STREETS: readonly string[] =
  'Hauptstraße, Bahnhofstraße, Schillerstraße, Goethestraße, Gartenstraße, Lindenstraße, Schulstraße, Bergstraße, Mozartstraße, Kirchweg, Ringstraße, Waldstraße, Am Anger, Feldstraße, Wiesenweg, Birkenweg, Mühlenstraße, Rosenstraße, Blumenstraße, Ahornweg'.split(
    ', ',
  );

/** Area code and first digits that the Bundesnetzagentur reserves for fiction. Three digits follow. */
export const FICTIONAL_LANDLINES: Readonly<Record<string, string>> = {
  Berlin: '030 23125',
  Hamburg: '040 66969',
  München: '089 99998',
  Köln: '0221 4710',
};

/** Mobile prefixes reserved for fiction. Two digits follow, so there are 200 numbers. */
export const FICTIONAL_MOBILES: readonly string[] = ['0171 39200', '0176 040690'];
