import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeCoverage, readCoverage } from './coverage.ts';
import type { RuleList } from './rules/rule-list.ts';

const RULES: RuleList = {
  jobAds: {
    seen: 'A rule.',
    unseen: { text: 'Another rule.', because: 'it is hidden', shownBy: ['server/some.test.ts'] },
  },
};
const SHOWN = "import '../rule.ts';\n\nrule('jobAds.seen', 'A test', async () => {});\n";
const ENTRY = "import './interface/a.ts';\n";

function judge(text: string, entry = ENTRY) {
  return judgeCoverage(
    RULES,
    new Map([
      ['interface.test.ts', entry],
      ['interface/a.ts', text],
    ]),
  );
}

test('every rule of the interface has a test, or a reason why it cannot have one', async () => {
  assert.deepEqual((await readCoverage()).faults, []);
});

test('a rule is listed with the test that shows it', () => {
  const { markdown, faults } = judge(SHOWN);
  assert.deepEqual(faults, []);
  assert.match(markdown, /^## Job ads$/m);
  assert.match(markdown, /^\| A rule\. \| \[A test\]\(interface\/a\.ts\) \|$/m);
  assert.match(
    markdown,
    /^\| Another rule\. \| not from outside, because it is hidden: \[server\/some\.test\.ts\]/m,
  );
});

for (const [what, text, fault, entry] of [
  ['a rule without a test', '', 'jobAds.seen has no test'],
  [
    'a test of an unknown rule',
    `${SHOWN}rule(['jobAds.seen', 'jobAds.other'], 'Two', async () => {});\n`,
    'interface/a.ts shows jobAds.other, which is not in rules/',
  ],
  [
    'a test of a rule that cannot be tested from outside',
    `${SHOWN}rule('jobAds.unseen', 'Seen', async () => {});\n`,
    'jobAds.unseen cannot be tested from outside according to rules/, but interface/a.ts shows it',
  ],
  [
    'a title that is not a literal',
    `${SHOWN}rule('jobAds.seen', \`Test \${1}\`, async () => {});\n`,
    'interface/a.ts: write the keys and the title of every rule as literals',
  ],
  ['a file that is not imported', SHOWN, 'interface/a.ts is not imported by interface.test.ts', ''],
] as const) {
  test(`reported: ${what}`, () => assert.deepEqual(judge(text, entry).faults, [fault]));
}
