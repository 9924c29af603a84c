import { loadBuiltInLists } from '../areas/masterdata/index.ts';
import type { Settings } from '../config.ts';
import { openDatabase } from '../core/db/connection.ts';
import { migrate } from '../core/db/migrate.ts';
import { migrateQueue } from '../core/queue/index.ts';
import type { Command } from './command.ts';
import { explainMigrationError } from './database-in-use.ts';
import { openDatabaseServer } from './installation.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Migrate the database to this version and load its value lists. "start" does this too.',
  async run({ settings: read }) {
    const settings = read();
    const server = await openDatabaseServer(settings, { allowCreate: true });
    try {
      const { applied, role } = await migrate(server.url);
      await migrateQueue({ databaseUrl: server.url, databaseRole: role });
      await loadLists(server.url, role, settings);
      const text =
        applied.length === 0
          ? 'The database is already at this version.'
          : `Applied ${applied.length === 1 ? '1 migration' : `${applied.length} migrations`}:\n${applied.map((name) => `  ${name}`).join('\n')}`;
      return { data: { applied }, text };
    } catch (error) {
      throw await explainMigrationError(error, settings);
    } finally {
      await server.close();
    }
  },
};

/** Without the value lists, other commands would find no country before the first start. */
async function loadLists(
  url: string,
  role: string | undefined,
  { transactionTimeoutMs }: Settings,
): Promise<void> {
  const database = openDatabase({ url, role, maximumConnections: 2, transactionTimeoutMs });
  try {
    await loadBuiltInLists(database.system);
  } finally {
    await database.close();
  }
}
