import { isCurrency } from '../text/currencies.ts';
import type { Fault } from './errors.ts';

/** The fault of a currency that does not exist. Nothing but text is checked: the schema has found what is wrong with the rest. */
export function currencyFaults(property: string, currency: unknown): Fault[] {
  if (typeof currency !== 'string' || isCurrency(currency)) return [];
  return [{ property, code: 'enum', message: `${property} must be an ISO 4217 code such as EUR.` }];
}
