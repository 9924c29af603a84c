import {
  changeTenantName,
  completeTenant,
  createTenant,
  type DocumentUsage,
  findTenant,
  listAllTenants,
  readDocumentUsage,
  setDocumentQuota,
  TenantKeyTakenError,
} from '../areas/tenants/index.ts';
import { FIRST_SERVER } from '../core/db/connection.ts';
import { TenantAwayError } from '../core/db/tenant-away.ts';
import type { Services } from '../core/services.ts';
import { type Command, CommandError, toTable, UsageError } from './command.ts';
import { withServices } from './installation.ts';
import { tenantDeletionCommand } from './tenant-deletion.ts';
import { tenantMoveCommand } from './tenant-move.ts';

const KEY = /^[a-z0-9][a-z0-9-]{0,62}$/;

const NAME_OPTION = { value: 'NAME', meaning: 'Name of the company.', isRequired: true } as const;

export const tenantCommands: readonly Command[] = [
  {
    name: 'tenant create',
    summary: 'Create a tenant and show its webhook secret.',
    arguments: ['KEY'],
    options: {
      name: NAME_OPTION,
      server: { value: 'NAME', meaning: `A server of DATABASE_SERVERS. Default: ${FIRST_SERVER}.` },
    },
    run: ({ arguments: [key], options, settings }) => {
      if (!KEY.test(key!)) {
        throw new UsageError(
          `"${key}" is not a valid tenant key. Use at most 63 lowercase letters, digits, and hyphens, starting with a letter or digit.`,
        );
      }
      return withServices(settings(), async (services) => {
        const server = readServer(services, options.server);
        const name = await readName(options.name!);
        const tenant = await createTenant(services, { key: key!, name }, server).catch(async (error) => {
          if (!(error instanceof TenantKeyTakenError)) throw error;
          const completed = await completeTenant(services, { key: key!, name });
          if (completed === undefined) throw new CommandError(error.message);
          return completed;
        });
        if ('addedLists' in tenant)
          return {
            data: { ...tenant, name },
            text: [
              `Completed tenant "${tenant.key}" (id ${tenant.id}), which lacked value lists. Added: ${tenant.addedLists.join(', ')}.`,
              describeWebhookSecret(tenant.webhookSecret),
            ].join('\n'),
          };
        return {
          data: { ...tenant, name, server },
          text: [
            `Created tenant "${tenant.key}" (id ${tenant.id})${server === FIRST_SERVER ? '' : ` on the server "${server}"`}.`,
            describeWebhookSecret(tenant.webhookSecret),
            `Next: npx stellwerk client create --tenant ${tenant.key} --name NAME --permissions '*'`,
          ].join('\n'),
        };
      });
    },
  },
  {
    name: 'tenant rename',
    summary: 'Change the name of a tenant, as the job portal and mails show it. Its key stays.',
    arguments: ['KEY'],
    options: { name: NAME_OPTION },
    run: ({ arguments: [key], options, settings }) =>
      withServices(settings(), async (services) => {
        const name = await readName(options.name!);
        const tenant = await requireTenant(services, key!);
        await changeTenantName(services, tenant.id, name);
        return { data: { key: tenant.key, name }, text: `Tenant "${tenant.key}" is now named "${name}".` };
      }),
  },
  {
    name: 'tenant list',
    summary: 'List the tenants.',
    run: ({ settings }) =>
      withServices(settings(), async ({ database }) => {
        const tenants = [];
        for (const { created_at: createdAtUtc, ...tenant } of await listAllTenants(database)) {
          // One statement for each tenant, because the policies show a session only the rows of its tenant.
          const documents = await readDocumentUsage(database.tenant(tenant.id), tenant.id).catch((error) => {
            if (!(error instanceof TenantAwayError)) throw error;
            return null;
          });
          tenants.push({ ...tenant, createdAtUtc, documents });
        }
        const isSpread = database.servers.length > 1;
        const rows = tenants.map(({ id, key, server, name, createdAtUtc, documents }) => [
          String(id),
          key,
          ...(isSpread ? [server] : []),
          createdAtUtc,
          documents === null ? 'being moved' : describeUsage(documents),
          name,
        ]);
        const server = isSpread ? ['SERVER'] : [];
        const heading = ['ID', 'KEY', ...server, 'CREATED (UTC)', 'DOCUMENTS', 'NAME'];
        return { data: tenants, text: toTable(heading, rows) };
      }),
  },
  {
    name: 'tenant quota',
    summary: 'Limit the total size of the files of a tenant.',
    arguments: ['KEY'],
    options: {
      'documents-mb': {
        value: 'N',
        meaning: 'MiB of documents, attachments, and pictures, or none for no limit.',
        isRequired: true,
      },
    },
    run: ({ arguments: [key], options, settings }) => {
      const quotaBytes = readQuota(options['documents-mb']!);
      return withServices(settings(), async (services) => {
        const tenant = await requireTenant(services, key!);
        const db = services.database.tenant(tenant.id);
        await setDocumentQuota(db, tenant.id, quotaBytes);
        const usage = await readDocumentUsage(db, tenant.id);
        const isOver = usage.quotaBytes !== null && usage.usedBytes > usage.quotaBytes;
        return {
          data: { key: tenant.key, documents: usage },
          text: `Documents of tenant "${tenant.key}": ${describeUsage(usage)}.${isOver ? ' Uploads are rejected until documents are deleted.' : ''}`,
        };
      });
    },
  },
  tenantMoveCommand,
  tenantDeletionCommand,
];

