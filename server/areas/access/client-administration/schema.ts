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

const clientId = line('Client id: what the application names itself by.', { examples: ['swc_8Xk2…'] });

export const ClientPath = Type.Object({ clientId });

const properties = {
  name: filled('Name of the application; unique in the tenant.', {
    maxLength: NAME_LENGTH,
    examples: ['Career page'],
  }),
  permissions: list(
    line('A permission: an area and read or write.', {
      pattern: `^(${PERMISSION_AREAS.join('|')}):(read|write)$`,
      // All of them would make the longest message of the service.
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
    'Whether the application is shut out: no tokens, and those it has stop working within five seconds.',
  ),
});

export const ClientCredentials = record('ApiClientCredentialsResponse', {
  clientId,
  clientSecret: line('The secret. Shown this once: only its hash is stored.', { examples: ['sws_…'] }),
});

export const ClientsResponse = record('ApiClientsResponse', {
  clients: list(
    record('ApiClientReadDto', {
      clientId,
      name: line('Name of the application.'),
      permissions: list(line('A permission.'), 'What the application may do.'),
      validSecrets: int32('Secrets that work now: two after a rotation.', { examples: [1] }),
      createdAtUtc: utc('When the client was created.'),
      disabledAtUtc: nullable(utc('When it was shut out; null while it may work.')),
    }),
    'All clients of the tenant, the oldest first.',
  ),
});
