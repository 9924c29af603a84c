import { setTimeout as delay } from 'node:timers/promises';
import type { Point } from './gazetteer/points.ts';

/** An address to look up. */
export interface GeocoderQuery {
  street: string | null;
  streetNumber: string | null;
  zipCode: string | null;
  city: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

export interface GeocoderOptions {
  /** Base URL of a server with Nominatim's search API. */
  url: string;
  /** The usage policy of the public server requires that it names the application and its operator. */
  userAgent: string;
  timeoutMs?: number;
  /** Milliseconds on a monotonic clock. */
  now?: () => number;
  /** Waits on the same clock. */
  delay?: (milliseconds: number) => Promise<unknown>;
}

/** The geocoder did not return a usable response. The message contains no part of the address. */
export class GeocoderError extends Error {}

const TIMEOUT_MS = 5000;
const MINIMUM_INTERVAL_MS = 1000;
const MAXIMUM_RESPONSE_BYTES = 65_536;

/** Queries a Nominatim-compatible server, one query at a time and at most one per second. */
export class Geocoder {
  readonly #options: Required<GeocoderOptions>;
  #previous: Promise<unknown> = Promise.resolve();
  #nextAt = Number.NEGATIVE_INFINITY;

  constructor(options: GeocoderOptions) {
    this.#options = { timeoutMs: TIMEOUT_MS, now: () => performance.now(), delay, ...options };
  }

  /** The coordinates of the address, or undefined if the server does not find it. Throws a GeocoderError. */
  find(query: GeocoderQuery): Promise<Point | undefined> {
    const point = this.#previous.then(() => this.#sendInTurn(query));
    this.#previous = point.catch(() => {});
    return point;
  }

  async #sendInTurn(query: GeocoderQuery): Promise<Point | undefined> {
    const { now, delay: wait } = this.#options;
    const waitMs = this.#nextAt - now();
    if (waitMs > 0) await wait(waitMs);
    this.#nextAt = now() + MINIMUM_INTERVAL_MS;
    return this.#send(query);
  }

  async #send(query: GeocoderQuery): Promise<Point | undefined> {
    const { url, userAgent, timeoutMs } = this.#options;
    try {
      const response = await fetch(searchUrl(url, query), {
        headers: { accept: 'application/json', 'user-agent': userAgent },
        // The operator has allowed only this server.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.status !== 200) {
        await response.body?.cancel();
        throw new GeocoderError(`the geocoder responded with status ${response.status}`);
      }
      return parsePoint(await readBody(response));
    } catch (error) {
      if (error instanceof GeocoderError) throw error;
      const { name } = error as Error;
      throw new GeocoderError(
        name === 'TimeoutError'
          ? `the geocoder did not respond within ${timeoutMs} ms`
          : `the geocoder cannot be reached (${name})`,
      );
    }
  }
}

function searchUrl(base: string, { street, streetNumber, zipCode, city, country }: GeocoderQuery): URL {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/search`;
  const values = {
    // Nominatim expects the house number first in every country.
    street: [streetNumber, street].filter((part) => part !== null && part !== '').join(' '),
    postalcode: zipCode,
    city,
    countrycodes: country.toLowerCase(),
    format: 'jsonv2',
    limit: '1',
  };
  for (const [name, value] of Object.entries(values)) {
    if (value !== null && value !== '') url.searchParams.set(name, value);
  }
  return url;
}

async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (bytes > MAXIMUM_RESPONSE_BYTES)
      throw new GeocoderError('the response of the geocoder is larger than 64 KB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsePoint(text: string): Point | undefined {
  let results: unknown;
  try {
    results = JSON.parse(text);
  } catch {
    throw new GeocoderError('the response of the geocoder is not JSON');
  }
  if (!Array.isArray(results)) throw new GeocoderError('the response of the geocoder is not a list');
  if (results.length === 0) return undefined;
  const latitude = parseDegrees(results[0]?.lat, 90);
  const longitude = parseDegrees(results[0]?.lon, 180);
  if (latitude === undefined || longitude === undefined)
    throw new GeocoderError('the response of the geocoder is not valid coordinates');
  return { latitude, longitude };
}

/** Nominatim returns degrees as strings, other servers as numbers. */
function parseDegrees(value: unknown, limit: number): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return undefined;
  const degrees = Number(value);
  return Math.abs(degrees) <= limit ? degrees : undefined;
}
