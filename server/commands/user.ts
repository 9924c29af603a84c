import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { PASSWORD_LENGTH, ROLES, type Role, setPassword } from '../areas/users/index.ts';
import type { Services } from '../core/services.ts';
import { lengthOf } from '../core/text/truncate.ts';
import { type Command, CommandError, toTable, UsageError } from './command.ts';
import { withServices } from './installation.ts';
import { requireTenant, TENANT_OPTION } from './tenant.ts';

const EMAIL_OPTION = {
  value: 'EMAIL',
  meaning: 'Email address that the user signs in with.',
  isRequired: true,
} as const;
const STDIN_OPTION = {
  'password-stdin': {
    meaning: `Read the password (at least ${PASSWORD_LENGTH.minimum} characters) from standard input. Without this option, a password is generated and shown once.`,
  },
} as const;

/** Nobody can sign in as such a user, and no command reactivates one. */
const DEACTIVATED =
  'The user is deactivated and cannot sign in. An admin reactivates users in the console. If no admin is left, create one: npx stellwerk user create --help';

export const userCommands: readonly Command[] = [
  {
    name: 'user create',
    summary: 'Create a user of the platform.',
    options: {
      tenant: TENANT_OPTION,
      email: EMAIL_OPTION,
      'first-name': { value: 'NAME', meaning: 'First name.', isRequired: true },
      'last-name': { value: 'NAME', meaning: 'Last name.', isRequired: true },
      role: { value: 'ROLE', meaning: `One of ${ROLES.join(', ')}.`, isRequired: true },
      ...STDIN_OPTION,
    },
    async run({ options, settings }) {
      if (!ROLES.includes(options.role as Role)) {
        throw new UsageError(`There is no role "${options.role}". Use one of: ${ROLES.join(', ')}.`);
      }
      const { password, note } = await obtainPassword(options['password-stdin'] !== undefined);
      return withServices(settings(), async (services) => {
        const tenant = await requireTenant(services, options.tenant!);
        const { createByCommand } = await import('./user-creation.ts');
        const user = await createByCommand(services, tenant, options, password);
        return {
          data: { tenant: tenant.key, ...user, password: note === undefined ? undefined : password },
          text: [`Created user ${user.email} (id ${user.id}).`, ...(note === undefined ? [] : [note])].join(
            '\n',
          ),
        };
      });
    },
  },
  {
    name: 'user invite',
    summary:
      'Create a user without a password, or take an existing one, and send a mail with a link to set the password. Without SMTP_URL, shows the link instead.',
    options: {
      tenant: TENANT_OPTION,
      email: EMAIL_OPTION,
      'first-name': { value: 'NAME', meaning: 'First name. Required for a new user.' },
      'last-name': { value: 'NAME', meaning: 'Last name. Required for a new user.' },
      role: { value: 'ROLE', meaning: `One of ${ROLES.join(', ')}. Required for a new user.` },
    },
    run: ({ options, settings }) =>
      withServices(settings(), async (services) => {
        const tenant = await requireTenant(services, options.tenant!);
        const { inviteByCommand } = await import('./user-invitation.ts');
        const { id, link } = await inviteByCommand(services, tenant, options);
        const text =
          link === undefined
            ? `The invitation of ${options.email} (id ${id}) will be sent. The link is valid for seven days.`
            : `SMTP_URL is not set, so no mail is sent. Pass this link on to ${options.email} (id ${id}). It is valid for seven days and can be used once:\n${link}`;
        return { data: { id, tenant: tenant.key, email: options.email, link: link ?? null }, text };
      }),
  },
  {
    name: 'user list',
    summary: 'List the users of a tenant.',
    options: { tenant: TENANT_OPTION },
    run: ({ options, settings }) =>
      withServices(settings(), async (services) => {
        const tenant = await requireTenant(services, options.tenant!);
        const users = await listUsers(services, tenant.id);
        const rows = users.map(({ id, email, role, isActive, userFullName }) => [
          String(id),
          email ?? '',
          role,
          isActive ? 'yes' : 'no',
          userFullName ?? '',
        ]);
        return { data: users, text: toTable(['ID', 'EMAIL', 'ROLE', 'ACTIVE', 'NAME'], rows) };
      }),
  },
  {
    name: 'user set-password',
    summary: 'Change the password of a user.',
    options: { tenant: TENANT_OPTION, email: EMAIL_OPTION, ...STDIN_OPTION },
    async run({ options, settings }) {
      const { password, note } = await obtainPassword(options['password-stdin'] !== undefined);
      return withServices(settings(), async (services) => {
        const tenant = await requireTenant(services, options.tenant!);
        const db = services.database.tenant(tenant.id);
        const user = await setPassword(db, tenant.id, options.email!, password);
        if (user === undefined)
          throw new CommandError(
            `Tenant "${tenant.key}" has no user ${options.email}. See: npx stellwerk user list --tenant ${tenant.key}`,
          );
        return {
          data: { email: options.email, ...user, password: note === undefined ? undefined : password },
          text: [
            `Changed the password of ${options.email}.`,
            ...(note === undefined ? [] : [note]),
            ...(user.isActive ? [] : [DEACTIVATED]),
          ].join('\n'),
        };
      });
    },
  },
];

interface ListedUser {
  id: number;
  email: string | null;
  role: string;
  isActive: boolean;
  userFullName: string | null;
}

async function listUsers(services: Services, tenantId: number): Promise<ListedUser[]> {
  // Loaded here, because only this command needs the operations of the service.
  const { callOperation } = await import('./operations.ts');
  const { users } = await callOperation<{ users: ListedUser[] }>(services, 'platformUser_list', { tenantId });
  return users;
}

/** Never reads the password from the command line, which every user of the machine can see. */
async function obtainPassword(fromStdin: boolean): Promise<{ password: string; note: string | undefined }> {
  if (!fromStdin) {
    const password = randomBytes(15).toString('base64url');
    return { password, note: `Password, shown only once: ${password}` };
  }
  const password = await readFirstLine();
  const length = lengthOf(password);
  if (length < PASSWORD_LENGTH.minimum || length > PASSWORD_LENGTH.maximum) {
    throw new UsageError(
      `The password must have ${PASSWORD_LENGTH.minimum} to ${PASSWORD_LENGTH.maximum} characters, but standard input has ${length}.`,
    );
  }
  return { password, note: undefined };
}

async function readFirstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}
