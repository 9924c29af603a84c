/** Editing is a draft, Active is on the job portal, and Completed is no longer on it. */
export const PROCESS_STATUSES = ['Editing', 'Active', 'Completed'] as const;

/** On the job portal. */
export const ACTIVE = 'Active' satisfies (typeof PROCESS_STATUSES)[number];

export type ProcessStatus = (typeof PROCESS_STATUSES)[number];
