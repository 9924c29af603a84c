const pad = (value: number): string => String(value).padStart(2, '0');

/** A day of the calendar on the wall of the user, such as 2026-03-06. */
export const toLocalDay = (date: Date): string =>
  `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
