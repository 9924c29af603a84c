import { readdir, readFile } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const WORKSPACES = ['server', 'sdk', 'console', 'acceptance', 'bench', 'examples'];

/** Source files by their path in the repository, and package.json for what its scripts start. */
export type SourceTree = ReadonlyMap<string, string>;

// What Biome cannot say of the house rules: biome.json has the others, such as who may use which package, which way
// imports point, that none of them form a circle, and how files are named.

/** Every breach of these rules in the repository, one line each. */
export async function findBreaches(): Promise<string[]> {
  return judge(await readSources());
}

/** Judges a tree of sources; see "Rules of the house" in docs/adding-an-endpoint.md. */
export function judge(sources: SourceTree): string[] {
  const breaches: string[] = [];
  const edges = edgesOf(sources);
  const areas = new Map<string, Set<string>>();
  for (const [path, text] of sources) {
    if (!path.endsWith('.ts') && !path.endsWith('.tsx')) continue;
    const imports = importsOf(text);
    const targets = imports.filter((name) => name.startsWith('.')).map((name) => resolve(path, name));
    for (const target of targets) {
      const reason = refusal(path, target);
      if (reason !== undefined) breaches.push(`${path} imports ${target}: ${reason}`);
      const [from, to] = [areaOf(path), areaOf(target)];
      if (from !== undefined && to !== undefined && from !== to && !isTest(path)) {
        areas.set(from, (areas.get(from) ?? new Set()).add(to));
      }
    }
    breaches.push(...exposedFramework(path, targets, sources));
    const name = posix.basename(path).replace(/((\.[a-z-]+)?\.test)?\.tsx?$/, '');
    if (/(^|-)(utils?|helpers?)$/.test(name)) breaches.push(`${path}: name the file after what it does`);
  }
  breaches.push(...cycles(areas).map((cycle) => `areas import each other in a circle: ${cycle}`));
  breaches.push(...unusedFiles(sources, edges));
  return breaches.sort();
}

/**
 * Files of core/http that import Fastify are private to it: what the others export has no type of the framework, so
 * no other file can receive a request, a reply or an instance of Fastify.
 */
function exposedFramework(path: string, targets: readonly string[], sources: SourceTree): string[] {
  if (!path.startsWith('server/') || path.startsWith('server/core/http/')) return [];
  return targets
    .filter((target) => target.startsWith('server/core/http/'))
    .filter((target) => importsOf(sources.get(target) ?? '').includes('fastify'))
    .map((target) => `${path} imports ${target}: only server/core/http/ imports a file that uses Fastify`);
}

/** Why `from` must not import `to`; undefined when it may. */
function refusal(from: string, to: string): string | undefined {
  if (!from.startsWith('server/')) return undefined;
  const area = areaOf(from);
  const isEndpoints = area !== undefined && areaOf(to) !== undefined && posix.basename(to) === 'endpoints.ts';
  if (isEndpoints && !isTest(from) && !/^(endpoints|index)\.ts$/.test(posix.basename(from)))
    return 'inside a slice, endpoints import the rest and nothing imports them but index.ts';
  if (
    area !== undefined &&
    !isTest(from) &&
    !/^server\/(areas|core|config)[/.]/.test(to) &&
    to.endsWith('.ts')
  )
    return 'areas import areas and core only';
  const target = areaOf(to);
  if (
    target !== undefined &&
    target !== area &&
    !/^server\/areas\/[^/]+\/index\.ts$/.test(to) &&
    !isTest(from)
  )
    return `from outside, the area ${target} is reached through its index.ts`;
  return undefined;
}

function areaOf(path: string): string | undefined {
  return /^server\/areas\/([^/]+)\//.exec(path)?.[1];
}

/** Tests, what they are made of, and whole-product checks. */
function isTest(path: string): boolean {
  return path.endsWith('.test.ts') || /^(server\/(testing|checks)|acceptance|bench)\//.test(path);
}

function resolve(from: string, name: string): string {
  return posix.join(posix.dirname(from), name);
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
}

