import type { Rectangle } from '../values.ts';

/** Maps (x, y) to (a·x + c·y + e, b·x + d·y + f), as in PDF. */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** The mapping that does `first` and then `second`. */
export function compose(first: Affine, second: Affine): Affine {
  const [a, b, c, d, e, f] = first;
  const [x, y] = apply(second, e, f);
  const [A, B, C, D] = second;
  return [A * a + C * b, B * a + D * b, A * c + C * d, B * c + D * d, x, y];
}

/** Undefined if the mapping has no area, so that nothing leads back. */
export function invert([a, b, c, d, e, f]: Affine): Affine | undefined {
  const area = a * d - b * c;
  if (!Number.isFinite(area) || Math.abs(area) < Number.EPSILON) return undefined;
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area];
}

export function apply([a, b, c, d, e, f]: Affine, x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** The smallest upright rectangle around the mapped one. */
export function applyToRectangle(mapping: Affine, { left, bottom, right, top }: Rectangle): Rectangle {
  const corners = [
    apply(mapping, left, bottom),
    apply(mapping, right, bottom),
    apply(mapping, left, top),
    apply(mapping, right, top),
  ];
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return {
    left: round(Math.min(...xs)),
    bottom: round(Math.min(...ys)),
    right: round(Math.max(...xs)),
    top: round(Math.max(...ys)),
  };
}

const round = (points: number) => Math.round(points * 10) / 10;
