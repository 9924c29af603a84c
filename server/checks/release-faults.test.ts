import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeRelease, type ReleaseState } from './release-faults.ts';

const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-03-02\n\n### Fixed\n\n- A fault.\n';

function faultsOf(changes: Partial<ReleaseState> = {}): string[] {
  return judgeRelease({
    branch: 'main',
    uncommitted: [],
    tags: ['v1.2.2'],
    versions: [
      ['package.json', '1.2.3'],
      ['sdk/package.json', '1.2.3'],
    ],
    changelog: CHANGELOG,
    ...changes,
  }).faults;
}

test('a committed version on main with its section in the changelog can be released', () => {
  assert.deepEqual(faultsOf(), []);
});

const REFUSALS: [what: string, changes: Partial<ReleaseState>, fault: RegExp][] = [
  ['another branch', { branch: 'topic' }, /branch is topic/],
  ['a detached head', { branch: '' }, /branch is none/],
  ['a file that is not committed', { uncommitted: ['server/a.ts'] }, /server\/a\.ts is not committed/],
  ['a version that was released', { tags: ['v1.2.3'] }, /v1\.2\.3 is already tagged/],
  [
    'a version with a suffix',
    { versions: [['package.json', '1.2.3-rc.1']] },
    /not a version of three numbers/,
  ],
  [
    'packages that disagree',
    {
      versions: [
        ['package.json', '1.2.3'],
        ['sdk/package.json', '1.2.2'],
      ],
    },
    /sdk\/package\.json has version 1\.2\.2/,
  ],
  ['no changelog', { changelog: '' }, /no section "## \[1\.2\.3\]/],
  ['no section to write into', { changelog: CHANGELOG.replace('[Unreleased]', '[Next]') }, /\[Unreleased\]/],
  [
    'a section of another version',
    { changelog: CHANGELOG.replace('1.2.3', '1.2.30') },
    /no section "## \[1\.2\.3\]/,
  ],
  ['a section without a date', { changelog: CHANGELOG.replace(' - 2026-03-02', '') }, /needs a date/],
  ['a date that is none', { changelog: CHANGELOG.replace('2026-03-02', '2026-13-02') }, /needs a date/],
  ['an empty section', { changelog: CHANGELOG.replace(/### [\s\S]*$/, '') }, /says nothing under 1\.2\.3/],
  [
    'entries that no version has',
    { changelog: CHANGELOG.replace('## [1.2.3]', '- Another.\n\n## [1.2.3]') },
    /entries under Unreleased/,
  ],
];

for (const [what, changes, fault] of REFUSALS) {
  test(`refused: ${what}`, () => {
    const faults = faultsOf(changes);
    assert.ok(
      faults.some((line) => fault.test(line)),
      faults.join('\n') || 'no fault',
    );
  });
}
