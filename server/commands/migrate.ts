import { migrate } from '../core/db/migrate.ts';
import { migrateQueue } from '../core/queue/index.ts';
import type { Command } from './command.ts';
import { explainDatabaseError } from './errors.ts';
import { openDatabaseServer } from './installation.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Migrate the database to this version. "start" does this too.',
  async run({ settings: read }) {
    const settings = read();
    const server = await openDatabaseServer(settings, { allowCreate: true });
    try {
      const { applied, role } = await migrate(server.url);
      await migrateQueue({ databaseUrl: server.url, databaseRole: role });
      const text =
        applied.length === 0
          ? 'The database is already at this version.'
          : `Applied ${applied.length === 1 ? '1 migration' : `${applied.length} migrations`}:\n${applied.map((name) => `  ${name}`).join('\n')}`;
      return { data: { applied }, text };
    } catch (error) {
      throw explainDatabaseError(error, settings);
    } finally {
      await server.close();
    }
  },
};
