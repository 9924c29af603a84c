import type { Settings } from '../config.ts';
import { allowsNoEncryption, isOpenToNetwork } from '../core/db/encryption.ts';

const WAY_OUT =
  'Turn on ssl in PostgreSQL, and add sslmode=verify-full to the URL (sslrootcert=/path/ca.pem for a CA of your own). If nobody else can read that network, add sslmode=disable.';

type DatabaseSettings = Pick<
  Settings,
  'databaseUrl' | 'databaseServers' | 'databaseWorkers' | 'migrationDatabaseUrl' | 'migrationDatabaseServers'
>;

/** All URLs of databases in the settings, each with the name of its setting. */
function listDatabaseUrls(settings: DatabaseSettings): { setting: string; url: string }[] {
  const lists = {
    DATABASE_SERVERS: settings.databaseServers,
    DATABASE_WORKERS: settings.databaseWorkers,
    MIGRATION_DATABASE_SERVERS: settings.migrationDatabaseServers,
  };
  const ofLists = Object.entries(lists).flatMap(([setting, servers]) =>
    servers.map(({ name, url }) => ({ setting: `${setting} (${name})`, url })),
  );
  const single = [
    { setting: 'DATABASE_URL', url: settings.databaseUrl },
    { setting: 'MIGRATION_DATABASE_URL', url: settings.migrationDatabaseUrl },
  ];
  return [...single.flatMap(({ setting, url }) => (url === undefined ? [] : { setting, url })), ...ofLists];
}

/**
 * The connections over which personal data cross a network unencrypted, unless the URL asks for that. Each is a sentence with the
 * way out. Connects to nothing.
 */
export function findOpenConnections(settings: DatabaseSettings): string[] {
  return listDatabaseUrls(settings)
    .filter(({ url }) => !allowsNoEncryption(url) && isOpenToNetwork(url))
    .map(
      ({ setting }) =>
        `The connection of ${setting} is not encrypted, so others on the network can read personal data. ${WAY_OUT}`,
    );
}
