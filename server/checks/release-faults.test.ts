import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRelease, type ReleaseState } from './release-faults.ts';

const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-03-02\n\n### Fixed\n\n- A fault.\n';

function faultsOf(changes: Partial<ReleaseState> = {}): string[] {
  return checkRelease({
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

test('a committed version on main with a section in the changelog can be released', () => {
  assert.deepEqual(faultsOf(), []);
});

const FAULTS: [cause: string, changes: Partial<ReleaseState>, fault: RegExp][] = [
  ['another branch', { branch: 'topic' }, /branch is topic/],
  ['a detached head', { branch: '' }, /branch is none/],
  ['an uncommitted file', { uncommitted: ['server/a.ts'] }, /server\/a\.ts is not committed/],
  ['a version that is already tagged', { tags: ['v1.2.3'] }, /the tag v1\.2\.3 exists/],
  [
    'a version with a suffix',
    { versions: [['package.json', '1.2.3-rc.1']] },
    /does not have the form X\.Y\.Z/,
  ],
  [
    'packages with different versions',
    {
      versions: [
        ['package.json', '1.2.3'],
        ['sdk/package.json', '1.2.2'],
      ],
    },
    /sdk\/package\.json has version 1\.2\.2/,
  ],
  ['a missing changelog', { changelog: '' }, /no section "## \[1\.2\.3\]/],
  [
    'a missing section Unreleased',
    { changelog: CHANGELOG.replace('[Unreleased]', '[Next]') },
    /\[Unreleased\]/,
  ],
  [
    'a missing section for the version',
    { changelog: CHANGELOG.replace('1.2.3', '1.2.30') },
    /no section "## \[1\.2\.3\]/,
  ],
  ['a section without a date', { changelog: CHANGELOG.replace(' - 2026-03-02', '') }, /no valid date/],
  ['an invalid date', { changelog: CHANGELOG.replace('2026-03-02', '2026-13-02') }, /no valid date/],
  ['an empty section', { changelog: CHANGELOG.replace(/### [\s\S]*$/, '') }, /no entries under 1\.2\.3/],
  [
    'entries under Unreleased',
    { changelog: CHANGELOG.replace('## [1.2.3]', '- Another.\n\n## [1.2.3]') },
    /entries under Unreleased/,
  ],
];

for (const [cause, changes, fault] of FAULTS) {
  test(`a release is rejected because of ${cause}`, () => {
    const faults = faultsOf(changes);
    assert.ok(
      faults.some((line) => fault.test(line)),
      faults.join('\n') || 'no fault',
    );
  });
}
