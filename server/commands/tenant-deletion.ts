import pg from 'pg';
import { disableClient, listClients } from '../areas/access/index.ts';
import { countHolds } from '../areas/privacy/index.ts';
import { endUserAccess, listAllTenants, removeTenant } from '../areas/tenants/index.ts';
import type { Services } from '../core/services.ts';
import { openBlobStore } from '../open-services.ts';
import { type Command, CommandError, UsageError } from './command.ts';
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
      if (tenant === undefined)
        throw new CommandError(`There is no tenant "${key}". See: npx stellwerk tenant list`);
      if (tenant.name !== options.name)
        throw new UsageError(
          `--name is not the name of tenant "${key}", so nothing was deleted. "npx stellwerk tenant list" shows it.`,
        );
      await refuseHolds(services, tenant);
      await endAccess(services, tenant.id);
      const { rows, files } = await removeTenant(services, tenant.id, openBlobStore(settings)).catch(
        (error) => {
          const isWritten = error instanceof pg.DatabaseError && error.code === FOREIGN_KEY_VIOLATION;
          throw isWritten
            ? new CommandError(
                `A request or a job of tenant "${key}" that was running has written meanwhile, so a part of it is left. Nobody has access any more. Run the command again.`,
                { cause: error },
              )
            : error;
        },
      );
      return {
        data: { id: tenant.id, key, rows, files },
        text: `Deleted tenant "${key}" (id ${tenant.id}): ${rows} rows and ${files} files. Backups from before still contain it.`,
      };
    });
  },
};

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
