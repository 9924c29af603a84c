import { type Affine, apply, invert } from './affine.ts';

/** A picture that a page shows. */
export interface Picture {
  width: number;
  height: number;
  /** One bit for each pixel, in rows of whole bytes, or three or four bytes: red, green, blue, and how opaque it is. */
  format: 'bits' | 'rgb' | 'rgba';
  data: Uint8Array | Uint8ClampedArray;
  /** Whether only its zeros are seen, in black. */
  isMask: boolean;
  /** Maps the square from 0 to 1 to the pixels of the page: its upper edge is the upper row of the picture. */
  placement: Affine;
}

/** A page in shades of grey. */
export interface Raster {
  width: number;
  height: number;
  /** One byte for each pixel, row by row from the top. */
  grey: Uint8Array;
}

const WHITE = 255;
/** Along each side, so many pixels of a picture become one at most. */
const MAXIMUM_SAMPLES = 4;

export function whitePage(width: number, height: number): Raster {
  return { width, height, grey: new Uint8Array(width * height).fill(WHITE) };
}

/**
 * Draws a picture onto the page. What becomes smaller is averaged, so that thin strokes stay. Returns how many pixels of the page
 * it may cover.
 */
export function drawPicture(raster: Raster, picture: Picture): number {
  const { width, height, placement } = picture;
  const inverse = invert(placement);
  if (inverse === undefined || !isWhole(picture)) return 0;
  const greyAt = readerOf(picture);
  const [a, b, c, d, e, f] = inverse;
  // Pixels of the picture for one of the page.
  const scale = Math.max(Math.hypot(a * width, b * height), Math.hypot(c * width, d * height));
  const samples = Math.min(MAXIMUM_SAMPLES, Math.max(1, Math.round(scale)));
  const { left, right, top, bottom } = boundsOf(raster, placement);
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = y * raster.width + x;
      let sum = 0;
      for (let sample = 0; sample < samples * samples; sample++) {
        const sampleX = x + ((sample % samples) + 0.5) / samples;
        const sampleY = y + (Math.floor(sample / samples) + 0.5) / samples;
        const u = a * sampleX + c * sampleY + e;
        const v = b * sampleX + d * sampleY + f;
        const isInside = u >= 0 && u < 1 && v > 0 && v <= 1;
        const grey = isInside
          ? greyAt(Math.floor(u * width), Math.min(height - 1, Math.floor((1 - v) * height)))
          : -1;
        sum += grey < 0 ? raster.grey[at]! : grey;
      }
      raster.grey[at] = Math.round(sum / (samples * samples));
    }
  }
  return Math.max(0, right - left) * Math.max(0, bottom - top);
}

/** Whether the data has all of the pixels. */
function isWhole({ width, height, format, data }: Picture): boolean {
  const rowBytes = format === 'bits' ? (width + 7) >> 3 : width * (format === 'rgb' ? 3 : 4);
  return width > 0 && height > 0 && data.length >= rowBytes * height;
}

/** Returns a shade of grey, or -1 where the picture is transparent. */
function readerOf({ width, format, data, isMask }: Picture): (x: number, y: number) => number {
  if (format === 'bits') {
    const rowBytes = (width + 7) >> 3;
    const one = isMask ? -1 : WHITE;
    return (x, y) => ((data[y * rowBytes + (x >> 3)]! & (0x80 >> (x & 7))) === 0 ? 0 : one);
  }
  const bytes = format === 'rgb' ? 3 : 4;
  return (x, y) => {
    const at = (y * width + x) * bytes;
    const grey = 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
    if (bytes === 3) return grey;
    const opacity = data[at + 3]! / WHITE;
    return opacity === 0 ? -1 : grey * opacity + WHITE * (1 - opacity);
  };
}

function boundsOf({ width, height }: Raster, placement: Affine) {
  const corners = [
    apply(placement, 0, 0),
    apply(placement, 1, 0),
    apply(placement, 0, 1),
    apply(placement, 1, 1),
  ];
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return {
    left: Math.max(0, Math.floor(Math.min(...xs))),
    right: Math.min(width, Math.ceil(Math.max(...xs))),
    top: Math.max(0, Math.floor(Math.min(...ys))),
    bottom: Math.min(height, Math.ceil(Math.max(...ys))),
  };
}

/** The page as a file that the recognition of text reads: a portable grey map (PGM). */
export function toPgm({ width, height, grey }: Raster): Uint8Array {
  const head = new TextEncoder().encode(`P5 ${width} ${height} 255\n`);
  const file = new Uint8Array(head.length + grey.length);
  file.set(head);
  file.set(grey, head.length);
  return file;
}
