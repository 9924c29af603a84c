/** The states of a job ad: a draft, on the job portal, taken off it. */
export const PROCESS_STATUSES = ['Editing', 'Active', 'Completed'] as const;

/** On the job portal. */
export const ACTIVE = 'Active' satisfies (typeof PROCESS_STATUSES)[number];

export type ProcessStatus = (typeof PROCESS_STATUSES)[number];
