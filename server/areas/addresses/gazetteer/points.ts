const EARTH_RADIUS_KM = 6371;
const RADIANS = Math.PI / 180;

export interface Point {
  latitude: number;
  longitude: number;
}

/** Great-circle distance. */
export function distanceKm(from: Point, to: Point): number {
  const latitudes = Math.sin(((to.latitude - from.latitude) * RADIANS) / 2) ** 2;
  const longitudes = Math.sin(((to.longitude - from.longitude) * RADIANS) / 2) ** 2;
  const chord = latitudes + Math.cos(from.latitude * RADIANS) * Math.cos(to.latitude * RADIANS) * longitudes;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** The mean of points within one country. There must be at least one. */
export function centerOf(points: readonly Point[]): Point {
  const sum = (of: (point: Point) => number) => points.reduce((total, point) => total + of(point), 0);
  return {
    latitude: sum((point) => point.latitude) / points.length,
    longitude: sum((point) => point.longitude) / points.length,
  };
}

/** The median of each coordinate. Unlike the mean, it is not distorted by a few distant points. */
export function medianOf(points: readonly Point[]): Point {
  const middle = (of: (point: Point) => number) => points.map(of).sort((a, b) => a - b)[points.length >> 1]!;
  return { latitude: middle((point) => point.latitude), longitude: middle((point) => point.longitude) };
}
