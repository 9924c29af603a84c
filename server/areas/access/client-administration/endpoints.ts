import { type AnyEndpoint, defineEndpoint, notFound } from '../../../core/http/index.ts';
import { createClient, rotateSecret } from '../clients.ts';
import { listClients } from '../queries.ts';
import { lockClient, updateClient } from './queries.ts';
import { effectiveChange } from './rules.ts';
import { ClientChange, ClientCreate, ClientCredentials, ClientPath, ClientsResponse } from './schema.ts';

const COMMON = { audience: 'platform', area: 'API clients' } as const;

export const clientEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'client_list',
    method: 'GET',
    path: '/clients',
    permission: 'clients:read',
    summary: 'List the API clients',
    success: { status: 200, description: 'The API clients.', schema: ClientsResponse },
    etag: 'content',
    async handle({ services, tenantId }) {
      const clients = await listClients(services.database.system, tenantId);
      return { clients: clients.map(({ tenant: _, ...client }) => client) };
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'client_create',
    method: 'POST',
    path: '/clients',
    permission: 'clients:write',
    summary: 'Create an API client',
    body: ClientCreate,
    success: {
      status: 200,
      description: 'The credentials. The secret is shown only in this response.',
      schema: ClientCredentials,
    },
    creates: true,
    examples: [
      {
        summary: 'A career page that submits applications',
        body: { name: 'Career page', permissions: ['applications:write', 'jobads:read', 'masterdata:read'] },
      },
    ],
    handle: ({ services, tenantId, body }) =>
      createClient(services.database.system, { tenantId, ...body, permissions: [...body.permissions] }),
  }),
  defineEndpoint({
    ...COMMON,
    id: 'client_change',
    method: 'PUT',
    path: '/clients/{clientId}',
    permission: 'clients:write',
    summary: 'Change, disable, or enable an API client',
    description:
      'A removed permission stops working within five seconds. An added permission is in the next token.',
    params: ClientPath,
    body: ClientChange,
    success: { status: 204, description: 'The client has the sent values.' },
    notFound: 'Client',
    examples: [{ summary: 'Disable the client', body: { isDisabled: true } }],
    async handle({ tenantId, params, body, write }) {
      await write(async (db) => {
        const stored = await lockClient(db, tenantId, params.clientId);
        if (stored === undefined) throw notFound('Client');
        const change = effectiveChange(stored, body);
        if (Object.keys(change).length > 0) await updateClient(db, tenantId, stored.id, change);
      });
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'client_rotateSecret',
    method: 'POST',
    path: '/clients/{clientId}/secrets',
    permission: 'clients:write',
    summary: 'Rotate the secret of an API client',
    description:
      'The previous secret stays valid until the next rotation, so the application can switch without an outage. If a secret has leaked, rotate twice.',
    params: ClientPath,
    success: {
      status: 200,
      description: 'The credentials. The secret is shown only in this response.',
      schema: ClientCredentials,
    },
    notFound: 'Client',
    async handle({ services, tenantId, params }) {
      const credentials = await rotateSecret(services.database.system, params.clientId, tenantId);
      if (credentials === undefined) throw notFound('Client');
      return credentials;
    },
  }),
];
