/** What the head of a picture says about it. */
export interface PictureHead {
  /** In pixels, as it is stored. */
  width: number;
  height: number;
  /** How it is to be turned, 1 to 8 as in Exif. 1 is upright. */
  orientation: number;
}

const PNG_SIGN = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Reads the head of a JPEG or PNG file. Undefined if it has none, or is of another format. */
export function readPictureHead(bytes: Uint8Array): PictureHead | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (PNG_SIGN.every((byte, index) => bytes[index] === byte))
      return { width: view.getUint32(16), height: view.getUint32(20), orientation: 1 };
    if (bytes[0] === 0xff && bytes[1] === 0xd8) return readJpegHead(view);
  } catch {
    // It ends before its size.
  }
  return undefined;
}

const APP1 = 0xe1;
/** Start of frame, by its kind of compression. Among these numbers, three are other markers. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const START_OF_SCAN = 0xda;

function readJpegHead(view: DataView): PictureHead | undefined {
  let orientation = 1;
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    // Fill bytes can be between segments.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === START_OF_SCAN) return undefined;
    if (isFrame(marker))
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7), orientation };
    if (marker === APP1) orientation = readOrientation(view, at + 4) ?? orientation;
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

const EXIF = 0x45786966;
const LITTLE_ENDIAN = 0x4949;
const ORIENTATION = 0x0112;
/** Of a directory. A photo has some dozens. */
const MAXIMUM_TAGS = 200;

/** The orientation in an Exif segment, whose contents begin at `at`. A damaged one has none. */
function readOrientation(view: DataView, at: number): number | undefined {
  try {
    return findOrientation(view, at);
  } catch {
    return undefined;
  }
}

function findOrientation(view: DataView, at: number): number | undefined {
  if (view.getUint32(at) !== EXIF) return undefined;
  const start = at + 6;
  const isLittle = view.getUint16(start) === LITTLE_ENDIAN;
  const directory = start + view.getUint32(start + 4, isLittle);
  const count = Math.min(MAXIMUM_TAGS, view.getUint16(directory, isLittle));
  for (let index = 0; index < count; index++) {
    const tag = directory + 2 + 12 * index;
    if (view.getUint16(tag, isLittle) !== ORIENTATION) continue;
    const value = view.getUint16(tag + 8, isLittle);
    return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
}
