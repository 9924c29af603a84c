import type { Fault } from '../../../core/http/index.ts';
import { propertiesOf, type RequestBody, type RequestKind, type RequestProperty } from './schema.ts';

/** The properties of a request by their API names. A property that was not sent is absent. */
export type RequestValues = Partial<Record<RequestProperty, string | number | null>>;

/** Returns the properties of this kind from a body. */
export function toValues(kind: RequestKind, body: RequestBody): RequestValues {
  const values: RequestValues = {};
  for (const property of propertiesOf(kind)) {
    const value = body[property];
    if (value !== undefined) values[property] = value;
  }
  return values;
}

/** Pairs of properties in which the second must not be less than the first, with the words for the messages. */
const ORDERED: [RequestProperty, RequestProperty, string, string][] = [
  ['startDate', 'endDate', 'after', 'before'],
  ['salaryFrom', 'salaryTo', 'above', 'below'],
];

/** Returns the faults of the resulting request. Each fault names a property that was sent in the body. */
export function orderFaults(sent: RequestBody, result: RequestValues): Fault[] {
  return ORDERED.flatMap(([lower, upper, beyond, under]): Fault[] => {
    const [low, high] = [result[lower], result[upper]];
    if (low == null || high == null || high >= low) return [];
    const [property, message] =
      sent[upper] === undefined
        ? [lower, `${lower} must not be ${beyond} the stored ${upper}. Send ${upper} as well.`]
        : [upper, `${upper} must not be ${under} ${lower}.`];
    return [{ property, code: 'range', message }];
  });
}
