import type { Fault } from '../../../core/http/index.ts';
import { NAME_LENGTH } from '../../../core/http/schema.ts';
import { lengthOf } from '../../../core/text/truncate.ts';
import { PASSWORD_LENGTH } from '../../users/index.ts';

export function newPasswordFaults({
  currentPassword,
  newPassword,
}: {
  currentPassword: string;
  newPassword: string;
}): Fault[] {
  if (lengthOf(newPassword) < PASSWORD_LENGTH.minimum) {
    return [
      {
        property: 'newPassword',
        code: 'length',
        message: `newPassword must have ${PASSWORD_LENGTH.minimum} to ${PASSWORD_LENGTH.maximum} characters.`,
      },
    ];
  }
  if (newPassword === currentPassword) {
    return [
      {
        property: 'newPassword',
        code: 'notAllowed',
        message: 'newPassword must differ from currentPassword.',
      },
    ];
  }
  return [];
}

export function wrongPasswordFault(): Fault {
  return {
    property: 'currentPassword',
    code: 'notAllowed',
    message: 'currentPassword is wrong.',
  };
}

export interface TenantName {
  key: string;
  name: string;
}

const toCompared = (text: string) => text.trim().toLowerCase();

export function isKeyOf({ key }: TenantName, said: string): boolean {
  return key === toCompared(said);
}

/** Those that somebody means with a key or, since people know no keys, with a name. */
export function tenantsMeant<T extends { tenant: TenantName }>(entries: readonly T[], said: string): T[] {
  const compared = toCompared(said);
  const byKey = entries.filter(({ tenant }) => isKeyOf(tenant, said));
  return byKey.length > 0 ? byKey : entries.filter(({ tenant }) => toCompared(tenant.name) === compared);
}

/** Offers each tenant by its name, or by its key if the name does not lead to it. */
export function severalTenantsFault(entries: readonly { tenant: TenantName }[]): Fault {
  const choices = entries.map((entry) => {
    const { key, name } = entry.tenant;
    const meant = tenantsMeant(entries, name);
    return meant.length === 1 && meant[0] === entry && lengthOf(name) <= NAME_LENGTH ? name : key;
  });
  return {
    property: 'tenant',
    code: 'required',
    message:
      'This email address and password belong to users in several tenants. Send one of choices in tenant.',
    choices,
  };
}
