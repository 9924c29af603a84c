import { access } from './installation.ts';

// HTTP without the client, for rules about HTTP itself and for requests that the client never sends.

interface RawCall {
  /** Headers to add or replace. Undefined omits a header. */
  headers?: Record<string, string | undefined>;
  /** Sent as JSON. A string is sent unchanged. */
  body?: unknown;
}

interface RawResponse {
  status: number;
  headers: Headers;
  /** The parsed JSON, or the text of any other body. Undefined if there is no body. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests check the content.
  body: any;
}

/** Calls the API with a valid token. The path is relative to the base URL. */
export async function call(
  method: string,
  path: string,
  { headers = {}, body }: RawCall = {},
): Promise<RawResponse> {
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

/** Requests a token with a form. Undefined omits a field. */
export async function requestToken(
  fields: Record<string, string | undefined> = {},
  headers: Record<string, string> = {},
): Promise<RawResponse> {
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

export async function send(url: string, init: RequestInit = {}): Promise<RawResponse> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : isJson ? JSON.parse(text) : text,
  };
}

let shared: Promise<string> | undefined;

/** The token of all calls in this file, requested once. */
export function token(): Promise<string> {
  shared ??= requestToken().then(({ body }) => body.access_token);
  return shared;
}
