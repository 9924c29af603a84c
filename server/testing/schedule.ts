/** A schedule that never comes: there is no 31 February. */
export const NEVER = '0 0 31 2 *';
