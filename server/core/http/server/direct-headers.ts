import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Language } from '../context.ts';
import { preferredLanguage } from '../language.ts';
import { SHORT_BODY_BYTES } from '../limits.ts';
import { chooseEncoding, type Encoding } from '../static-text.ts';
import { hasProductUserAgent } from '../user-agent.ts';

/** Whether a request is served without the framework, as far as its headers decide. */
interface Admittance {
  /** Without a trace or a wish that only the framework can fulfil. */
  isUsual: boolean;
  /** Undefined without a token or without the name of a program. */
  authorization: string | undefined;
}

/** What the headers of a read mean. */
export interface DirectHeaders extends Admittance {
  language: Language;
  encoding: Encoding | undefined;
  ifNoneMatch: string | undefined;
}

interface KnownHeaders extends DirectHeaders {
  rawHeaders: readonly string[];
}

const LAST = Symbol('headers of the last read');

/**
 * Reads the headers of a request without a body. A program sends the same ones with each request of a connection, and comparing them
 * takes a fraction of what parsing them takes. Also, the string of a token that was looked up before has its hash already. A
 * connection keeps its last ones for that.
 */
export function readHeaders(request: IncomingMessage): DirectHeaders {
  const socket: Socket & { [LAST]?: KnownHeaders } = request.socket;
  const { rawHeaders } = request;
  const last = socket[LAST];
  if (last !== undefined && isSame(last.rawHeaders, rawHeaders)) return last;
  const { headers } = request;
  const length = headers['content-length'];
  const isUsual = hasUsualWishes(headers) && (length === undefined || length === '0');
  const parsed = {
    rawHeaders,
    isUsual,
    authorization: authorizationOf(headers),
    language: preferredLanguage(headers['accept-language']),
    encoding: chooseEncoding(headers),
    ifNoneMatch: headers['if-none-match'],
  };
  socket[LAST] = parsed;
  return parsed;
}

/** Reads the headers of a creation, whose length differs from one to the next. Its handler reads the rest. */
export function readCreationHeaders({ headers }: IncomingMessage): Admittance {
  return {
    isUsual: hasUsualWishes(headers) && isUsualBody(headers),
    authorization: authorizationOf(headers),
  };
}

function authorizationOf(headers: IncomingHttpHeaders): string | undefined {
  return hasProductUserAgent(headers['user-agent']) ? headers.authorization : undefined;
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length) return false;
  for (let index = 0; index < some.length; index++) if (some[index] !== others[index]) return false;
  return true;
}

/** Without weights and stars, with which the framework compresses a response in another way than a text that lies ready. */
const USUAL_ENCODINGS =
  /^(?:identity|(?:gzip|deflate|br|zstd|compress)(?:, ?(?:gzip|deflate|br|zstd|compress))*)$/;

function hasUsualWishes(headers: IncomingHttpHeaders): boolean {
  const encodings = headers['accept-encoding'];
  return (
    (encodings === undefined || USUAL_ENCODINGS.test(encodings as string)) &&
    headers.host !== undefined &&
    headers.traceparent === undefined &&
    headers.expect === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers['x-no-compression'] === undefined
  );
}

const JSON_TYPES: ReadonlySet<string | undefined> = new Set([
  'application/json',
  'application/json; charset=utf-8',
]);

/** A short body of known length in JSON, and no key under which the response is stored. */
function isUsualBody(headers: IncomingHttpHeaders): boolean {
  const bytes = Number(headers['content-length']);
  return (
    bytes > 0 &&
    bytes <= SHORT_BODY_BYTES &&
    JSON_TYPES.has(headers['content-type']) &&
    headers['content-encoding'] === undefined &&
    headers['idempotency-key'] === undefined
  );
}
