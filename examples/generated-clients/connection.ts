/** Where the service is, and the client credentials that demo.json or "stellwerk client create" shows. */
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

/** Every call must carry a product and a version. */
export const USER_AGENT = 'Mozilla/5.0 (GeneratedClients)';

/** Keep it for as long as expires_in says and share it: one a day is enough. */
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
  const answer = (await response.json()) as { access_token?: string; error_description?: string };
  if (answer.access_token === undefined) throw new Error(answer.error_description ?? 'No token was issued.');
  return answer.access_token;
}
