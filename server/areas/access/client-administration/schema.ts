import {
  body,
  filled,
  flag,
  int32,
  line,
  list,
  NAME_LENGTH,
  nullable,
  partial,
  record,
  Type,
  utc,
} from '../../../core/http/schema.ts';
import { PERMISSION_AREAS, PERMISSIONS } from '../permissions.ts';

const clientId = line('Client id that the application requests tokens with.', { examples: ['swc_8Xk2…'] });

export const ClientPath = Type.Object({ clientId });

const properties = {
  name: filled('Name of the application. Unique in the tenant.', {
    maxLength: NAME_LENGTH,
    examples: ['Career page'],
  }),
  permissions: list(
    line('A permission, which is an area and read or write.', {
      pattern: `^(${PERMISSION_AREAS.join('|')}):(read|write)$`,
      // A list of all permissions would make the message too long.
      patternMessage: 'must be an area and read or write, such as candidates:read',
      examples: ['candidates:write'],
    }),
    'What the application may do.',
    { minItems: 1, maxItems: PERMISSIONS.length, uniqueItems: true },
  ),
};

export const ClientCreate = body('ApiClientCreateDto', properties);
export const ClientChange = partial('ApiClientChangeDto', {
  ...properties,
  isDisabled: flag(
    'Whether the client is disabled. A disabled client receives no tokens, and its existing tokens stop working within five seconds, for good: after it is enabled, it requests a new one.',
  ),
});

export const ClientCredentials = record('ApiClientCredentialsResponse', {
  clientId,
  clientSecret: line('The secret. It is shown only in this response, because only its hash is stored.', {
    examples: ['sws_…'],
  }),
});

export const ClientRead = record('ApiClientReadDto', {
  clientId,
  name: line('Name of the application.'),
  permissions: list(line('A permission.'), 'What the application may do.'),
  validSecrets: int32('Number of valid secrets. Two after a rotation.', { examples: [1] }),
  createdAtUtc: utc('Time when the client was created.'),
  disabledAtUtc: nullable(utc('Time when the client was disabled. Null if it is enabled.')),
  tokensValidFromUtc: nullable(
    utc('Access tokens that were issued earlier are rejected. Null if none were revoked.'),
  ),
});

export const ClientsResponse = record('ApiClientsResponse', {
  clients: list(ClientRead, 'All API clients of the tenant, oldest first.'),
});
