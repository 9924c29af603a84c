import { type TestContext, test } from 'node:test';
import type { RuleKey } from './rules.ts';

/**
 * A test of rules of the interface, named by their keys in rules.ts. COVERAGE.md is made out of these calls: give the
 * keys and the title as they are, not put together.
 */
export function rule(
  _keys: RuleKey | readonly RuleKey[],
  title: string,
  body: (context: TestContext) => Promise<void>,
): void {
  test(title, body);
}
