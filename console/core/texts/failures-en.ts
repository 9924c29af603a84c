import type { FAILURES_DE } from './failures-de.ts';

export const FAILURES_EN: typeof FAILURES_DE = {
  /** Of a form. */
  notSent: 'No connection: nothing was saved. Your entries are kept. Save again when the connection is back.',
  unchanged: 'No connection: nothing was changed. Try again when the connection is back.',
  expired: 'Your session had ended. Nothing was changed. Sign in, and try again.',
  denied:
    'You do not have permission for this. Nothing was changed. The administrator of your company can change your role.',
  /** What was entered in forms that have disappeared. */
  kept: {
    title: 'Not saved',
    gone: 'The record you wrote this for has been deleted or merged. Copy your text if you still need it: it stays here until you close it.',
    forbidden: (role) =>
      `Your role is now “${role}”, which does not have the permission to save this. The administrator of your company can change your role. Copy your text if you still need it: it stays here until you close it.`,
    created:
      'You entered this while the record was being created. It was not saved with it. Copy your text if you still need it: it stays here until you close it.',
  },
};
