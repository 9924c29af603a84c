import {
  body,
  date,
  filled,
  flag,
  id,
  line,
  list,
  MAXIMUM_BRANCHES,
  NAME_LENGTH,
  name,
  nullable,
  oneOf,
  optional,
  partial,
  record,
  reference,
  type Static,
  Type,
  utc,
  uuid,
} from '../../../core/http/schema.ts';
import { PASSWORD_LENGTH, ROLES } from '../accounts.ts';

export const UserPath = Type.Object({ userId: id('Id of the user.') });

const role = () =>
  oneOf(
    [...ROLES],
    'Permissions of the user. admin can do everything. recruiter can do the daily work, and branchManager can also change branches. viewer can only read. integrator maintains API clients and webhooks and sees no data about candidates and customers. dataProtection reads what is stored about people, and erases it.',
    {
      examples: ['recruiter'],
    },
  );

const properties = {
  email: filled(
    'Email address that the user signs in with. It must be unique in the tenant, regardless of case.',
    {
      examples: ['eva.kern@example.com'],
    },
  ),
  firstName: filled('First name.', { maxLength: NAME_LENGTH, examples: ['Eva'] }),
  lastName: filled('Last name.', { maxLength: NAME_LENGTH, examples: ['Kern'] }),
  role: role(),
  userPartnerId: optional(name('Id of the user in a partner system.')),
};

const userSince = date('Day on which the user joined the tenant.');

const password = line(`Password: ${PASSWORD_LENGTH.minimum} to ${PASSWORD_LENGTH.maximum} characters.`, {
  minLength: PASSWORD_LENGTH.minimum,
  maxLength: PASSWORD_LENGTH.maximum,
  verbatim: true,
  examples: ['correct horse battery'],
});

export const UserCreate = body('PlatformUserCreateDto', {
  ...properties,
  userSince: optional({ ...userSince, description: `${userSince.description} Default: today.` }),
  password: optional({
    ...password,
    description: `${password.description} Without a password, the user cannot sign in.`,
  }),
});

export const UserChange = partial('PlatformUserChangeDto', {
  ...properties,
  userSince,
  isActive: flag(
    'Whether the user can sign in and be responsible for records. Deactivating a user ends all sessions.',
  ),
});

export const PasswordChange = body('PlatformUserPasswordDto', { newPassword: password });

export const OfficesChange = body('PlatformUserOfficesDto', {
  assignedOffices: list(
    body('PlatformUserOfficeDto', {
      officeId: reference('branch', 'Branch that the user works for (GET /branches).'),
      isPrimary: optional(flag('Whether it is the main branch of the user. A user has at most one.')),
    }),
    'All branches that the user works for. They replace the current ones.',
    { maxItems: MAXIMUM_BRANCHES },
  ),
});

export const LicencesChange = body('PlatformUserLicencesDto', {
  licences: list(
    body('PlatformUserLicenceDto', {
      name: filled('Name of the licence.', { maxLength: NAME_LENGTH, examples: ['AEVO'] }),
      validUntil: optional(date('Last day on which the licence is valid.')),
    }),
    'All licences of the user. They replace the current ones. A licence with the same name and day keeps its id.',
    { maxItems: 200 },
  ),
});

const UserAccount = record('PlatformUserReadDto', {
  id: id('Id of the user.'),
  rowGuid: uuid('Second, global id of the user.'),
  email: line('Email address that the user signs in with.'),
  firstName: nullable(line('First name.')),
  lastName: nullable(line('Last name.')),
  userFullName: nullable(line('First and last name.')),
  role: role(),
  isActive: flag('Whether the user can sign in and be responsible for records.'),
  hasPassword: flag('Whether the user has a password. Without one, the user cannot sign in.'),
  invitedUntilUtc: nullable(
    utc(
      'When the last open invitation to set a password expires. null: there is none. Setting a password, another email address, and deactivating the user end the invitations.',
    ),
  ),
  invitationFailedAtUtc: nullable(
    utc(
      'When the mail of the last open invitation failed for good, for example because the mail server rejects the address. Check the email address, and invite the user again. null: an open invitation may still arrive or has been sent, or there is none.',
    ),
  ),
  lastSignInDate: nullable(
    date(
      'Day, in UTC, of the last sign-in with a password. The time is not stored. null: none since the day is kept, or you may not change users.',
    ),
  ),
  userPartnerId: nullable(line('Id of the user in a partner system.')),
  userSince: nullable(date('Day on which the user joined the tenant.')),
  createdAtUtc: utc('When the user was created.'),
  modifiedAtUtc: utc('When the user was last changed.'),
  assignedOffices: list(
    record('PlatformUserOfficeReadDto', {
      officeId: id('Id of the branch.'),
      name: line('Name of the branch.'),
      isPrimary: flag('Whether it is the main branch of the user.'),
    }),
    'Branches that the user works for.',
  ),
  licences: list(
    record('PlatformUserLicenceReadDto', {
      id: id('Id of the licence.'),
      name: line('Name of the licence.'),
      validUntil: nullable(date('Last day on which the licence is valid.')),
    }),
    'Licences of the user.',
  ),
});

export const UserAccountResponse = UserAccount;
export const UserAccountsResponse = record('PlatformUsersResponse', {
  users: list(UserAccount, 'All users, sorted by id.'),
});

export type UserChangeBody = Static<typeof UserChange>;
export type OfficesBody = Static<typeof OfficesChange>;
export type LicencesBody = Static<typeof LicencesChange>;
