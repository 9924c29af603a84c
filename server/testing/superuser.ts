import pg from 'pg';
import type { TestService } from './harness.ts';
import { databaseUrl } from './template.ts';

/** Connects to the database of the service as a superuser, who can write without triggers and references. Ends with the service. */
export async function connectSuperuser(service: TestService): Promise<pg.Client> {
  const name = new URL(service.databaseUrl).pathname.slice(1);
  const client = new pg.Client({
    connectionString: databaseUrl(process.env.STELLWERK_TEST_POSTGRES!, name, null),
  });
  await client.connect();
  service.beforeClose(() => client.end());
  return client;
}
