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

const password = (description: string) =>
  filled(description, { maxLength: PASSWORD_LENGTH.maximum, verbatim: true });

export const SignIn = body('SignInRequest', {
  email: filled('Email address of the user, in any case.', {
    maxLength: 320,
    examples: ['eva.kern@example.com'],
  }),
  password: password('Password of the user.'),
  userKey: optional(
    line(
      'Key of the user whose session has ended. Nobody else is signed in: for another user, the response is the same as for a wrong password.',
      { maxLength: 30, examples: ['1.7'] },
    ),
  ),
  tenant: optional(
    line(
      'Key or name of the tenant, in any case. Required only for users who have the same email address and password in several tenants: without it, choices of the fault has a value for each of them.',
      {
        maxLength: NAME_LENGTH,
        examples: ['acme'],
      },
    ),
  ),
});

export const ChangePassword = body('ChangePasswordRequest', {
  currentPassword: password('The current password.'),
  newPassword: password(
    `The new password, with ${PASSWORD_LENGTH.minimum} to ${PASSWORD_LENGTH.maximum} characters. Must differ from the current one.`,
  ),
});

export const Session = record('SessionResponse', {
  user: record(
    'SessionUserDto',
    {
      id: id('Id of the user.'),
      rowGuid: uuid('Global id of the user, in addition to id.'),
      email: line('Email address that the user signs in with.', { maxLength: 320 }),
      firstName: nullable(line('First name.')),
      lastName: nullable(line('Last name.')),
    },
    { description: 'The user who is signed in.' },
  ),
  userKey: line(
    'Identifies the user among those of all tenants. Send it in the header Expected-User with further calls, so that none of them is made for somebody else who has signed in with the same browser.',
    { maxLength: 30, examples: ['1.7'] },
  ),
  role: oneOf([...ROLES], 'Role of the user.'),
  permissions: list(line('A permission.', { examples: ['candidates:write'] }), 'Permissions of the role.'),
  tenant: record(
    'SessionTenantDto',
    {
      key: line('Key of the tenant.', { examples: ['acme'] }),
      name: line('Name of the tenant.', { examples: ['Acme Personal GmbH'] }),
    },
    { description: 'The tenant whose records the session can access.' },
  ),
  draftKey: line(
    'Key for AES-256-GCM, as Base64, with which a page encrypts drafts in the browser. It is the same in all sessions of the user, and no other user has it. A rotation of the master key changes it. Do not store it.',
    { maxLength: 44, examples: ['q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA='] },
  ),
  livePosition: line(
    'Position in the changes of the tenant. Send it as `from` to GET /platform/live: the stream then starts there, so a page misses no change since it read the session.',
    { maxLength: 4000 },
  ),
  beganAtUtc: utc('Time when the user signed in.'),
  endsAtUtc: utc('Time when the session expires. It ends earlier if it is idle for too long.'),
});
