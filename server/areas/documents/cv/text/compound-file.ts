import { UnreadableError } from './lines.ts';

// The container of Office files before 2007 ([MS-CFB]): a small file system of sectors, whose chains are in a table (FAT).

const HEADER_BYTES = 512;
const HEADER_CHAIN_ENTRIES = 109;
const ENTRY_BYTES = 128;
const MINI_SECTOR_BYTES = 64;
/** Smaller streams are in the mini stream. */
const MINI_STREAM_CUTOFF = 4096;
/** Higher numbers are marks, such as the end of a chain. */
const MAXIMUM_SECTOR = 0xffff_fffa;
const NONE = 0xffff_ffff;
/** A text has some dozens. */
const MAXIMUM_ENTRIES = 4096;
const STREAM = 2;
const ROOT = 5;

interface Entry {
  name: string;
  kind: number;
  left: number;
  right: number;
  child: number;
  start: number;
  sizeBytes: number;
}

/** The streams of a compound file. Damaged chains end early; whatever a file claims, no more is read than it has. */
export class CompoundFile {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #sectorBytes: number;
  readonly #chains: readonly number[];
  readonly #entries: readonly Entry[];

  /** Throws UnreadableError. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < HEADER_BYTES) throw new UnreadableError('damaged');
    const sectorShift = this.#view.getUint16(30, true);
    if (sectorShift !== 9 && sectorShift !== 12) throw new UnreadableError('damaged');
    this.#sectorBytes = 2 ** sectorShift;
    this.#chains = this.#readChains();
    this.#entries = this.#readEntries();
  }

  /** A stream at the top of the file. Those of embedded files are below. Undefined if it does not exist. */
  stream(name: string): Uint8Array | undefined {
    const entry = this.#find(name);
    if (entry === undefined) return undefined;
    if (entry.sizeBytes >= MINI_STREAM_CUTOFF)
      return this.#readSectors(entry.start).subarray(0, entry.sizeBytes);
    const root = this.#entries[0]!;
    const mini = this.#readSectors(root.start).subarray(0, root.sizeBytes);
    const chains = toNumbers(this.#readSectors(this.#view.getUint32(60, true)));
    const places = chainOf(entry.start, chains).map((sector) => sector * MINI_SECTOR_BYTES);
    return join(places.map((start) => mini.subarray(start, start + MINI_SECTOR_BYTES))).subarray(
      0,
      entry.sizeBytes,
    );
  }

  /** Which sectors have the table of chains is in the header, and for large files in a chain of sectors. */
  #readChains(): number[] {
    const tables = toNumbers(this.#bytes.subarray(HEADER_BYTES - 4 * HEADER_CHAIN_ENTRIES, HEADER_BYTES));
    const perSector = this.#sectorBytes / 4;
    const seen = new Set<number>();
    let next = this.#view.getUint32(68, true);
    while (next < MAXIMUM_SECTOR && !seen.has(next)) {
      seen.add(next);
      const numbers = toNumbers(this.#sector(next));
      if (numbers.length < perSector) break;
      next = numbers.pop()!;
      tables.push(...numbers);
    }
    const sectors = tables.filter((sector) => sector < MAXIMUM_SECTOR);
    return toNumbers(join([...new Set(sectors)].map((sector) => this.#sector(sector))));
  }

  #readEntries(): Entry[] {
    const bytes = this.#readSectors(this.#view.getUint32(48, true));
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const entries: Entry[] = [];
    for (
      let at = 0;
      at + ENTRY_BYTES <= bytes.length && entries.length < MAXIMUM_ENTRIES;
      at += ENTRY_BYTES
    ) {
      const nameBytes = Math.min(64, Math.max(0, view.getUint16(at + 64, true) - 2));
      entries.push({
        name: new TextDecoder('utf-16le').decode(bytes.subarray(at, at + nameBytes)),
        kind: view.getUint8(at + 66),
        left: view.getUint32(at + 68, true),
        right: view.getUint32(at + 72, true),
        child: view.getUint32(at + 76, true),
        start: view.getUint32(at + 116, true),
        sizeBytes: view.getUint32(at + 120, true),
      });
    }
    if (entries[0]?.kind !== ROOT) throw new UnreadableError('damaged');
    return entries;
  }

  #find(name: string): Entry | undefined {
    const open = [this.#entries[0]!.child];
    const seen = new Set<number>([NONE]);
    while (open.length > 0) {
      const index = open.pop()!;
      const entry = this.#entries[index];
      if (entry === undefined || seen.has(index)) continue;
      seen.add(index);
      if (entry.kind === STREAM && entry.name.toLowerCase() === name.toLowerCase()) return entry;
      open.push(entry.left, entry.right);
    }
    return undefined;
  }

  #sector(number: number): Uint8Array {
    // The header takes the place of the first sector.
    const start = (number + 1) * this.#sectorBytes;
    return this.#bytes.subarray(start, start + this.#sectorBytes);
  }

  #readSectors(start: number): Uint8Array {
    return join(chainOf(start, this.#chains).map((sector) => this.#sector(sector)));
  }
}

/** The numbers of a chain's sectors. A chain that leads back into itself ends there. */
function chainOf(start: number, chains: readonly number[]): number[] {
  const sectors: number[] = [];
  const seen = new Set<number>();
  for (let sector = start; sector < chains.length && !seen.has(sector); sector = chains[sector]!) {
    seen.add(sector);
    sectors.push(sector);
  }
  return sectors;
}

function toNumbers(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => view.getUint32(4 * index, true));
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
