import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import pg from 'pg';
import { databaseUrl } from '../../server/testing/template.ts';

/**
 * Creates an empty database on the server of the test run. That server listens on a socket file only, so a port on the
 * loopback passes connections on: the URL works in other root directories and for other accounts.
 */
export async function makeExternalDatabase(): Promise<{ url: string; close(): void }> {
  const adminUrl = process.env.STELLWERK_TEST_POSTGRES!;
  const name = `packaging_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${name} OWNER stellwerk_test`);
  } finally {
    await admin.end();
  }
  const url = new URL(databaseUrl(adminUrl, name));
  const [directory, port] = [url.searchParams.get('host')!, url.searchParams.get('port')!];
  const server = createServer((client) => {
    const socket = connect(join(directory, `.s.PGSQL.${port}`));
    pipeline(client, socket, client, () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.search = '';
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: url.href, close: () => server.close() };
}
