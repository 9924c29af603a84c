import type { Fault } from '../../core/api/errors.ts';
import { ROLES } from '../../core/api/records.ts';
import type { Field } from '../../core/forms/fields.ts';
import type { Limits } from '../../core/forms/limits.ts';
import { useTexts } from '../../core/texts/language.tsx';

/** The fields of a user. The branches have their own input. */
export function useUserFields(limits: Limits) {
  const { users: words, roles } = useTexts();
  const field = (
    property: keyof typeof words.fields,
    kind: Field['kind'] = 'text',
    more: Partial<Field> = {},
  ): Field => ({ property, label: words.fields[property], kind, limit: limits[property], ...more });
  return {
    firstName: field('firstName'),
    lastName: field('lastName'),
    email: field('email', 'email', { isWide: true, help: words.emailHelp }),
    userSince: field('userSince', 'date'),
    userPartnerId: field('userPartnerId'),
    role: field('role', 'choice', { choices: ROLES.map((role) => ({ value: role, label: roles[role] })) }),
    officeIds: field('officeIds', 'text', { isWide: true }),
    mainOfficeId: field('mainOfficeId', 'choice'),
  };
}

/** What the service refuses, in words of users. */
export function useUserFaults(): (fault: Fault) => string | undefined {
  const { users: words } = useTexts();
  return ({ property, code }) => {
    if (property === 'email' && code === 'duplicate') return words.emailTaken;
    const isLastAdmin = code === 'notAllowed' && (property === 'role' || property === 'isActive');
    return isLastAdmin ? words.access.lastAdmin : undefined;
  };
}
