import { toPlaceKey } from './place-names.ts';
import { centreOf, distanceKm, medianOf, type Point } from './points.ts';
import type { Row } from './table.ts';

// The post names a place for each code but not where it lies; GeoNames knows where places lie but not their codes.
// They are joined by name, and where a name does not settle it, by the neighbourhood: codes that begin alike lie
// together.

export interface NamedPoint extends Point {
  name: string;
}

const FARTHEST_KM = 30;
const NEIGHBOURS = 3;

/** The Viennese districts: 1010 is the first, 1230 the twenty-third. */
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

/** Districts that GeoNames does not list as places, and the airport, which has a code of its own. */
const MISSING_PLACES: readonly NamedPoint[] = [
  { name: 'Leopoldstadt', latitude: 48.2167, longitude: 16.3958 },
  { name: 'Wieden', latitude: 48.1921, longitude: 16.3672 },
  { name: 'Liesing', latitude: 48.1435, longitude: 16.2935 },
];
const AIRPORT: Point = { latitude: 48.1197, longitude: 16.5633 };
const AIRPORT_CODE = '1300';

/** Rows for the codes whose place could be found; the others are left to their prefix. */
export function joinAustria(
  cityByCode: Readonly<Record<string, string>>,
  places: readonly NamedPoint[],
): Row[] {
  const codes = Object.keys(cityByCode).sort();
  const index = indexPlaces(places);
  const settled = new Map<string, Point>();
  const open = new Map<string, NamedPoint[]>();
  for (const code of codes) {
    if (code.startsWith('1')) {
      const point = viennesePoint(code, places);
      if (point !== undefined) settled.set(code, point);
      continue;
    }
    const candidates = candidatesFor(cityByCode[code]!, index);
    if (candidates.length > 0) open.set(code, candidates);
  }
  const certain = new Map(
    [...open].flatMap(([code, found]) => (found.length === 1 ? [[code, found[0]!]] : [])),
  );
  for (const [code, candidates] of open) {
    const neighbourhood = neighbourhoodOf(code, certain);
    if (neighbourhood === undefined) continue;
    const [nearest] = candidates.toSorted(
      (one, other) => distanceKm(one, neighbourhood) - distanceKm(other, neighbourhood),
    );
    if (distanceKm(nearest!, neighbourhood) <= FARTHEST_KM) settled.set(code, nearest!);
  }
  return codes.flatMap((code) => {
    const point = settled.get(code);
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
  return centreOf([all.find(({ name }) => name === district)!]);
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

/** The name without what tells it from its namesakes: `an der Donau`, `im Mühlkreis`. */
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

/** The name itself, and of a name made of two (town and quarter) each, the quarter first: it is the closer one. */
function placeNamesIn(city: string): string[] {
  const name = city.replace(/ Postfach$/, '').replace(/,.*$/, '');
  const [town, ...quarter] = name.split(/ ?- ?/);
  return quarter.length === 0 ? [name] : [name, quarter.join('-'), town!];
}

/** Where the codes lie that begin like this one: as many digits alike as give enough of them. */
function neighbourhoodOf(code: string, certain: ReadonlyMap<string, Point>): Point | undefined {
  for (let digits = code.length - 1; digits >= 2; digits--) {
    const points = [...certain].flatMap(([other, point]) =>
      other !== code && other.startsWith(code.slice(0, digits)) ? [point] : [],
    );
    if (points.length >= NEIGHBOURS) return medianOf(points);
  }
  return undefined;
}
