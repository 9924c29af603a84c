import { toPlaceKey } from './place-names.ts';
import { centerOf, distanceKm, medianOf, type Point } from './points.ts';
import type { Row } from './table.ts';

// The Austrian Post lists a place for each code, but no coordinates. GeoNames lists the coordinates of places, but no codes.
// They are joined by name. If a name is ambiguous, the neighborhood decides, because codes with a common prefix are close
// together.

export interface NamedPoint extends Point {
  name: string;
}

const FARTHEST_KM = 30;
const MINIMUM_NEIGHBORS = 3;

/** The districts of Vienna, in the order of their codes from 1010 to 1230. */
const VIENNESE_DISTRICTS = [
  'Innere Stadt',
  'Leopoldstadt',
  'Landstraße',
  'Wieden',
  'Margareten',
  'Mariahilf',
  'Neubau',
  'Josefstadt',
  'Alsergrund',
  'Favoriten',
  'Simmering',
  'Meidling',
  'Hietzing',
  'Penzing',
  'Fünfhaus',
  'Ottakring',
  'Hernals',
  'Währing',
  'Döbling',
  'Brigittenau',
  'Floridsdorf',
  'Donaustadt',
  'Liesing',
];

/** Districts that GeoNames does not list as places. The airport has its own code. */
const MISSING_PLACES: readonly NamedPoint[] = [
  { name: 'Leopoldstadt', latitude: 48.2167, longitude: 16.3958 },
  { name: 'Wieden', latitude: 48.1921, longitude: 16.3672 },
  { name: 'Liesing', latitude: 48.1435, longitude: 16.2935 },
];
const AIRPORT: Point = { latitude: 48.1197, longitude: 16.5633 };
const AIRPORT_CODE = '1300';

/** Rows for the codes whose place was found. Addresses with other codes are located by the prefix of the code. */
export function joinAustria(
  cityByCode: Readonly<Record<string, string>>,
  places: readonly NamedPoint[],
): Row[] {
  const codes = Object.keys(cityByCode).sort();
  const index = indexPlaces(places);
  const located = new Map<string, Point>();
  const candidatesByCode = new Map<string, NamedPoint[]>();
  for (const code of codes) {
    if (code.startsWith('1')) {
      const point = viennesePoint(code, places);
      if (point !== undefined) located.set(code, point);
      continue;
    }
    const candidates = candidatesFor(cityByCode[code]!, index);
    if (candidates.length > 0) candidatesByCode.set(code, candidates);
  }
  const unambiguous = new Map(
    [...candidatesByCode].flatMap(([code, found]) => (found.length === 1 ? [[code, found[0]!]] : [])),
  );
  for (const [code, candidates] of candidatesByCode) {
    const neighborhood = neighborhoodOf(code, unambiguous);
    if (neighborhood === undefined) continue;
    const [nearest] = candidates.toSorted(
      (one, other) => distanceKm(one, neighborhood) - distanceKm(other, neighborhood),
    );
    if (distanceKm(nearest!, neighborhood) <= FARTHEST_KM) located.set(code, nearest!);
  }
  return codes.flatMap((code) => {
    const point = located.get(code);
    const city = placeNamesIn(cityByCode[code]!)[0]!;
    return point === undefined
      ? []
      : [
          {
            code,
            latitude: point.latitude,
            longitude: point.longitude,
            city: code.startsWith('1') ? 'Wien' : city,
          },
        ];
  });
}

function viennesePoint(code: string, places: readonly NamedPoint[]): Point | undefined {
  if (code === AIRPORT_CODE) return AIRPORT;
  const district = VIENNESE_DISTRICTS[Number(code.slice(1, 3)) - 1];
  if (district === undefined) return undefined;
  const all = [...places, ...MISSING_PLACES];
  return centerOf([all.find(({ name }) => name === district)!]);
}

interface PlaceIndex {
  byKey: Map<string, NamedPoint[]>;
  byStem: Map<string, NamedPoint[]>;
}

function indexPlaces(places: readonly NamedPoint[]): PlaceIndex {
  const byKey = new Map<string, NamedPoint[]>();
  const byStem = new Map<string, NamedPoint[]>();
  for (const place of places) {
    const key = toPlaceKey(place.name);
    byKey.set(key, [...(byKey.get(key) ?? []), place]);
    byStem.set(stemOf(key), [...(byStem.get(stemOf(key)) ?? []), place]);
  }
  return { byKey, byStem };
}

/** The name without an addition that distinguishes it from namesakes, such as `an der Donau` or `im Mühlkreis`. */
function stemOf(key: string): string {
  return key.replace(/ (am|an|auf|bei|im|in|ob|unter|vor)( .*)$/, '');
}

function candidatesFor(city: string, { byKey, byStem }: PlaceIndex): NamedPoint[] {
  const keys = placeNamesIn(city).map(toPlaceKey);
  for (const key of keys) {
    const found = byKey.get(key) ?? byStem.get(stemOf(key));
    if (found !== undefined) return found;
  }
  return [];
}

/** The name itself. If it consists of town and quarter, also both of them, the quarter first because it is more precise. */
function placeNamesIn(city: string): string[] {
  const name = city.replace(/ Postfach$/, '').replace(/,.*$/, '');
  const [town, ...quarter] = name.split(/ ?- ?/);
  return quarter.length === 0 ? [name] : [name, quarter.join('-'), town!];
}

/** The median of the codes that share a prefix with this one. Uses the longest prefix that enough codes share. */
function neighborhoodOf(code: string, unambiguous: ReadonlyMap<string, Point>): Point | undefined {
  for (let digits = code.length - 1; digits >= 2; digits--) {
    const points = [...unambiguous].flatMap(([other, point]) =>
      other !== code && other.startsWith(code.slice(0, digits)) ? [point] : [],
    );
    if (points.length >= MINIMUM_NEIGHBORS) return medianOf(points);
  }
  return undefined;
}
