// Write values of PostgreSQL's binary format as JSON, into a buffer that has room for them, and return where they end. The bytes
// are those of to_json() and utc().

/** The most that a value other than a text or JSON needs. */
export const LONGEST_VALUE_BYTES = 48;
/** What a byte of a text becomes at most. */
export const LONGEST_ESCAPE_BYTES = 6;

const codeOf = (text: string) => text.charCodeAt(0);
const ZERO = codeOf('0');
const QUOTE = codeOf('"');
const BACKSLASH = codeOf('\\');
const HYPHEN = codeOf('-');
const COLON = codeOf(':');
const DOT = codeOf('.');
const [T, U, Z] = [codeOf('T'), codeOf('u'), codeOf('Z')];
const HEX = Buffer.from('0123456789abcdef');
/** The two hexadecimal digits of each byte. */
const HIGH_HEX = Uint8Array.from({ length: 256 }, (_, byte) => HEX[byte >> 4]!);
const LOW_HEX = Uint8Array.from({ length: 256 }, (_, byte) => HEX[byte & 15]!);
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NULL = Buffer.from('null');

/** For each byte, 0 if it is written as it is, 1 for \u00XX, or what follows the backslash. */
const ESCAPES = new Uint8Array(256).fill(1, 0, 0x20);
for (const [byte, letter] of ['""', '\\\\', '\bb', '\ff', '\nn', '\rr', '\tt'])
  ESCAPES[codeOf(byte!)] = codeOf(letter!);

/** Copies a few bytes, for which this is faster than `set`. */
export function writeBytes(out: Buffer, at: number, bytes: Buffer): number {
  let end = at;
  for (let index = 0; index < bytes.length; index++) out[end++] = bytes[index]!;
  return end;
}

export function writeNull(out: Buffer, at: number): number {
  return writeBytes(out, at, NULL);
}

export function writeBoolean(out: Buffer, at: number, bytes: Buffer, from: number): number {
  return writeBytes(out, at, bytes[from] === 1 ? TRUE : FALSE);
}

export function writeInteger(out: Buffer, at: number, bytes: Buffer, from: number): number {
  const value = readInteger(bytes, from);
  let end = at;
  if (value < 0) out[end++] = HYPHEN;
  // Unsigned, because the lowest integer has no positive one.
  let rest = Math.abs(value) >>> 0;
  let digits = 1;
  for (let limit = 10; rest >= limit; limit *= 10) digits++;
  end += digits;
  for (let index = end - 1; digits > 0; digits--) {
    const next = (rest / 10) >>> 0;
    out[index--] = ZERO + rest - next * 10;
    rest = next;
  }
  return end;
}

export function readInteger(bytes: Buffer, from: number): number {
  return (bytes[from]! << 24) | (bytes[from + 1]! << 16) | (bytes[from + 2]! << 8) | bytes[from + 3]!;
}

function writeTwoDigits(out: Buffer, at: number, value: number): number {
  const tens = (value / 10) | 0;
  out[at] = ZERO + tens;
  out[at + 1] = ZERO + value - tens * 10;
  return at + 2;
}

export function writeUuid(out: Buffer, at: number, bytes: Buffer, from: number): number {
  out[at] = QUOTE;
  let end = writeHex(out, at + 1, bytes, from, 4);
  out[end] = HYPHEN;
  end = writeHex(out, end + 1, bytes, from + 4, 2);
  out[end] = HYPHEN;
  end = writeHex(out, end + 1, bytes, from + 6, 2);
  out[end] = HYPHEN;
  end = writeHex(out, end + 1, bytes, from + 8, 2);
  out[end] = HYPHEN;
  end = writeHex(out, end + 1, bytes, from + 10, 6);
  out[end] = QUOTE;
  return end + 1;
}

function writeHex(out: Buffer, at: number, bytes: Buffer, from: number, count: number): number {
  let end = at;
  for (let index = from; index < from + count; index++) {
    const byte = bytes[index]!;
    out[end] = HIGH_HEX[byte]!;
    out[end + 1] = LOW_HEX[byte]!;
    end += 2;
  }
  return end;
}

export function writeText(out: Buffer, at: number, bytes: Buffer, from: number, to: number): number {
  let end = at;
  out[end++] = QUOTE;
  for (let index = from; index < to; index++) {
    const byte = bytes[index]!;
    const escaped = ESCAPES[byte]!;
    if (escaped === 0) {
      out[end++] = byte;
      continue;
    }
    out[end++] = BACKSLASH;
    if (escaped > 1) {
      out[end++] = escaped;
      continue;
    }
    out[end++] = U;
    end = writeTwoDigits(out, end, 0);
    end = writeHex(out, end, bytes, index, 1);
  }
  out[end++] = QUOTE;
  return end;
}

const DAY_MICROSECONDS = 86_400_000_000;
const UINT32 = 2 ** 32;
/** Above, microseconds as a double are not exact: before 1715 and after 2285. */
const EXACT_HIGH = 2 ** 20;
const INFINITE_HIGH = 0x7fffffff;

/** Microseconds since 2000-01-01, UTC, until the year 275760, where Date ends. */
export function writeTime(out: Buffer, at: number, bytes: Buffer, from: number): number {
  const high = readInteger(bytes, from);
  const low = readInteger(bytes, from + 4) >>> 0;
  let day: number;
  let milliseconds: number;
  if (high >= -EXACT_HIGH && high < EXACT_HIGH) {
    const microseconds = high * UINT32 + low;
    day = Math.floor(microseconds / DAY_MICROSECONDS);
    milliseconds = Math.floor((microseconds - day * DAY_MICROSECONDS) / 1000);
  } else {
    // to_char has no text for infinite times.
    if (high === INFINITE_HIGH || high === ~INFINITE_HIGH) return writeNull(out, at);
    const microseconds = bytes.readBigInt64BE(from);
    const time =
      ((microseconds % BigInt(DAY_MICROSECONDS)) + BigInt(DAY_MICROSECONDS)) % BigInt(DAY_MICROSECONDS);
    day = Number((microseconds - time) / BigInt(DAY_MICROSECONDS));
    milliseconds = Number(time / 1000n);
  }
  if (day !== cachedDay) cacheDate(day);
  let end = at;
  out[end++] = QUOTE;
  end = writeBytes(out, end, cachedDate);
  const seconds = (milliseconds / 1000) | 0;
  const minutes = (seconds / 60) | 0;
  const hours = (minutes / 60) | 0;
  out[end++] = T;
  end = writeTwoDigits(out, end, hours);
  out[end++] = COLON;
  end = writeTwoDigits(out, end, minutes - hours * 60);
  out[end++] = COLON;
  end = writeTwoDigits(out, end, seconds - minutes * 60);
  out[end++] = DOT;
  const thousandths = milliseconds - seconds * 1000;
  const tens = (thousandths / 10) | 0;
  end = writeTwoDigits(out, end, tens);
  out[end++] = ZERO + thousandths - tens * 10;
  out[end++] = Z;
  out[end++] = QUOTE;
  return end;
}

// Most times of a list are of few days.
let cachedDay = Number.NaN;
let cachedDate = Buffer.alloc(0);

const DAYS_BEFORE_2000 = 10_957;
const DAY_MS = 86_400_000;

function cacheDate(day: number): void {
  const date = new Date((day + DAYS_BEFORE_2000) * DAY_MS);
  const year = date.getUTCFullYear();
  // to_char writes years before the first without their era.
  const parts = [year > 0 ? year : 1 - year, date.getUTCMonth() + 1, date.getUTCDate()];
  cachedDate = Buffer.from(
    parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-'),
  );
  cachedDay = day;
}
