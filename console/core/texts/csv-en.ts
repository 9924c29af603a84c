import type { CSV_DE } from './csv-de.ts';

export const CSV_EN: typeof CSV_DE = {
  save: 'Save as CSV',
  cancel: 'Cancel',
  started: 'The CSV file is being created.',
  progress: 'Progress of the CSV file',
  rows: (done, all) => `${done} of ${all} rows`,
  saved: (file, rows) =>
    rows === '1' ? `${file} is saved, with 1 row.` : `${file} is saved, with ${rows} rows.`,
  cancelled: 'Canceled. No CSV file was saved.',
  failed: 'No CSV file was saved, because the service did not return a part of the list. Try again.',
  unreachable: 'No CSV file was saved, because the connection was lost. Try again.',
  tooMany: (maximum) =>
    `The list has more than ${maximum} rows. No CSV file was saved. Narrow the list, for example to a branch or a period, and save several files.`,
  printed: (shown, all) => `These are the first ${shown} of ${all}.`,
  columns: {
    number: 'Number',
    zipCode: 'Postal code',
    city: 'City',
    placed: 'Filled',
    created: 'Created at (UTC)',
    changed: 'Changed at (UTC)',
  },
};
