import { createTenant, findTenant, listTenants } from '../areas/tenants/index.ts';
import { violatedConstraint } from '../core/db/faults.ts';
import type { Services } from '../core/services.ts';
import { type Command, CommandError, toTable, UsageError } from './command.ts';
import { withServices } from './installation.ts';

const KEY = /^[a-z0-9][a-z0-9-]{0,62}$/;

export const tenantCommands: readonly Command[] = [
  {
    name: 'tenant create',
    summary: 'Create a tenant and show its webhook secret once.',
    arguments: ['KEY'],
    options: { name: { value: 'NAME', meaning: 'Name of the company.', isRequired: true } },
    run: ({ arguments: [key], options, settings }) => {
      if (!KEY.test(key!)) {
        throw new UsageError(
          `"${key}" is not a valid tenant key. Use at most 63 lowercase letters, digits, and hyphens, starting with a letter or digit.`,
        );
      }
      return withServices(settings(), async (services) => {
        const tenant = await createTenant(services, { key: key!, name: options.name! }).catch((error) => {
          if (violatedConstraint(error)?.kind !== 'unique') throw error;
          throw new CommandError(`Tenant "${key}" already exists. Choose another key.`);
        });
        return {
          data: { ...tenant, name: options.name },
          text: [
            `Created tenant "${tenant.key}" (id ${tenant.id}).`,
            `Webhook secret, shown only once: ${tenant.webhookSecret}`,
            `Next: npx stellwerk client create --tenant ${tenant.key} --name NAME --permissions '*'`,
          ].join('\n'),
        };
      });
    },
  },
  {
    name: 'tenant list',
    summary: 'List the tenants.',
    run: ({ settings }) =>
      withServices(settings(), async ({ database }) => {
        const tenants = (await listTenants(database.system)).map(
          ({ created_at: createdAtUtc, ...tenant }) => ({
            ...tenant,
            createdAtUtc,
          }),
        );
        const rows = tenants.map(({ id, key, name, createdAtUtc }) => [String(id), key, createdAtUtc, name]);
        return { data: tenants, text: toTable(['ID', 'KEY', 'CREATED (UTC)', 'NAME'], rows) };
      }),
  },
];

export const TENANT_OPTION = { value: 'KEY', meaning: 'Key of the tenant.', isRequired: true } as const;

export async function requireTenant(services: Services, key: string): Promise<{ id: number; key: string }> {
  const tenant = await findTenant(services.database.system, key);
  if (tenant === undefined) {
    throw new CommandError(`There is no tenant "${key}". See: npx stellwerk tenant list`);
  }
  return tenant;
}
