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
export async function search(recruiter: Recruiter, body: object): Promise<{ total: number }> {
  const response = await post(recruiter, '/candidates/search', { ...body, limit: 25 });
  return (await response.json()) as { total: number };
}

async function post({ port, cookie }: Recruiter, path: string, body: object): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    'sec-fetch-site': 'same-origin',
    'user-agent': 'bench/1.0',
    cookie,
  };
  const response = await fetch(`http://127.0.0.1:${port}/platform${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  if (response.status !== 200)
    throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return response;
}
