import { type TestContext, test } from 'node:test';
import type { RuleKey } from './rules/index.ts';

/**
 * Tests one or more rules of the interface, named by their keys in rules/. COVERAGE.md is generated from the source of
 * these calls, so the keys and the title must be literals.
 */
export function rule(
  _keys: RuleKey | readonly RuleKey[],
  title: string,
  body: (context: TestContext) => Promise<void>,
): void {
  test(title, body);
}
