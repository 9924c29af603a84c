import { CANDIDATES } from './candidates.ts';
import { COMPANIES } from './companies.ts';
import { EVERY_CALL } from './every-call.ts';
import { FOLLOWING } from './following.ts';
import { READ_ONLY } from './read-only.ts';

// Every rule of the interface in one sentence, in the order in which a newcomer meets them. A test names the rules that it
// shows by their keys, such as `status.archivedIsFinal`; COVERAGE.md is generated from both. A rule that cannot be tested from
// outside has the reason, and the tests of the server that show it.

export const RULES = { ...EVERY_CALL, ...CANDIDATES, ...COMPANIES, ...READ_ONLY, ...FOLLOWING } as const;

type Areas = typeof RULES;

/** The key of a rule, as `area.key`. */
export type RuleKey = { [Area in keyof Areas]: `${Area}.${keyof Areas[Area] & string}` }[keyof Areas];
