import { access } from './installation.ts';

// HTTP without the client, for rules about HTTP itself, and to send what the client would never send.

export interface RawCall {
  /** Beside, or instead of, what every call needs; undefined leaves a header out. */
  headers?: Record<string, string | undefined>;
  /** JSON of this; a text is sent as it is. */
  body?: unknown;
}

export interface RawAnswer {
  status: number;
  headers: Headers;
  /** The JSON of the answer; undefined where there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: what comes is what is tested.
  body: any;
}

/** Calls the API below its base address, with a valid token. */
export async function call(
  method: string,
  path: string,
  { headers = {}, body }: RawCall = {},
): Promise<RawAnswer> {
  const all: Record<string, string | undefined> = {
    authorization: `Bearer ${await token()}`,
    'user-agent': 'Mozilla/5.0 (Acceptance)',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
  return send(`${access.host}/v3${path}`, {
    method,
    headers: Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** Asks for a token with a form; undefined leaves a field out. */
export async function requestToken(
  fields: Record<string, string | undefined> = {},
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  const form = {
    grant_type: 'client_credentials',
    client_id: access.clientId,
    client_secret: access.clientSecret,
    audience: `${access.host}/api/v3`,
    ...fields,
  };
  return send(`${access.host}/oauth/token`, {
    method: 'POST',
    headers: { 'user-agent': 'Mozilla/5.0 (Acceptance)', ...headers },
    body: new URLSearchParams(
      Object.entries(form).filter((field): field is [string, string] => field[1] !== undefined),
    ),
  });
}

export async function send(url: string, init: RequestInit = {}): Promise<RawAnswer> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : isJson ? JSON.parse(text) : text,
  };
}

let known: Promise<string> | undefined;

/** The token of all calls made here: one for the whole run. */
export function token(): Promise<string> {
  known ??= requestToken().then(({ body }) => body.access_token);
  return known;
}
