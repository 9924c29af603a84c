import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeCoverage, type RuleList, readCoverage } from './coverage.ts';

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

test('every rule of the interface is shown by a test, or says why none can show it', async () => {
  assert.deepEqual((await readCoverage()).faults, []);
});

test('a rule stands beside the test that shows it', () => {
  const { markdown, faults } = judge(SHOWN);
  assert.deepEqual(faults, []);
  assert.match(markdown, /^## Job ads$/m);
  assert.match(markdown, /^\| A rule\. \| \[A test\]\(interface\/a\.ts\) \|$/m);
  assert.match(
    markdown,
    /^\| Another rule\. \| not from outside, since it is hidden: \[server\/some\.test\.ts\]/m,
  );
});

for (const [what, text, fault, entry] of [
  ['a rule without a test', '', 'jobAds.seen is shown by no test'],
  [
    'a test of an unknown rule',
    `${SHOWN}rule(['jobAds.seen', 'jobAds.other'], 'Two', async () => {});\n`,
    'interface/a.ts shows jobAds.other, which is not in rules.ts',
  ],
  [
    'a test of a rule that cannot be seen',
    `${SHOWN}rule('jobAds.unseen', 'Seen', async () => {});\n`,
    'jobAds.unseen cannot be seen, says rules.ts, and is shown by interface/a.ts',
  ],
  [
    'a title that is put together',
    `${SHOWN}rule('jobAds.seen', \`Test \${1}\`, async () => {});\n`,
    'interface/a.ts: give keys and title of every rule as they are, not put together',
  ],
  ['a file that is not run', SHOWN, 'interface/a.ts is not imported by interface.test.ts', ''],
] as const) {
  test(`told: ${what}`, () => assert.deepEqual(judge(text, entry).faults, [fault]));
}
