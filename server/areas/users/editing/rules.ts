import validator from 'validator';
import { type ApiError, type Fault, invalid } from '../../../core/http/index.ts';
import type { LicencesBody, OfficesBody, UserChangeBody } from './schema.ts';

export function userFaults({ email }: { email?: string }): Fault[] {
  if (typeof email !== 'string' || email.trim() === '' || validator.isEmail(email)) return [];
  return [{ property: 'email', code: 'format', message: 'email must be an e-mail address.' }];
}

export function emailTaken(): ApiError {
  return invalid({
    property: 'email',
    code: 'duplicate',
    message:
      'Another user of the tenant signs in with this address: change that user, or send another address.',
  });
}

export function officeFaults({ assignedOffices }: OfficesBody): Fault[] {
  const faults: Fault[] = [];
  const seen = new Set<number>();
  let hasPrimary = false;
  for (const [index, { officeId, isPrimary }] of assignedOffices.entries()) {
    if (seen.has(officeId)) {
      const property = `assignedOffices[${index}].officeId`;
      faults.push({ property, code: 'duplicate', message: `${property} is named twice.` });
    }
    seen.add(officeId);
    if (isPrimary === true && hasPrimary) {
      const property = `assignedOffices[${index}].isPrimary`;
      faults.push({ property, code: 'notAllowed', message: 'A user has one main branch at most.' });
    }
    hasPrimary ||= isPrimary === true;
  }
  return faults;
}

/** Columns whose value the body changes. */
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

/** Whether the change takes the user from among those who can administer the tenant. */
export function isDismissal(columns: { role?: string; is_active?: boolean }): boolean {
  return (columns.role !== undefined && columns.role !== 'admin') || columns.is_active === false;
}

/** 400: nobody would be left who can sign in and administer the tenant. */
export function lastAdmin(columns: { role?: string; is_active?: boolean }): ApiError {
  const faults: Fault[] = [];
  const message = 'This is the last active admin with a password: make another user one first.';
  if (columns.role !== undefined) faults.push({ property: 'role', code: 'notAllowed', message });
  if (columns.is_active === false) faults.push({ property: 'isActive', code: 'notAllowed', message });
  return invalid(...faults);
}

export function isSameOffices(
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

/** What of the stored licences goes and what of those sent is new; equal ones pair off, each once. */
export function compareLicences(
  stored: readonly { id: number; name: string; valid_until: string | null }[],
  sent: LicencesBody['licences'],
): { gone: number[]; added: LicencesBody['licences'] } {
  const left = [...stored];
  const added = sent.filter(({ name, validUntil }) => {
    const index = left.findIndex((row) => row.name === name && row.valid_until === (validUntil ?? null));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  return { gone: left.map(({ id }) => id), added };
}
