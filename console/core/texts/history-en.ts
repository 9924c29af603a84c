import type { HISTORY_DE } from './history-de.ts';

export const HISTORY_EN: typeof HISTORY_DE = {
  heading: 'History',
  kept: 'The history names properties, never their values.',
  none: 'No changes yet.',
  when: 'Time',
  who: 'Who',
  what: 'What',
  more: 'Older entries',
  unknown: 'not recorded',
  actors: {
    user: 'Unknown user',
    client: 'API client',
    portal: 'Job portal',
    system: 'Stellwerk',
    operator: 'Operator',
  },
};
