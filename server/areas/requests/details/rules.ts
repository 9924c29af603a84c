import type { Fault } from '../../../core/http/index.ts';
import { propertiesOf, type RequestBody, type RequestKind, type RequestProperty } from './schema.ts';

/** Properties of a request, as bodies and answers name them. Absent: not spoken of. */
export type RequestValues = Partial<Record<RequestProperty, string | number | null>>;

/** What a body says of a request of this kind, amounts as they are kept. What other kinds have is not among it. */
export function toValues(kind: RequestKind, body: RequestBody): RequestValues {
  const values: RequestValues = {};
  for (const property of propertiesOf(kind)) {
    const value = body[property];
    if (value !== undefined) values[property] = typeof value === 'number' ? toCents(value) : value;
  }
  return values;
}

// Rounded here and not by the column, so that an amount that is sent again is found to be the stored one. The detour
// through text is for 1.005, which in binary is a little less and would lose its cent.
function toCents(value: number): number {
  return Math.round(Number((value * 100).toFixed(6))) / 100;
}

/** Pairs of which the second must not be less than the first. */
const ORDERED: [RequestProperty, RequestProperty, string, string][] = [
  ['startDate', 'endDate', 'after', 'before'],
  ['salaryFrom', 'salaryTo', 'above', 'below'],
];

/** Faults of the request as it will be; told of the property that was sent. */
export function orderFaults(sent: RequestValues, result: RequestValues): Fault[] {
  return ORDERED.flatMap(([least, most, beyond, under]): Fault[] => {
    const [low, high] = [result[least], result[most]];
    if (low == null || high == null || high >= low) return [];
    const [property, message] =
      sent[most] === undefined
        ? [least, `${least} must not be ${beyond} ${most}: send ${most} as well.`]
        : [most, `${most} must not be ${under} ${least}.`];
    return [{ property, code: 'range', message }];
  });
}
