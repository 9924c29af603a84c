export const TABS = ['profile', 'applications', 'communication', 'documents', 'history', 'accesses'] as const;
export type Tab = (typeof TABS)[number];

/** What the address says about the page of a candidate. Absent: the profile. */
interface ProfileSearch {
  tab?: Exclude<Tab, 'profile'>;
}

/** Reads the tab in the address. One that there is not is left out. */
export function readProfileSearch({ tab }: Record<string, unknown>): ProfileSearch {
  const known = TABS.find((name) => name === tab);
  return known === undefined || known === 'profile' ? {} : { tab: known };
}
