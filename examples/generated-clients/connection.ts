/** The URL of the service, and client credentials from demo.json or from `stellwerk client create`. */
export function readConnection() {
  const setting = (name: string): string => {
    const value = process.env[name];
    if (value === undefined) throw new Error(`Set ${name}.`);
    return value;
  };
  const origin = setting('STELLWERK_URL');
  return {
    origin,
    audience: process.env.STELLWERK_AUDIENCE ?? `${origin}/api/v3`,
    clientId: setting('STELLWERK_CLIENT_ID'),
    clientSecret: setting('STELLWERK_CLIENT_SECRET'),
  };
}

/** Every call needs a User-Agent with a product and a version. */
export const USER_AGENT = 'Mozilla/5.0 (GeneratedClients)';

/** Requests a token. Share it and use it until it expires: one a day is enough. */
export async function requestToken(): Promise<string> {
  const { origin, audience, clientId, clientSecret } = readConnection();
  const response = await fetch(`${origin}/oauth/token`, {
    method: 'POST',
    headers: { 'user-agent': USER_AGENT },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      audience,
    }),
  });
  const body = (await response.json()) as { access_token?: string; error_description?: string };
  if (body.access_token === undefined) throw new Error(body.error_description ?? 'No token was issued.');
  return body.access_token;
}
