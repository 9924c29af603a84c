import pg from 'pg';
import { disableClient, listClients } from '../areas/access/index.ts';
import { countHolds } from '../areas/privacy/index.ts';
import {
  deletePlacement,
  endUserAccess,
  findPlacement,
  listAllTenants,
  removeTenant,
} from '../areas/tenants/index.ts';
import { requireOwnStore } from '../core/blobs/index.ts';
import { readMigratedNames } from '../core/db/own-objects.ts';
import type { Services } from '../core/services.ts';
import { openBlobStore } from '../open-services.ts';
import { type Command, CommandError, type CommandResult, UsageError } from './command.ts';
import { withServices } from './installation.ts';
import { refuseWorkers } from './servers.ts';

const FOREIGN_KEY_VIOLATION = '23503';

export const tenantDeletionCommand: Command = {
  name: 'tenant delete',
  summary: 'Delete a tenant and everything that belongs to it. This cannot be undone.',
  arguments: ['KEY'],
  options: {
    name: {
      value: 'NAME',
      meaning: 'The name of the tenant, exactly as "tenant list" shows it, so that no other one is deleted.',
      isRequired: true,
    },
  },
  run: ({ arguments: [key], options, settings: read }) => {
    const settings = read();
    refuseWorkers(settings, 'tenant delete');
    return withServices(settings, async (services) => {
      const tenant = (await listAllTenants(services.database)).find((one) => one.key === key);
      if (tenant === undefined) return completeDeletion(services, key!);
      if (tenant.name !== options.name)
        throw new UsageError(
          `--name is not the name of tenant "${key}", so nothing was deleted. "npx stellwerk tenant list" shows it.`,
        );
      await refuseHolds(services, tenant);
      const store = openBlobStore(settings);
      // Before access ends, so that the tenant is not left without it.
      await requireOwnStore(services.database.system, store);
      await endAccess(services, tenant.id);
      const { rows, files, ownTables } = await removeTenant(services, tenant.id, store).catch(
        async (error) => {
          throw await explainReference(error, key!);
        },
      );
      const lines = [
        `Deleted tenant "${key}" (id ${tenant.id}): ${rows} rows and ${files} files. Backups from before still contain it.`,
      ];
      if (ownTables.length > 0)
        lines.push(
          `These tables were not changed, because the migrations did not create them: ${ownTables.join(', ')}. Delete what they have of the tenant.`,
        );
      return { data: { id: tenant.id, key, rows, files, ownTables }, text: lines.join('\n') };
    });
  },
};

/**
 * The last step of a deletion that was interrupted: only the directory still has the tenant. A creation that was interrupted leaves the
 * same. No server has the name of the tenant, and nothing is left that it could protect.
 */
async function completeDeletion({ database }: Services, key: string): Promise<CommandResult> {
  const placed = await findPlacement(database.system, key);
  if (placed === undefined || !(await deletePlacement(database, placed.id)))
    throw new CommandError(`There is no tenant "${key}". See: npx stellwerk tenant list`);
  return {
    data: { id: placed.id, key, rows: 0, files: 0, ownTables: [] },
    text: `Deleted tenant "${key}" (id ${placed.id}): only its key was left of a command that was interrupted. The key can be used again.`,
  };
}

/** Returns other errors unchanged. */
async function explainReference(error: unknown, key: string): Promise<unknown> {
  if (!(error instanceof pg.DatabaseError) || error.code !== FOREIGN_KEY_VIOLATION) return error;
  // The table with the row that refers to the deleted one.
  const table = pg.escapeIdentifier(error.table!);
  const isOwn = !(await readMigratedNames()).tables.some((name) => name === error.table || name === table);
  return new CommandError(
    isOwn
      ? `The table ${error.table}, which the migrations did not create, refers to rows of tenant "${key}", so a part of it is left. Nobody has access any more. Delete these rows of ${error.table}, and run the command again.`
      : `A request or a job of tenant "${key}" that was running has written in the meantime, so a part of it is left. Nobody has access any more. Run the command again.`,
    { cause: error },
  );
}

/** A hold forbids the erasure of its candidate, and operators cannot release it: only a user has a name that is kept with the release. */
async function refuseHolds(services: Services, { id, key }: { id: number; key: string }): Promise<void> {
  const count = await countHolds(services.database.tenant(id), id);
  if (count === 0) return;
  throw new CommandError(
    `Tenant "${key}" was not deleted: ${count === 1 ? 'a candidate is' : `${count} candidates are`} on hold. Let an admin or a data protection officer of the tenant release the holds (${services.settings.publicUrl}/app/privacy), and run the command again.`,
  );
}

/** Before anything is deleted, so that no call writes a record of a tenant that is half gone. */
async function endAccess({ database }: Services, tenantId: number): Promise<void> {
  const system = database.systemOf(tenantId);
  for (const { clientId } of await listClients(system, tenantId)) await disableClient(system, clientId);
  await endUserAccess(database.tenant(tenantId), tenantId);
}
