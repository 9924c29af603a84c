import { migrate } from '../core/db/migrate.ts';
import { migrateQueue } from '../core/queue/index.ts';
import type { Command } from './command.ts';
import { toDatabaseFault } from './faults.ts';
import { openDatabaseServer } from './installation.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Bring the database to this version. The start does it as well.',
  async run({ settings: read }) {
    const settings = read();
    const server = await openDatabaseServer(settings, { mayCreate: true });
    try {
      const { applied, role } = await migrate(server.url);
      await migrateQueue({ databaseUrl: server.url, databaseRole: role });
      const text =
        applied.length === 0
          ? 'The database is at this version already.'
          : `Applied ${applied.length}:\n${applied.map((name) => `  ${name}`).join('\n')}`;
      return { data: { applied }, text };
    } catch (error) {
      throw toDatabaseFault(error, settings);
    } finally {
      await server.close();
    }
  },
};
