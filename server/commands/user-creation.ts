import type { Services } from '../core/services.ts';
import { CommandError } from './command.ts';
import { callOperation, isDuplicate } from './operations.ts';

const OPTION_OF = { email: 'email', firstName: 'first-name', lastName: 'last-name', role: 'role' } as const;

interface CreatedUser {
  id: number;
  email: string;
  firstName: string;
  lastName: string;
  role: string;
}

/** Creates the user that the options describe. Without a password, the user cannot sign in. */
export async function createByCommand(
  services: Services,
  tenant: { id: number; key: string },
  options: Record<string, string | undefined>,
  password?: string,
): Promise<CreatedUser> {
  const values = Object.fromEntries(
    Object.entries(OPTION_OF).map(([property, option]) => [property, options[option]]),
  );
  const body = password === undefined ? values : { ...values, password };
  const input = { tenantId: tenant.id, body, optionOf: OPTION_OF };
  const { id: userId } = await callOperation<{ id: number }>(services, 'platformUser_create', input).catch(
    (error) => {
      if (!isDuplicate(error)) throw error;
      throw new CommandError(
        `Tenant "${tenant.key}" already has a user ${options.email}. To change the password, run: npx stellwerk user set-password`,
      );
    },
  );
  const params = { userId };
  // As it is stored: without surrounding white space.
  const { id, email, firstName, lastName, role } = await callOperation<CreatedUser>(
    services,
    'platformUser_get',
    {
      tenantId: tenant.id,
      params,
    },
  );
  return { id, email, firstName, lastName, role };
}
