import { contactFaults, pastFaults } from '../../../core/http/contact-data.ts';
import type { Fault } from '../../../core/http/index.ts';

/** Returns the faults of a contact's body that the schema cannot express. `now` is the time of the call. */
export function contactBodyFaults(body: { createdAtUtc?: string | null }, now: Date): Fault[] {
  return [...contactFaults(body, ['email', 'phone', 'mobile'], ''), ...pastFaults(body, 'createdAtUtc', now)];
}
