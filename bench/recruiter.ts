import { createUser } from '../server/areas/users/index.ts';
import type { Database } from '../server/core/db/connection.ts';
import type { startEnvironment } from './environment.ts';

type Environment = Awaited<ReturnType<typeof startEnvironment>>;

/** A user with a session. */
export interface Recruiter {
  port: number;
  /** The cookie of the session, as a request sends it. */
  cookie: string;
}

const USER = {
  email: 'bench@example.org',
  password: 'a long password of a bench',
  role: 'recruiter',
} as const;

export async function signInRecruiter(
  { tenantId, servicePort: port }: Environment,
  database: Database,
): Promise<Recruiter> {
  await createUser(database.tenant(tenantId), tenantId, { ...USER, firstName: 'Bench', lastName: 'User' });
  const { email, password } = USER;
  const response = await post({ port, cookie: '' }, '/session', { email, password });
  return { port, cookie: response.headers.get('set-cookie')!.split(';')[0]! };
}

/** Searches candidates, 25 a page. Returns how many were found, at most 10,000. */
export function search(recruiter: Recruiter, body: object): Promise<{ total: number }> {
  return searchList(recruiter, '/candidates/search', body);
}

/** Searches a list, 25 a page. */
export async function searchList(
  recruiter: Recruiter,
  path: string,
  body: object,
): Promise<{ total: number; nextCursor: string | null }> {
  const response = await post(recruiter, path, { ...body, limit: 25 });
  return (await response.json()) as { total: number; nextCursor: string | null };
}

/** Searches all kinds of records. Returns how many were found, at most five of each kind. */
export async function findAnywhere(recruiter: Recruiter, text: string): Promise<number> {
  const response = await call(recruiter, `/search?q=${encodeURIComponent(text)}`, {});
  const found = Object.values((await response.json()) as Record<string, unknown[]>);
  return found.reduce((sum, { length }) => sum + length, 0);
}

function post(recruiter: Recruiter, path: string, body: object): Promise<Response> {
  return call(recruiter, path, { method: 'POST', body: JSON.stringify(body) });
}

async function call(
  { port, cookie }: Recruiter,
  path: string,
  init: Pick<RequestInit, 'method' | 'body'>,
): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    'sec-fetch-site': 'same-origin',
    'user-agent': 'bench/1.0',
    cookie,
  };
  const response = await fetch(`http://127.0.0.1:${port}/platform${path}`, { ...init, headers });
  if (response.status !== 200)
    throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return response;
}
