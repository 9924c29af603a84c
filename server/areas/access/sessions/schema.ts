import {
  body,
  filled,
  id,
  line,
  list,
  NAME_LENGTH,
  nullable,
  oneOf,
  optional,
  record,
  utc,
  uuid,
} from '../../../core/http/schema.ts';
import { PASSWORD_LENGTH, ROLES } from '../../users/index.ts';

const password = (description: string) => filled(description, { maxLength: PASSWORD_LENGTH.maximum });

export const SignIn = body('SignInRequest', {
  email: filled('E-mail address of the user, in any case of its letters.', {
    maxLength: 320,
    examples: ['eva.kern@example.com'],
  }),
  password: password('Password of the user.'),
  tenant: optional(
    line('Key of the tenant: needed only by who has the same address and password in several tenants.', {
      maxLength: NAME_LENGTH,
      examples: ['acme'],
    }),
  ),
});

export const ChangePassword = body('ChangePasswordRequest', {
  currentPassword: password('The password until now.'),
  newPassword: password(
    `The password from now on: ${PASSWORD_LENGTH.minimum} to ${PASSWORD_LENGTH.maximum} characters, and another one.`,
  ),
});

export const Session = record('SessionResponse', {
  user: record(
    'SessionUserDto',
    {
      id: id('Id of the user.'),
      rowGuid: uuid('Second, global id of the user.'),
      email: line('E-mail address the user signs in with.', { maxLength: 320 }),
      firstName: nullable(line('First name.')),
      lastName: nullable(line('Last name.')),
    },
    { description: 'Who is signed in.' },
  ),
  role: oneOf([...ROLES], 'Role of the user.'),
  permissions: list(line('A permission.', { examples: ['candidates:write'] }), 'What the role allows now.'),
  tenant: record(
    'SessionTenantDto',
    {
      key: line('Key of the tenant.', { examples: ['acme'] }),
      name: line('Name of the tenant.', { examples: ['Acme Personal GmbH'] }),
    },
    { description: 'The tenant whose records the session shows.' },
  ),
  beganAtUtc: utc('When the user signed in.'),
  endsAtUtc: utc('When the session ends at the latest; without calls it ends earlier.'),
});
