import { type AnyEndpoint, defineEndpoint, findDuplicates, notFound } from '../../../core/http/index.ts';
import { createClient, rotateSecret } from '../clients.ts';
import { listClients } from '../queries.ts';
import { endTokens, findClient, lockClient, updateClient } from './queries.ts';
import { effectiveChange, refuseSecret, refuseUnreadable, refuseUnreturnable } from './rules.ts';
import {
  ClientChange,
  ClientCreate,
  ClientCredentials,
  ClientPath,
  ClientRead,
  ClientsResponse,
} from './schema.ts';

const COMMON = { audience: 'platform', area: 'API clients' } as const;
const UNIQUE = { table: 'api_client', properties: ['name'] } as const;

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
      const clients = await listClients(services.database.systemOf(tenantId), tenantId);
      return { clients: clients.map(({ tenant: _, ...client }) => client) };
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'client_get',
    method: 'GET',
    path: '/clients/{clientId}',
    permission: 'clients:read',
    summary: 'Read an API client',
    params: ClientPath,
    success: { status: 200, description: 'The API client.', schema: ClientRead },
    notFound: 'Client',
    etag: 'content',
    async handle({ db, tenantId, params }) {
      const client = await findClient(db, tenantId, params.clientId);
      if (client === undefined) throw notFound('Client');
      return client;
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'client_create',
    method: 'POST',
    path: '/clients',
    permission: 'clients:write',
    summary: 'Create an API client',
    description:
      'A permission to read that the role of the caller lacks is rejected, because the secret would show the caller what the role does not. There is no Idempotency-Key, because the secret is not stored: after a lost response, rotate the secret of the client.',
    body: ClientCreate,
    findWriteFaults: ({ db, tenantId, body }) => findDuplicates(db, tenantId, { ...UNIQUE, body }),
    success: {
      status: 200,
      description: 'The credentials. The secret is shown only in this response.',
      schema: ClientCredentials,
    },
    examples: [
      {
        summary: 'A career page that submits applications',
        body: { name: 'Career page', permissions: ['applications:write', 'jobads:read', 'masterdata:read'] },
      },
    ],
    async handle({ services, caller, tenantId, body: { name, permissions } }) {
      refuseUnreadable(caller, permissions);
      // Not the whole body: it can have properties that nobody declared, such as another tenant.
      return createClient(services.database.systemOf(tenantId), {
        tenantId,
        name,
        permissions: [...permissions],
      });
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'client_change',
    method: 'PUT',
    path: '/clients/{clientId}',
    permission: 'clients:write',
    summary: 'Change, disable, or enable an API client',
    description:
      'A removed permission stops working within five seconds. An added permission is in the next token. A permission to read that the role of the caller lacks can be neither added nor removed. Users who created the client or rotated its secret know the secret. Rotate it twice before you add a permission to read that they lack.',
    params: ClientPath,
    ifMatch: {
      read: 'client_get',
      lock: ({ db, tenantId, params }) => lockClient(db, tenantId, params.clientId),
    },
    body: ClientChange,
    findWriteFaults: ({ db, tenantId, params, body }) =>
      findDuplicates(db, tenantId, { ...UNIQUE, body, except: { client_id: params.clientId } }),
    success: { status: 204, description: 'The client has the sent values.' },
    notFound: 'Client',
    examples: [{ summary: 'Disable the client', body: { isDisabled: true } }],
    async handle({ caller, tenantId, params, body, write }) {
      await write(async (db) => {
        const stored = await lockClient(db, tenantId, params.clientId);
        if (stored === undefined) throw notFound('Client');
        refuseUnreadable(caller, body.permissions ?? [], stored.permissions);
        refuseUnreturnable(caller, body.permissions, stored.permissions);
        const change = effectiveChange(stored, body);
        if (Object.keys(change).length > 0) await updateClient(db, tenantId, stored.id, change);
      });
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'client_revokeTokens',
    method: 'DELETE',
    path: '/clients/{clientId}/tokens',
    permission: 'clients:write',
    summary: 'Revoke the access tokens of an API client',
    description:
      'All access tokens that the client was issued stop working within five seconds. Its secrets stay valid, so the application requests a new token and continues. If a secret has leaked, rotate it twice first.',
    params: ClientPath,
    success: { status: 204, description: 'The tokens are revoked.' },
    notFound: 'Client',
    async handle({ tenantId, params, write }) {
      await write(async (db) => {
        const stored = await lockClient(db, tenantId, params.clientId);
        if (stored === undefined) throw notFound('Client');
        await endTokens(db, tenantId, stored.id);
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
      'The previous secret stays valid until the next rotation, so the application can switch without an outage. If a secret has leaked, rotate twice. The response is a 403 if the client can read more than the role of the caller.',
    params: ClientPath,
    success: {
      status: 200,
      description: 'The credentials. The secret is shown only in this response.',
      schema: ClientCredentials,
    },
    notFound: 'Client',
    async handle({ services, caller, tenantId, params: { clientId } }) {
      const db = services.database.systemOf(tenantId);
      const credentials = await rotateSecret(db, clientId, tenantId, (permissions) =>
        refuseSecret(caller, permissions),
      );
      if (credentials === undefined) throw notFound('Client');
      return credentials;
    },
  }),
];
