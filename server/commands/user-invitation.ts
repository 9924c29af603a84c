import { createInvitationLink } from '../areas/access/index.ts';
import { runTransaction } from '../core/db/transaction.ts';
import { ApiError } from '../core/http/index.ts';
import { sendsMail } from '../core/mail/index.ts';
import type { Services } from '../core/services.ts';
import { CommandError, UsageError } from './command.ts';
import { callOperation } from './operations.ts';
import { createByCommand } from './user-creation.ts';

interface ListedUser {
  id: number;
  email: string;
}

/** Invites the user with the address, who is created if there is none. Returns the link if no mail can be sent. */
export async function inviteByCommand(
  services: Services,
  tenant: { id: number; key: string },
  options: Record<string, string | undefined>,
): Promise<{ id: number; link: string | undefined }> {
  const id =
    (await findUser(services, tenant.id, options.email!)) ?? (await createUser(services, tenant, options));
  const params = { userId: id };
  if (sendsMail(services.settings)) {
    await callOperation(services, 'platformUser_invite', { tenantId: tenant.id, params });
    return { id, link: undefined };
  }
  const db = services.database.tenant(tenant.id);
  const link = await runTransaction(db, (transaction) =>
    createInvitationLink(transaction, services, tenant.id, id),
  ).catch((error) => {
    throw error instanceof ApiError
      ? new CommandError(error.faults.map(({ message }) => message).join(' '))
      : error;
  });
  return { id, link };
}

async function findUser(services: Services, tenantId: number, email: string): Promise<number | undefined> {
  const { users } = await callOperation<{ users: ListedUser[] }>(services, 'platformUser_list', { tenantId });
  return users.find((user) => user.email.toLowerCase() === email.trim().toLowerCase())?.id;
}

async function createUser(
  services: Services,
  tenant: { id: number; key: string },
  options: Record<string, string | undefined>,
): Promise<number> {
  const missing = ['first-name', 'last-name', 'role'].filter((name) => options[name] === undefined);
  if (missing.length > 0) {
    throw new UsageError(
      `There is no user ${options.email} yet. To create one, pass ${missing.map((name) => `--${name}`).join(', ')}.`,
    );
  }
  return (await createByCommand(services, tenant, options)).id;
}
