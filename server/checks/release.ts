import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkRelease, type ReleaseState } from './release-faults.ts';

// npm run release: checks that this commit can be released, packs the client and tags the version. It does not push or
// publish anything. With --dry-run it runs the same checks but changes nothing. See docs/releasing.md.

const ROOT = join(import.meta.dirname, '../..');
const PACKAGES = ['package.json', '*/package.json', 'examples/*/package.json', 'packaging/*/package.json'];

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
const isDryRun = values['dry-run'];
try {
  await release();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function release(): Promise<void> {
  const { version, faults } = checkRelease(await readState());
  const dump = `server/checks/upgrades/${version}.json.gz`;
  if (!existsSync(join(ROOT, dump))) faults.push(`${dump} is missing; run npm run dump and commit the file`);
  if (faults.length > 0) throw new Error(`Version ${version} cannot be released:\n  ${faults.join('\n  ')}`);
  await runVisibly('npm', ['run', 'check']);
  await runVisibly('npm', ['test']);
  await runVisibly('npm', ['run', 'test:long']);
  if (!isDryRun) await mkdir(join(ROOT, 'dist'), { recursive: true });
  // Pack before tagging, so that no tag exists if packing fails.
  await runVisibly('npm', [
    'pack',
    '--workspace',
    'sdk',
    '--pack-destination',
    'dist',
    ...(isDryRun ? ['--dry-run'] : []),
  ]);
  if (isDryRun) {
    console.log(`Version ${version} can be released. This was a dry run, so nothing was packed or tagged.`);
    return;
  }
  await runVisibly('git', ['tag', '--annotate', `v${version}`, '--message', `Stellwerk ${version}`]);
  console.log(
    `Tagged v${version}. The client is in dist/. Push the commit and the tag, then publish the client.`,
  );
}

async function readState(): Promise<ReleaseState> {
  return {
    branch: (await outputOf('git', ['branch', '--show-current'])).trim(),
    uncommitted: linesOf(await outputOf('git', ['status', '--porcelain'])).map((line) => line.slice(3)),
    tags: linesOf(await outputOf('git', ['tag', '--list'])),
    versions: await readVersions(),
    changelog: await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8').catch(() => ''),
  };
}

async function readVersions(): Promise<[place: string, version: string][]> {
  const versions: [string, string][] = [];
  for (const pattern of PACKAGES)
    for (const path of (await Array.fromAsync(glob(pattern, { cwd: ROOT }))).sort())
      versions.push([path, JSON.parse(await readFile(join(ROOT, path), 'utf8')).version]);
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'));
  for (const [path, entry] of Object.entries<{ version?: string }>(lock.packages))
    if (!path.includes('node_modules')) versions.push([`package-lock.json "${path}"`, String(entry.version)]);
  // The guide has the name of the file that integrators install.
  const guide = await readFile(join(ROOT, 'sdk/README.md'), 'utf8');
  for (const [, version] of guide.matchAll(/stellwerk-sdk-([\d.]+)\.tgz/g))
    versions.push(['sdk/README.md', version!]);
  return versions;
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

/** Runs a program and shows its output. Throws if the program fails. */
async function runVisibly(program: string, args: string[]): Promise<void> {
  await run(program, args, 'inherit');
}

function outputOf(program: string, args: string[]): Promise<string> {
  return run(program, args, 'pipe');
}

function run(program: string, args: string[], output: 'inherit' | 'pipe'): Promise<string> {
  const child = spawn(program, args, {
    cwd: ROOT,
    stdio: ['ignore', output, 'inherit'],
    shell: process.platform === 'win32',
  });
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(text);
      else reject(new Error(`${program} ${args.join(' ')} failed with status ${code}.`));
    });
  });
}
