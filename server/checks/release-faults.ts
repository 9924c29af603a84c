// Pure checks that a version must pass before it is released.

export interface ReleaseState {
  branch: string;
  /** Paths with uncommitted changes, from git status. */
  uncommitted: string[];
  tags: string[];
  /** Versions with the place of each: a package.json, an entry of the lock file or a guide. The root comes first. */
  versions: [place: string, version: string][];
  changelog: string;
}

/** Returns the version to release and the reasons why it cannot be released, one line each. */
export function checkRelease(state: ReleaseState): { version: string; faults: string[] } {
  const version = state.versions[0]![1];
  const faults: string[] = [];
  if (state.branch !== 'main')
    faults.push(`the branch is ${state.branch || 'none'}, but releases are made on main`);
  for (const path of state.uncommitted) faults.push(`${path} is not committed`);
  if (!/^\d+\.\d+\.\d+$/.test(version)) faults.push(`the version ${version} does not have the form X.Y.Z`);
  if (state.tags.includes(`v${version}`))
    faults.push(`the tag v${version} exists; increase the version, see docs/releasing.md`);
  for (const [place, other] of state.versions)
    if (other !== version) faults.push(`${place} has version ${other}, but package.json has ${version}`);
  return { version, faults: [...faults, ...checkChangelog(state.changelog, version)] };
}

function checkChangelog(changelog: string, version: string): string[] {
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
    faults.push(`CHANGELOG.md has entries under Unreleased; move them to ${version}`);
  const title = [...sections.keys()].find((name) => name.startsWith(`[${version}]`));
  if (title === undefined) faults.push(`CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD"`);
  else if (!isDated(title))
    faults.push(`CHANGELOG.md has no valid date in "## ${title}"; write "[${version}] - YYYY-MM-DD"`);
  else if (sections.get(title) === '') faults.push(`CHANGELOG.md has no entries under ${version}`);
  return faults;
}

function isDated(title: string): boolean {
  const date = / - (\d{4}-\d{2}-\d{2})$/.exec(title)?.[1];
  return date !== undefined && !Number.isNaN(Date.parse(date));
}
