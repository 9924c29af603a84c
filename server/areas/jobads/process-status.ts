/** The states of a job ad: a draft, on the job portal, taken off it. */
export const PROCESS_STATUSES = ['Editing', 'Active', 'Completed'] as const;

export type ProcessStatus = (typeof PROCESS_STATUSES)[number];
