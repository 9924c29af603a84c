import type { User } from '../../core/api/records.ts';

/** The branches of a user as a form has them. */
export interface Offices {
  /** In ascending order, such as 3,7. */
  officeIds: string | null;
  mainOfficeId: number | null;
}

type Assigned = { officeId: number; isPrimary: boolean };

export const toIds = (text: string): number[] => (text === '' ? [] : text.split(',').map(Number));

export const toText = (ids: readonly number[]): string => [...ids].sort((one, other) => one - other).join();

/** As people read them: the main branch first, then by name. */
export const sortedOffices = (
  { assignedOffices }: Pick<User, 'assignedOffices'>,
  language: string,
): User['assignedOffices'] => {
  const { compare } = new Intl.Collator(language);
  return [...assignedOffices].sort(
    (one, other) => Number(other.isPrimary) - Number(one.isPrimary) || compare(one.name, other.name),
  );
};

export const toOffices = ({ assignedOffices }: User): Offices => ({
  officeIds: toText(assignedOffices.map(({ officeId }) => officeId)) || null,
  mainOfficeId: assignedOffices.find(({ isPrimary }) => isPrimary)?.officeId ?? null,
});

/** The list that the operation takes. The main branch is one of them. */
export function toAssigned({ officeIds, mainOfficeId }: Offices): Assigned[] {
  const ids = new Set(toIds(officeIds ?? ''));
  if (mainOfficeId !== null) ids.add(mainOfficeId);
  return [...ids].map((officeId) => ({ officeId, isPrimary: officeId === mainOfficeId }));
}
