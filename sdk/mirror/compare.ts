import { createHash, type Hash } from 'node:crypto';

/** The paths at which two JSON values differ, such as `location.city` or `languages[0].name`. */
export function differingPaths(a: unknown, b: unknown, path = ''): string[] {
  if (Object.is(a, b)) return [];
  if (Array.isArray(a) && Array.isArray(b)) {
    const length = Math.max(a.length, b.length);
    return Array.from({ length }, (_, index) => index).flatMap((index) =>
      index < a.length && index < b.length
        ? differingPaths(a[index], b[index], `${path}[${index}]`)
        : [`${path}[${index}]`],
    );
  }
  if (isObject(a) && isObject(b)) {
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((name) =>
      differingPaths(a[name], b[name], path === '' ? name : `${path}.${name}`),
    );
  }
  return [path];
}

/** JSON with the properties of every object sorted by name, so that equal values have equal JSON. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}

/** Digest of records sorted by id. Two copies with the same digest are equal. */
export class RecordDigest {
  readonly #hash: Hash = createHash('sha256');
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(id: number, record: unknown): void {
    this.#hash.update(`${id} ${canonicalJson(record)}\n`);
    this.#count++;
  }

  /** Ends the digest and returns it as 16 hexadecimal digits. */
  end(): string {
    return this.#hash.digest('hex').slice(0, 16);
  }
}

/** A set of positive integers that takes a few bits for each. */
export class IdSet {
  readonly #blocks = new Map<number, Uint32Array>();

  add(id: number): void {
    const key = id >>> 15;
    let block = this.#blocks.get(key);
    if (block === undefined) {
      block = new Uint32Array(1024);
      this.#blocks.set(key, block);
    }
    const index = (id >>> 5) & 1023;
    block[index] = block[index]! | (1 << (id & 31));
  }

  has(id: number): boolean {
    const word = this.#blocks.get(id >>> 15)?.[(id >>> 5) & 1023] ?? 0;
    return (word & (1 << (id & 31))) !== 0;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
