import type { Fault } from '../../../core/http/index.ts';
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

export function severalTenantsFault(): Fault {
  return {
    property: 'tenant',
    code: 'required',
    message:
      'This email address and password belong to users in several tenants. Send the key of the tenant in tenant.',
  };
}
