/** Red, green, and blue, each from 0 to 255. */
type Rgb = readonly [number, number, number];

const WHITE = '#ffffff';
/** The contrast that WCAG 2 requires between text and its background (success criterion 1.4.3). */
export const TEXT_CONTRAST = 4.5;
const STEPS = 256;

export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

function toRgb(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

function toHex(rgb: readonly number[]): string {
  return `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** Relative luminance as WCAG 2 defines it. */
function luminance(color: string): number {
  const [red, green, blue] = toRgb(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of two colors, 1 to 21. */
export function contrast(first: string, second: string): number {
  const [a, b] = [luminance(first), luminance(second)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Mixes a share of another color into a color. */
export function mix(color: string, other: string, share: number): string {
  const target = toRgb(other);
  return toHex(toRgb(color).map((channel, index) => channel + (target[index]! - channel) * share));
}

/** Moves the color toward black or white in small steps until its contrast to all backgrounds suffices. */
export function readableOn(color: string, backgrounds: readonly string[], toward: '#000000' | '#ffffff') {
  for (let step = 0; step < STEPS; step++) {
    const candidate = mix(color, toward, step / STEPS);
    if (backgrounds.every((background) => contrast(candidate, background) >= TEXT_CONTRAST)) return candidate;
  }
  return toward;
}

/** The color itself if white text on it is readable, or else its nearest darker shade on which it is. */
export function nearestForWhiteText(color: string): string {
  return readableOn(color, [WHITE], '#000000');
}
