import { OwnershipError } from '../core/db/privileges.ts';
import { distribute } from '../core/distribution/distribute.ts';
import { DistributionError } from '../core/distribution/engine.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { explainMigrationError } from './database-in-use.ts';
import { inspectServers } from './servers.ts';

const SHARDS = 16;

export const distributeCommand: Command = {
  name: 'distribute',
  summary: 'Distribute the tenants over the workers of Citus, also after an upgrade or for a new worker.',
  options: {
    shards: {
      value: 'N',
      meaning: `Into how many parts to divide the tenants: 1 to 128, ${SHARDS} by default. Cannot be changed later.`,
    },
  },
  async run({ options, settings: read }) {
    const shards = Number(options.shards ?? SHARDS);
    if (!Number.isInteger(shards) || shards < 1 || shards > 128)
      throw new UsageError('--shards must be an integer from 1 to 128.');
    const settings = read();
    const { databaseUrl: url, databaseWorkers: workers, migrationDatabaseUrl: ownerUrl } = settings;
    if (url === undefined || workers.length === 0)
      throw new CommandError(
        'Tenants can be distributed if DATABASE_URL is the coordinator of Citus, and DATABASE_WORKERS names its workers. See "Distribute tenants with Citus" in docs/operations.md.',
      );
    if (ownerUrl === undefined)
      throw new CommandError(
        'Tables that move must not belong to the login of the service. Set MIGRATION_DATABASE_URL to another role that owns them. See "An owner apart from the service" in docs/operations.md.',
      );
    await inspectServers(settings, url);
    try {
      const done = await distribute({ url, ownerUrl, workers, shards });
      const text =
        done.length === 0
          ? 'The tenants are distributed already.'
          : `Distributed the tenants over ${workers.length === 1 ? '1 worker' : `${workers.length} workers`}:\n${done.map((line) => `  ${line}`).join('\n')}`;
      return { data: { done }, text };
    } catch (error) {
      if (error instanceof DistributionError || error instanceof OwnershipError)
        throw new CommandError(error.message);
      throw await explainMigrationError(error, settings);
    }
  },
};