/** The name as it is stored. Names of tenants have the rules that other names have. */
async function readName(text: string): Promise<string> {
  // Loaded here, because only two commands need the checks.
  const [{ filled, NAME_LENGTH, Type }, { compileBody }, { withNames }] = await Promise.all([
    import('../core/http/schema.ts'),
    import('../core/http/validation.ts'),
    import('./operations.ts'),
  ]);
  const schema = Type.Object({ name: filled('Name of the company.', { maxLength: NAME_LENGTH }) });
  const { normalize, faults } = compileBody(schema);
  const body = normalize({ name: text }, new Date()) as { name: string };
  const [fault] = faults(body);
  if (fault !== undefined) throw new UsageError(withNames(fault.message, { name: '--name' }));
  return body.name;
}

/** The server for a new tenant. */
function readServer({ database: { servers } }: Services, name = FIRST_SERVER): string {
  if (servers.some((server) => server.name === name)) return name;
  const names = servers.map((server) => `"${server.name}"`).join(', ');
  throw new CommandError(`There is no server "${name}". DATABASE_SERVERS has: ${names}.`);
}

const MIB = 1024 ** 2;
const MAXIMUM_QUOTA_MB = 1_000_000_000;

/** Bytes, or null for no limit. */
function readQuota(text: string): number | null {
  if (text === 'none') return null;
  const megabytes = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (megabytes < 1 || megabytes > MAXIMUM_QUOTA_MB)
    throw new UsageError(`--documents-mb must be an integer from 1 to ${MAXIMUM_QUOTA_MB}, or none.`);
  return megabytes * MIB;
}

function describeUsage({ usedBytes, quotaBytes }: DocumentUsage): string {
  const used = Math.ceil(usedBytes / MIB);
  return quotaBytes === null ? `${used} MiB, no quota` : `${used} of ${quotaBytes / MIB} MiB`;
}

/** The secret, and where it is found by somebody who has lost it: another rotation could end one that receivers use. */
export function describeWebhookSecret(secret: string): string {
  return `Webhook secret: ${secret}\nAdmins and integrators of the tenant can also display it in the console, under Developers.`;
}

export const TENANT_OPTION = { value: 'KEY', meaning: 'Key of the tenant.', isRequired: true } as const;

export async function requireTenant(services: Services, key: string): Promise<{ id: number; key: string }> {
  const tenant = await findTenant(services.database, key);
  if (tenant === undefined) {
    throw new CommandError(`There is no tenant "${key}". See: npx stellwerk tenant list`);
  }
  return tenant;
}
