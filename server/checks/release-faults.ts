// What must hold before a version is released, judged without I/O.

export interface ReleaseState {
  branch: string;
  /** Paths that git status names; empty when everything is committed. */
  uncommitted: string[];
  tags: string[];
  /** Version of each package, by the path of its package.json or its entry in the lock file; the root comes first. */
  versions: [place: string, version: string][];
  changelog: string;
}

/** The version to release, and why it must not be released, one line each. */
export function judgeRelease(state: ReleaseState): { version: string; faults: string[] } {
  const version = state.versions[0]![1];
  const faults: string[] = [];
  if (state.branch !== 'main')
    faults.push(`the branch is ${state.branch || 'none'}: releases are made on main`);
  for (const path of state.uncommitted) faults.push(`${path} is not committed`);
  if (!/^\d+\.\d+\.\d+$/.test(version)) faults.push(`${version} is not a version of three numbers`);
  if (state.tags.includes(`v${version}`))
    faults.push(`v${version} is already tagged: raise the version, see docs/releasing.md`);
  for (const [place, other] of state.versions)
    if (other !== version) faults.push(`${place} has version ${other}, package.json has ${version}`);
  return { version, faults: [...faults, ...judgeChangelog(state.changelog, version)] };
}

function judgeChangelog(changelog: string, version: string): string[] {
  const sections = new Map(
    changelog
      .split(/^## /m)
      .slice(1)
      .map((section) => {
        const [title, ...lines] = section.split('\n');
        return [title!.trim(), lines.join('\n').trim()];
      }),
  );
  const faults: string[] = [];
  const unreleased = sections.get('[Unreleased]');
  if (unreleased === undefined) faults.push('CHANGELOG.md has no section "## [Unreleased]"');
  else if (unreleased !== '')
    faults.push(`CHANGELOG.md has entries under Unreleased: move them to ${version}`);
  const title = [...sections.keys()].find((name) => name.startsWith(`[${version}]`));
  if (title === undefined) faults.push(`CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD"`);
  else if (!isDated(title))
    faults.push(`CHANGELOG.md: "## ${title}" needs a date, as in "[${version}] - YYYY-MM-DD"`);
  else if (sections.get(title) === '') faults.push(`CHANGELOG.md says nothing under ${version}`);
  return faults;
}

function isDated(title: string): boolean {
  const date = / - (\d{4}-\d{2}-\d{2})$/.exec(title)?.[1];
  return date !== undefined && !Number.isNaN(Date.parse(date));
}
