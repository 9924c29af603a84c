import {
  disableClient,
  findClientAnywhere,
  listClients,
  parsePermissions,
  revokeTokens,
  rotateSecret,
} from '../areas/access/index.ts';
import type { Database, SystemDatabase } from '../core/db/connection.ts';
import { type Command, CommandError, toTable, UsageError } from './command.ts';
import { withServices } from './installation.ts';
import { requireTenant, TENANT_OPTION } from './tenant.ts';

export const clientCommands: readonly Command[] = [
  {
    name: 'client create',
    summary: 'Create an API client and show its secret once.',
    options: {
      tenant: TENANT_OPTION,
      name: { value: 'NAME', meaning: 'Name of the integration.', isRequired: true },
      permissions: {
        value: 'LIST',
        meaning: "'*' for all, or a list such as candidates:read,documents:*",
        isRequired: true,
      },
    },
    run: ({ options, settings }) => {
      const permissions = readPermissions(options.permissions!);
      return withServices(settings(), async (services) => {
        const tenant = await requireTenant(services, options.tenant!);
        // Loaded here, because only this command needs the operations of the service.
        const { callOperation, isDuplicate } = await import('./operations.ts');
        const name = options.name!.trim();
        const client = await callOperation<{ clientId: string; clientSecret: string }>(
          services,
          'client_create',
          {
            tenantId: tenant.id,
            body: { name, permissions },
            optionOf: { name: 'name', permissions: 'permissions' },
          },
        ).catch((error) => {
          if (!isDuplicate(error)) throw error;
          throw new CommandError(
            `Tenant "${tenant.key}" already has a client named "${name}". Choose another name.`,
          );
        });
        return {
          data: { ...client, tenant: tenant.key, name, permissions },
          text: [
            `client_id:     ${client.clientId}`,
            `client_secret: ${client.clientSecret}`,
            'The secret is shown only once. Store it where the integration can read it.',
          ].join('\n'),
        };
      });
    },
  },
  {
    name: 'client list',
    summary: 'List the API clients.',
    options: { tenant: { ...TENANT_OPTION, isRequired: false } },
    run: ({ options, settings }) =>
      withServices(settings(), async (services) => {
        if (options.tenant !== undefined) await requireTenant(services, options.tenant);
        const lists = await Promise.all(
          services.database.servers.map(({ database }) => listClients(database.system)),
        );
        // During a move, two servers have the clients of a tenant.
        const all = new Map(lists.flat().map((client) => [client.clientId, client]));
        const clients = [...all.values()].filter(
          ({ tenant }) => options.tenant === undefined || tenant === options.tenant,
        );
        const rows = clients.map((client) => [
          client.clientId,
          client.tenant,
          client.disabledAtUtc === null ? 'active' : 'disabled',
          String(client.validSecrets),
          String(client.permissions.length),
          client.name,
        ]);
        return {
          data: clients,
          text: toTable(['CLIENT_ID', 'TENANT', 'STATE', 'SECRETS', 'PERMISSIONS', 'NAME'], rows),
        };
      }),
  },
  {
    name: 'client rotate',
    summary: 'Add a secret and show it once. The previous one stays valid until the next rotation.',
    arguments: ['CLIENT_ID'],
    run: ({ arguments: [clientId], settings }) =>
      withServices(settings(), async ({ database }) => {
        const found = await findClientAnywhere(database, clientId!);
        if (found === undefined) throw toNotFoundError(clientId!);
        const client = await rotateSecret(database.systemOf(found.tenantId), clientId!);
        if (client === undefined) throw toNotFoundError(clientId!);
        return {
          data: { ...client, disabled: found.isDisabled },
          text: [
            `client_id:     ${client.clientId}`,
            `client_secret: ${client.clientSecret}`,
            'The secret is shown only once. The previous one stays valid until you rotate again.',
            ...(found.isDisabled
              ? [
                  'The client is disabled, so it gets no token with either secret. Enable it first: PUT /platform/clients/{clientId} with isDisabled false.',
                ]
              : []),
          ].join('\n'),
        };
      }),
  },
  {
    name: 'client revoke',
    summary: 'End all tokens of the client, within 5 seconds on every process. Its secrets stay valid.',
    arguments: ['CLIENT_ID'],
    run: ({ arguments: [clientId], settings }) =>
      withServices(settings(), async ({ database }) => {
        const found = await findClientAnywhere(database, clientId!);
        if (found === undefined || !(await revokeTokens(database.systemOf(found.tenantId), clientId!)))
          throw toNotFoundError(clientId!);
        const next = found.isDisabled
          ? 'The client is disabled, so it gets no new ones.'
          : 'It can request new ones with its secrets.';
        return {
          data: { clientId, revoked: true },
          text: [
            `The tokens that ${clientId} was issued are revoked. ${next}`,
            `If a secret has leaked, rotate it twice: npx stellwerk client rotate ${clientId}`,
          ].join('\n'),
        };
      }),
  },
  {
    name: 'client disable',
    summary: 'Reject the client and all its tokens, within 5 seconds on every process.',
    arguments: ['CLIENT_ID'],
    run: ({ arguments: [clientId], settings }) =>
      withServices(settings(), async ({ database }) => {
        if (!(await disableClient(await findServerOf(database, clientId!), clientId!)))
          throw toNotFoundError(clientId!);
        return { data: { clientId, disabled: true }, text: `${clientId} is disabled.` };
      }),
  },
];

function readPermissions(text: string): string[] {
  try {
    return parsePermissions(text);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** The server of the client's tenant. Throws if there is no such client. */
async function findServerOf(database: Database, clientId: string): Promise<SystemDatabase> {
  const client = await findClientAnywhere(database, clientId);
  if (client === undefined) throw toNotFoundError(clientId);
  return database.systemOf(client.tenantId);
}

function toNotFoundError(clientId: string): CommandError {
  return new CommandError(`There is no client "${clientId}". See: npx stellwerk client list`);
}
