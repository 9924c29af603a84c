// What an Office file is can be anywhere in it: LibreOffice and Google Docs write the entry that names the type last. So the tables
// of its container are looked up, which takes at most three reads of a few kilobytes, however large the file is.

/** A media type and the usual extension of its files, without the period. */
export interface FileType {
  mime: string;
  ext: string;
}

export interface PartReader {
  sizeBytes: number;
  /** Bytes from `start` to before `end`, both inside the file. */
  read(start: number, end: number): Promise<Buffer>;
}

/** Room for a directory of 800 entries. A text with a hundred pictures has 150. */
const PART_BYTES = 64 * 1024;

async function readPart(file: PartReader, start: number, end = start + PART_BYTES): Promise<Buffer> {
  const until = Math.min(end, file.sizeBytes);
  return start < 0 || start >= until ? Buffer.alloc(0) : file.read(start, until);
}

// ZIP (APPNOTE.TXT 4.3).

const LOCAL_HEADER = 0x0403_4b50;
const LOCAL_HEADER_BYTES = 30;
const DIRECTORY_HEADER = 0x0201_4b50;
const DIRECTORY_HEADER_BYTES = 46;
const DIRECTORY_END = Buffer.from('PK\u0005\u0006', 'latin1');
const DIRECTORY_END_BYTES = 22;
/** The entries that name the type: of ODF and EPUB, and of Office Open XML. */
const TYPE_ENTRIES = new Set(['mimetype', '[Content_Types].xml']);

interface ZipEntry {
  name: string;
  method: number;
  storedBytes: number;
  inflatedBytes: number;
  start: number;
}

/** The entry that names the type of a ZIP file, as a ZIP file that begins with it. Undefined if there is none. */
export async function readTypeEntry(file: PartReader): Promise<Buffer | undefined> {
  const entry = (await readDirectory(file)).find(({ name }) => TYPE_ENTRIES.has(name));
  if (entry === undefined) return undefined;
  const part = await readPart(file, entry.start);
  if (part.length < LOCAL_HEADER_BYTES || part.readUInt32LE(0) !== LOCAL_HEADER) return undefined;
  const start = LOCAL_HEADER_BYTES + part.readUInt16LE(26) + part.readUInt16LE(28);
  if (start + entry.storedBytes > part.length) return undefined;
  // The header in the file can lack the sizes: programs that write in one go have them after the data.
  const header = Buffer.alloc(LOCAL_HEADER_BYTES);
  header.writeUInt32LE(LOCAL_HEADER, 0);
  header.writeUInt16LE(entry.method, 8);
  header.writeUInt32LE(entry.storedBytes, 18);
  header.writeUInt32LE(entry.inflatedBytes, 22);
  header.writeUInt16LE(entry.name.length, 26);
  return Buffer.concat([header, Buffer.from(entry.name), part.subarray(start, start + entry.storedBytes)]);
}

/** The entries in the first 64 KiB of the directory. */
async function readDirectory(file: PartReader): Promise<ZipEntry[]> {
  const tailStart = Math.max(0, file.sizeBytes - PART_BYTES);
  const tail = await readPart(file, tailStart);
  const end = tail.lastIndexOf(DIRECTORY_END);
  if (end === -1 || end + DIRECTORY_END_BYTES > tail.length) return [];
  const sizeBytes = tail.readUInt32LE(end + 12);
  const start = tailStart + end - sizeBytes;
  const directory = start >= tailStart ? tail.subarray(start - tailStart, end) : await readPart(file, start);
  // Bytes before the ZIP file move all of its entries.
  const shift = start - tail.readUInt32LE(end + 16);
  const entries: ZipEntry[] = [];
  for (let at = 0; at + DIRECTORY_HEADER_BYTES <= directory.length; ) {
    if (directory.readUInt32LE(at) !== DIRECTORY_HEADER) break;
    const nameStart = at + DIRECTORY_HEADER_BYTES;
    const nameEnd = nameStart + directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString('utf8', nameStart, nameEnd),
      method: directory.readUInt16LE(at + 10),
      storedBytes: directory.readUInt32LE(at + 20),
      inflatedBytes: directory.readUInt32LE(at + 24),
      start: shift + directory.readUInt32LE(at + 42),
    });
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

// Office before 2007 ([MS-CFB] 2.2 and 2.6).

const ENTRY_BYTES = 128;
/** Entries of the directory that are read. What names the type is at its beginning. */
const MAXIMUM_ENTRIES = 32;

const WORD: FileType = { mime: 'application/msword', ext: 'doc' };
const EXCEL: FileType = { mime: 'application/vnd.ms-excel', ext: 'xls' };
const POWERPOINT: FileType = { mime: 'application/vnd.ms-powerpoint', ext: 'ppt' };
const OUTLOOK: FileType = { mime: 'application/vnd.ms-outlook', ext: 'msg' };

/** Class of the root, as the file has it. */
const CLASSES: ReadonlyMap<string, FileType> = new Map([
  ['0009020000000000c000000000000046', WORD],
  ['0609020000000000c000000000000046', WORD],
  ['1008020000000000c000000000000046', EXCEL],
  ['2008020000000000c000000000000046', EXCEL],
  ['108d81649b4fcf1186ea00aa00b929e8', POWERPOINT],
  ['0b0d020000000000c000000000000046', OUTLOOK],
]);

/** The stream with the contents. */
const STREAMS: ReadonlyMap<string, FileType> = new Map([
  ['WordDocument', WORD],
  ['Book', EXCEL],
  ['Workbook', EXCEL],
  ['PowerPoint Document', POWERPOINT],
  ['__properties_version1.0', OUTLOOK],
]);

/** The program whose compound file this is. Undefined if it does not say, or if files of several programs are in it. */
export async function findCompoundType(file: PartReader, head: Buffer): Promise<FileType | undefined> {
  if (head.length < 52) return undefined;
  const sectorShift = head.readUInt16LE(30);
  if (sectorShift !== 9 && sectorShift !== 12) return undefined;
  // The header takes the place of the first sector.
  const start = (head.readUInt32LE(48) + 1) * 2 ** sectorShift;
  const directory = await readPart(file, start, start + MAXIMUM_ENTRIES * ENTRY_BYTES);
  const ofRoot = CLASSES.get(directory.toString('hex', 80, 96));
  if (ofRoot !== undefined) return ofRoot;
  const found = new Set<FileType>();
  for (let at = 0; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES) {
    const nameBytes = Math.min(64, Math.max(0, directory.readUInt16LE(at + 64) - 2));
    const type = STREAMS.get(directory.toString('utf16le', at, at + nameBytes));
    if (type !== undefined) found.add(type);
  }
  return found.size === 1 ? [...found][0] : undefined;
}
