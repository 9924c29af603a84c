import type { Finding } from './lint.ts';
import type { Rule } from './rules.ts';

interface Exception {
  rule: Rule;
  table: string;
  reason: string;
}

/** Statements that may break a rule. An entry that no statement of a whole test run needs any more is a fault. */
export const EXCEPTIONS: readonly Exception[] = [
  ...(['conflictCall'] as const).flatMap((rule) => [
    {
      rule,
      table: 'sign_in_attempt',
      reason: 'counts on the server of the control plane, and is on no other',
    },
    { rule, table: 'mail_quota', reason: 'counts on the server of the control plane, and is on no other' },
    { rule, table: 'portal_use', reason: 'counts on the server of the control plane, and is on no other' },
  ]),
  { rule: 'columnCall', table: 'geocoder_answer', reason: 'the sweep of the control plane' },
  { rule: 'columnCall', table: 'api_client', reason: 'written on the server of the control plane only' },
];

export function exceptionFor({ rule, table }: Finding): Exception | undefined {
  return EXCEPTIONS.find((entry) => entry.rule === rule && entry.table === table);
}