function importsOf(text: string): string[] {
  const code = withoutComments(text);
  return [
    ...code.matchAll(/^(?:import|export)\s[^;'"]*?from\s*'([^']+)'/gm),
    ...code.matchAll(/^import\s*'([^']+)'/gm),
    ...code.matchAll(/\bimport\(\s*'([^']+)'/g),
  ].map((match) => match[1]!);
}

/** Files that a text names beside its imports: started as processes or threads of their own. Tests are only told of. */
function namedFiles(path: string, text: string, sources: SourceTree): string[] {
  return [...text.matchAll(/[\w./-]+\.ts\b/g)]
    .flatMap(([name]) => [posix.normalize(name), resolve(path, name)])
    .filter((name) => sources.has(name) && !name.endsWith('.test.ts'));
}

function cycles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const found = new Set<string>();
  const visit = (node: string, trail: string[]): void => {
    const index = trail.indexOf(node);
    if (index !== -1) {
      const circle = trail.slice(index);
      // Turned so that it begins with its first name: found from each of its areas, it is told once.
      const start = circle.indexOf([...circle].sort()[0]!);
      const turned = [...circle.slice(start), ...circle.slice(0, start)];
      found.add([...turned, turned[0]].join(' → '));
      return;
    }
    for (const next of graph.get(node) ?? []) visit(next, [...trail, node]);
  };
  for (const node of graph.keys()) visit(node, []);
  return [...found];
}

type Edges = ReadonlyMap<string, readonly string[]>;

function edgesOf(sources: SourceTree): Edges {
  const edges = new Map<string, string[]>();
  for (const [path, text] of sources) {
    const imports = importsOf(text).filter((name) => name.startsWith('.'));
    edges.set(path, [
      ...imports.map((name) => resolve(path, name)),
      ...(path === 'package.json' ? [] : namedFiles(path, text, sources)),
    ]);
  }
  return edges;
}

function productRoots(sources: SourceTree): string[] {
  const started = [...(sources.get('package.json') ?? '').matchAll(/[\w./-]+\.ts\b/g)]
    .map(([path]) => path)
    .filter((path) => !path.endsWith('.test.ts'));
  return [...started, 'server/application.ts', 'server/service-process.ts'];
}

function testRoots(sources: SourceTree): string[] {
  return [...sources.keys()].filter((path) => path.endsWith('.test.ts') || /^(bench|examples)\//.test(path));
}

function reachable(sources: SourceTree, edges: Edges, roots: string[]): Set<string> {
  const reached = new Set<string>();
  const open = [...roots];
  while (open.length > 0) {
    const path = open.pop()!;
    if (reached.has(path) || !sources.has(path)) continue;
    reached.add(path);
    open.push(...(edges.get(path) ?? []));
  }
  return reached;
}

function unusedFiles(sources: SourceTree, edges: Edges): string[] {
  const product = reachable(sources, edges, productRoots(sources));
  const tests = reachable(sources, edges, testRoots(sources));
  return [...sources.keys()]
    .filter((path) => path.startsWith('server/') && path.endsWith('.ts') && !product.has(path))
    .flatMap((path) => {
      if (!tests.has(path)) return [`${path} is used by nothing`];
      return isTest(path) ? [] : [`${path} is used by tests only: move it to server/testing`];
    });
}

async function readSources(): Promise<SourceTree> {
  const sources = new Map<string, string>();
  sources.set('package.json', await readFile(join(ROOT, 'package.json'), 'utf8'));
  for (const workspace of WORKSPACES) {
    const entries = await readdir(join(ROOT, workspace), { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    for (const entry of entries) {
      if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
      const file = join(entry.parentPath, entry.name);
      if (/(^|[\\/])(node_modules|generated|dist)[\\/]/.test(relative(ROOT, file))) continue;
      sources.set(relative(ROOT, file).split(sep).join('/'), await readFile(file, 'utf8'));
    }
  }
  return sources;
}
