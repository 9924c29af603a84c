import { EntryError, type Fault } from '../api/errors.ts';
import type { Field, Values } from './fields.ts';

/** The inputs of browsers make the year 27 of "27", and accept years of five digits. */
const FOUR_DIGITS = /^[1-9]\d{3}-/;

/** Throws what a form refuses although the service would store it. All other rules are those of the service. */
export function checkEntries(values: Values, fields: readonly Pick<Field, 'property' | 'kind'>[]): void {
  const faults = fields
    .filter(({ kind }) => kind === 'date' || kind === 'moment')
    .map(({ property }) => ({ property, value: values[property] }))
    .filter(({ value }) => typeof value === 'string' && !FOUR_DIGITS.test(value))
    .map(
      ({ property }): Fault => ({ property, code: 'year', message: `${property} needs a year of 4 digits.` }),
    );
  if (faults.length > 0) throw new EntryError(faults);
}
