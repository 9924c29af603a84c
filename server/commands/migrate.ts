import { copySharedLists, loadBuiltInLists } from '../areas/masterdata/index.ts';
import type { Settings } from '../config.ts';
import { checkServers } from '../core/db/server-registration.ts';
import { openServers } from '../open-services.ts';
import type { Command } from './command.ts';
import { openDatabaseServer } from './installation.ts';
import { type DatabaseTarget, migrateServers } from './servers.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Migrate the database to this version and load its value lists. "start" does this too.',
  async run({ settings: read }) {
    const settings = read();
    const server = await openDatabaseServer(settings, { allowCreate: true });
    try {
      const { applied, ...target } = await migrateServers(settings, server.url);
      await loadLists(settings, target);
      const text =
        applied.length === 0
          ? 'The database is already at this version.'
          : `Applied ${applied.length === 1 ? '1 migration' : `${applied.length} migrations`}:\n${applied.map((name) => `  ${name}`).join('\n')}`;
      return { data: { applied }, text };
    } finally {
      await server.close();
    }
  },
};

/** Without the value lists, other commands would find no country before the first start. */
async function loadLists(settings: Settings, target: DatabaseTarget): Promise<void> {
  const database = openServers({ ...settings, databaseConnections: 2 }, target);
  try {
    await checkServers(database, { registers: true, isMigrating: true });
    await loadBuiltInLists(database.system);
    await copySharedLists(database);
  } finally {
    await database.close();
  }
}
