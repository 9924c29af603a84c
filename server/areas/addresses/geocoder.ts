import { setTimeout as pause } from 'node:timers/promises';
import type { Point } from './gazetteer/points.ts';

/** An address as a geocoder is asked for it. */
export interface Question {
  street: string | null;
  streetNumber: string | null;
  zipCode: string | null;
  city: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

export interface GeocoderOptions {
  /** Base URL of a server that speaks Nominatim's search API. */
  url: string;
  /** The usage policy of the public server asks for one that names the application and its operator. */
  userAgent: string;
  timeoutMs?: number;
  /** Milliseconds on a clock that only goes forward, and how to wait for it. */
  now?: () => number;
  pause?: (milliseconds: number) => Promise<unknown>;
}

/** The geocoder gave no usable answer. The message holds no part of the address. */
export class GeocoderFault extends Error {}

const TIMEOUT_MS = 5000;
const APART_MS = 1000;
const MAXIMUM_ANSWER_BYTES = 65_536;

/** Asks a Nominatim-compatible server, at most once a second, one question after the other. */
export class Geocoder {
  readonly #options: Required<GeocoderOptions>;
  #turn: Promise<unknown> = Promise.resolve();
  #nextAt = Number.NEGATIVE_INFINITY;

  constructor(options: GeocoderOptions) {
    this.#options = { timeoutMs: TIMEOUT_MS, now: () => performance.now(), pause, ...options };
  }

  /** Where the address lies, undefined when the server does not know it. Throws a GeocoderFault. */
  find(question: Question): Promise<Point | undefined> {
    const answer = this.#turn.then(() => this.#waitAndAsk(question));
    this.#turn = answer.catch(() => {});
    return answer;
  }

  async #waitAndAsk(question: Question): Promise<Point | undefined> {
    const { now, pause: wait } = this.#options;
    const waitMs = this.#nextAt - now();
    if (waitMs > 0) await wait(waitMs);
    this.#nextAt = now() + APART_MS;
    return this.#ask(question);
  }

  async #ask(question: Question): Promise<Point | undefined> {
    const { url, userAgent, timeoutMs } = this.#options;
    try {
      const response = await fetch(searchUrl(url, question), {
        headers: { accept: 'application/json', 'user-agent': userAgent },
        // The operator has named this server and no other one.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.status !== 200) {
        await response.body?.cancel();
        throw new GeocoderFault(`the geocoder answered with status ${response.status}`);
      }
      return readPoint(await readAnswer(response));
    } catch (error) {
      if (error instanceof GeocoderFault) throw error;
      const { name } = error as Error;
      throw new GeocoderFault(
        name === 'TimeoutError'
          ? `the geocoder did not answer within ${timeoutMs} ms`
          : `the geocoder cannot be reached (${name})`,
      );
    }
  }
}

function searchUrl(base: string, { street, streetNumber, zipCode, city, country }: Question): URL {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/search`;
  const values = {
    // The house number first, as Nominatim wants it in every country.
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

async function readAnswer(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (bytes > MAXIMUM_ANSWER_BYTES) throw new GeocoderFault('the geocoder answered with more than 64 KB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readPoint(text: string): Point | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new GeocoderFault('the geocoder answered with something else than JSON');
  }
  if (!Array.isArray(answer))
    throw new GeocoderFault('the geocoder answered with something else than a list');
  if (answer.length === 0) return undefined;
  const latitude = readDegrees(answer[0]?.lat, 90);
  const longitude = readDegrees(answer[0]?.lon, 180);
  if (latitude === undefined || longitude === undefined)
    throw new GeocoderFault('the geocoder answered with something else than coordinates');
  return { latitude, longitude };
}

/** Nominatim writes degrees as text; other servers as numbers. */
function readDegrees(value: unknown, limit: number): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return undefined;
  const degrees = Number(value);
  return Math.abs(degrees) <= limit ? degrees : undefined;
}
