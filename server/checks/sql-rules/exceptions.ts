import type { Finding } from './lint.ts';
import type { Rule } from './rules.ts';

interface Exception {
  rule: Rule;
  table: string;
  reason: string;
}

/** Statements that may break a rule. An entry that no statement of a whole test run needs any more is a fault. */
export const EXCEPTIONS: readonly Exception[] = [
  { rule: 'conflictCall', table: 'sign_in_attempt', reason: 'is on the server of the control plane only' },
  { rule: 'lazyCall', table: 'sign_in_attempt', reason: 'is on the server of the control plane only' },
  { rule: 'conflictCall', table: 'mail_quota', reason: 'is on the server of the control plane only' },
  { rule: 'conflictCall', table: 'portal_use', reason: 'is on the server of the control plane only' },
  {
    rule: 'columnCall',
    table: 'geocoder_answer',
    reason: 'is written on the server of the control plane only',
  },
  { rule: 'columnCall', table: 'api_client', reason: 'is written on the server of the control plane only' },
  { rule: 'lazyCall', table: 'signing_key', reason: 'is written on the server of the control plane only' },
  {
    rule: 'everyTenant',
    table: 'api_client',
    reason: 'a client is found by its id; the control plane lists the clients of all tenants',
  },
  { rule: 'everyTenant', table: 'token_usage', reason: 'a backup has the rows of all tenants' },
  { rule: 'everyTenant', table: 'user_session', reason: 'a session is found by its token, on every server' },
  { rule: 'everyTenant', table: 'user_sign_in', reason: 'a user is found by the address, on every server' },
  { rule: 'everyTenant', table: 'password_link', reason: 'a link is found by its token, on every server' },
  { rule: 'everyTenant', table: 'search_mark', reason: 'each server finds those of its tenants with work' },
  {
    rule: 'everyTenant',
    table: 'search_backfill',
    reason: 'each server finds those of its tenants with work',
  },
];

export function exceptionFor({ rule, table }: Finding): Exception | undefined {
  return EXCEPTIONS.find((entry) => entry.rule === rule && entry.table === table);
}
