import { invisibleHint, isEmail } from '../../../core/http/contact-data.ts';
import type { Fault } from '../../../core/http/index.ts';
import type { LicencesBody, OfficesBody, UserChangeBody } from './schema.ts';

export function userFaults({ email }: { email?: string }): Fault[] {
  if (typeof email !== 'string' || email.trim() === '' || isEmail(email)) return [];
  return [
    {
      property: 'email',
      code: 'format',
      message: `email must be an email address, such as eva.kern@example.com.${invisibleHint(email)}`,
    },
  ];
}

export const DUPLICATE_EMAIL: Fault = {
  property: 'email',
  code: 'duplicate',
  message:
    'Another user of the tenant already has this email. Change that user, or send another email address.',
};

export function officeFaults({ assignedOffices }: OfficesBody): Fault[] {
  const faults: Fault[] = [];
  const seen = new Set<number>();
  let hasPrimary = false;
  for (const [index, { officeId, isPrimary }] of assignedOffices.entries()) {
    if (seen.has(officeId)) {
      const property = `assignedOffices[${index}].officeId`;
      faults.push({
        property,
        code: 'duplicate',
        message: `${property} is a duplicate. List each branch once.`,
      });
    }
    seen.add(officeId);
    if (isPrimary === true && hasPrimary) {
      const property = `assignedOffices[${index}].isPrimary`;
      faults.push({
        property,
        code: 'notAllowed',
        message: `${property} must not be true for a second branch. A user has at most one main branch.`,
      });
    }
    hasPrimary ||= isPrimary === true;
  }
  return faults;
}

export function licenceFaults({ licences }: LicencesBody): Fault[] {
  const seen = new Set<string>();
  return licences.flatMap(({ name, validUntil }, index): Fault[] => {
    const key = `${validUntil ?? ''} ${name}`;
    const isDuplicate = seen.has(key);
    seen.add(key);
    if (!isDuplicate) return [];
    const property = `licences[${index}].name`;
    const message = `${property} is a duplicate. List a licence with the same name and day once.`;
    return [{ property, code: 'duplicate', message }];
  });
}

/** The columns that the body changes, with their new values. */
export function changedColumns(
  stored: {
    email: string;
    first_name: string | null;
    last_name: string | null;
    role: string;
    partner_id: string | null;
    user_since: string;
    is_active: boolean;
  },
  body: UserChangeBody,
) {
  const sent = {
    email: body.email,
    first_name: body.firstName,
    last_name: body.lastName,
    role: body.role,
    partner_id: body.userPartnerId,
    user_since: body.userSince,
    is_active: body.isActive,
  };
  return Object.fromEntries(
    Object.entries(sent).filter(
      ([column, value]) => value !== undefined && value !== stored[column as keyof typeof stored],
    ),
  ) as Partial<typeof stored>;
}

/** Whether an admin could no longer administer the tenant after the change. */
export function removesAdminRights(columns: { role?: string; is_active?: boolean }): boolean {
  return (columns.role !== undefined && columns.role !== 'admin') || columns.is_active === false;
}

/** No user could sign in and administer the tenant after the change. */
export function lastAdminFaults(change: { role?: string; isActive?: boolean }): Fault[] {
  const faults: Fault[] = [];
  const message = 'This user is the last active admin with a password. Make another user an admin first.';
  if (change.role !== undefined && change.role !== 'admin')
    faults.push({ property: 'role', code: 'notAllowed', message });
  if (change.isActive === false) faults.push({ property: 'isActive', code: 'notAllowed', message });
  return faults;
}

export function areSameOffices(
  stored: readonly { officeId: number; isPrimary: boolean }[],
  sent: OfficesBody['assignedOffices'],
): boolean {
  const text = (offices: readonly { officeId: number; isPrimary?: boolean | null }[]) =>
    offices
      .map(({ officeId, isPrimary }) => `${officeId} ${isPrimary ?? false}`)
      .sort()
      .join();
  return text(stored) === text(sent);
}

/** The stored licences to remove and the sent ones to add. Each sent licence matches at most one stored licence. */
export function compareLicences(
  stored: readonly { id: number; name: string; valid_until: string | null }[],
  sent: LicencesBody['licences'],
): { removedIds: number[]; added: LicencesBody['licences'] } {
  const remaining = [...stored];
  const added = sent.filter(({ name, validUntil }) => {
    const index = remaining.findIndex((row) => row.name === name && row.valid_until === (validUntil ?? null));
    if (index >= 0) remaining.splice(index, 1);
    return index < 0;
  });
  return { removedIds: remaining.map(({ id }) => id), added };
}
