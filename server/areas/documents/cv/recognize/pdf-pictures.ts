import { type getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { type Affine, compose, invert } from './affine.ts';
import { drawPicture, type Picture, type Raster, whitePage } from './raster.ts';

export type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>;

/** In dots for each inch. Letters of ten points are about 40 pixels high, which is what the recognition reads best. */
const RESOLUTION = 300;
const POINTS_PER_INCH = 72;
/** Of the page as it is drawn. A0 at 75 dpi, or A4 at 300 dpi. */
const MAXIMUM_PAGE_PIXELS = 9_000_000;
/** A scan is one picture, or some hundred strips. */
const MAXIMUM_PICTURES = 400;
/** How often pictures can cover the page, one over the other, until the rest is left out. Scans have a background and masks. */
const MAXIMUM_LAYERS = 6;
/** In points, of the longer side. Smaller pictures are symbols. */
const MINIMUM_SIDE = 30;
/** A picture whose data does not arrive was not decoded. */
const DECODING_MS = 20_000;

/** A page as a person sees it, with the mapping of its pixels to the user space of the PDF. */
interface DrawnPage {
  raster: Raster;
  toPage: Affine;
  /** Pixels for each point. */
  scale: number;
}

/** Draws the pictures of a page, in the order of the page. Undefined if it has none that can be decoded. */
export async function drawPage(page: PdfPage): Promise<DrawnPage | undefined> {
  const { width, height } = page.getViewport({ scale: 1 });
  if (!(width > 0 && height > 0)) return undefined;
  const scale = Math.min(RESOLUTION / POINTS_PER_INCH, Math.sqrt(MAXIMUM_PAGE_PIXELS / (width * height)));
  const toRaster = page.getViewport({ scale }).transform as unknown as Affine;
  const toPage = invert(toRaster);
  if (toPage === undefined) return undefined;
  let raster: Raster | undefined;
  let drawn = 0;
  for (const picture of await findPictures(page, toRaster, MINIMUM_SIDE * scale)) {
    raster ??= whitePage(Math.max(1, Math.floor(width * scale)), Math.max(1, Math.floor(height * scale)));
    drawn += drawPicture(raster, picture);
    if (drawn > MAXIMUM_LAYERS * raster.grey.length) break;
  }
  return raster && { raster, toPage, scale };
}

interface DecodedPicture {
  width: number;
  height: number;
  kind?: number;
  data?: Picture['data'] | string;
}

async function findPictures(page: PdfPage, toRaster: Affine, minimumSide: number): Promise<Picture[]> {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  const found: Picture[] = [];
  const stack: Affine[] = [];
  let current = toRaster;
  for (const [index, operation] of fnArray.entries()) {
    const values = argsArray[index];
    if (operation === OPS.save) stack.push(current);
    else if (operation === OPS.restore) current = stack.pop() ?? current;
    else if (operation === OPS.transform) current = compose(values as Affine, current);
    else if (operation === OPS.paintFormXObjectBegin) {
      stack.push(current);
      if (Array.isArray(values[0]) || ArrayBuffer.isView(values[0]))
        current = compose([...(values[0] as number[])] as unknown as Affine, current);
    } else if (operation === OPS.paintFormXObjectEnd) current = stack.pop() ?? current;
    else if (isPainting(operation, OPS) && found.length < MAXIMUM_PICTURES && isLarge(current, minimumSide)) {
      const decoded = await decodedOf(page, values[0]);
      const picture = toPicture(decoded, operation === OPS.paintImageMaskXObject, current);
      if (picture !== undefined) found.push(picture);
    }
  }
  return found;
}

type Operations = Awaited<ReturnType<typeof getResolvedPDFJS>>['OPS'];

function isPainting(operation: number, OPS: Operations): boolean {
  return (
    operation === OPS.paintImageXObject ||
    operation === OPS.paintInlineImageXObject ||
    operation === OPS.paintImageMaskXObject
  );
}

function isLarge([a, b, c, d]: Affine, minimumSide: number): boolean {
  return Math.max(Math.hypot(a, b), Math.hypot(c, d)) >= minimumSide;
}

/** A picture of the page itself, or the one that a name stands for. */
async function decodedOf(page: PdfPage, source: unknown): Promise<DecodedPicture | undefined> {
  const named = (name: string) =>
    new Promise<DecodedPicture | undefined>((resolve) => {
      const timer = setTimeout(() => resolve(undefined), DECODING_MS);
      const objects = name.startsWith('g_') ? page.commonObjs : page.objs;
      objects.get(name, (found: DecodedPicture | undefined) => {
        clearTimeout(timer);
        resolve(found);
      });
    });
  if (typeof source === 'string') return named(source);
  const own = source as DecodedPicture | undefined;
  return typeof own?.data === 'string' ? named(own.data) : own;
}

/** The kinds of the library: bits, three bytes, and four bytes for each pixel. */
const FORMATS: Record<number, Picture['format']> = { 1: 'bits', 2: 'rgb', 3: 'rgba' };

function toPicture(
  decoded: DecodedPicture | undefined,
  isMask: boolean,
  placement: Affine,
): Picture | undefined {
  const format = isMask ? 'bits' : FORMATS[decoded?.kind ?? 0];
  if (decoded?.data === undefined || typeof decoded.data === 'string' || format === undefined)
    return undefined;
  const { width, height, data } = decoded;
  return { width, height, data, format, isMask, placement };
}
