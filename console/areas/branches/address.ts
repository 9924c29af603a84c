import type { Branch } from '../../core/api/records.ts';

/** The street and the place. Empty if they are not given. */
export const addressOf = ({ location }: Branch): [street: string, place: string] => [
  [location.street, location.streetNumber].filter(Boolean).join(' '),
  [location.zipCode, location.city].filter(Boolean).join(' '),
];
