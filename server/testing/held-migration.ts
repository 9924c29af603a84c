import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { ensureApplicationDatabase } from '../core/db/embedded/application.ts';
import { startEmbeddedPostgres } from '../core/db/embedded/index.ts';
import { makeDirectory } from './command-line.ts';
import { copyInstallation } from './demo-installation.ts';

// A test that interrupts a migration would otherwise have to be faster than the migration.

/** In the cluster. The migration waits as long as it exists. */
const FILE = join('postgres', 'cluster', 'held');
// The role of the service may not look at files.
const WAIT = `
  CREATE FUNCTION wait_while_held() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
  BEGIN
    WHILE (pg_stat_file('held', true)).size IS NOT NULL LOOP PERFORM pg_sleep(0.02); END LOOP;
  END $$;
  CREATE EVENT TRIGGER wait_while_held ON ddl_command_start EXECUTE FUNCTION wait_while_held()`;

let template: Promise<string> | undefined;

/** Makes an empty directory an installation whose migration begins, and continues when the returned function is called. */
export async function holdMigration(directory: string): Promise<() => Promise<void>> {
  template ??= createTemplate();
  await copyInstallation(await template, directory);
  return () => rm(join(directory, FILE));
}

async function createTemplate(): Promise<string> {
  const directory = await makeDirectory();
  const server = await startEmbeddedPostgres({
    directory: join(directory, 'postgres'),
    settings: { fsync: 'off' },
  });
  const { pathname } = new URL(await ensureApplicationDatabase(server.url, directory));
  const client = new pg.Client({ connectionString: Object.assign(new URL(server.url), { pathname }).href });
  await client.connect();
  await client.query(WAIT);
  await client.end();
  await server.stop();
  await writeFile(join(directory, FILE), '');
  return directory;
}
