import { posix } from 'node:path';
import { readSources, resolve, type SourceTree, withoutComments } from './source-tree.ts';
import { findUnusedExports } from './unused-exports.ts';

// House rules that Biome cannot check. biome.json has the others, such as which files can use a package, the direction of
// imports, import cycles between files, and file names.

/** Returns the violations of these rules in the repository, one line each. */
export async function findViolations(): Promise<string[]> {
  return checkSources(await readSources());
}

/** Returns the violations in these sources. See "House rules" in docs/adding-an-endpoint.md. */
export function checkSources(sources: SourceTree): string[] {
  const violations: string[] = [];
  const edges = edgesOf(sources);
  const areas = new Map<string, Set<string>>();
  for (const [path, text] of sources) {
    if (!path.endsWith('.ts') && !path.endsWith('.tsx')) continue;
    const imports = importsOf(text);
    const targets = imports.filter((name) => name.startsWith('.')).map((name) => resolve(path, name));
    for (const target of targets) {
      const reason = forbiddenImport(path, target);
      if (reason !== undefined) violations.push(`${path} imports ${target}: ${reason}`);
      const [from, to] = [areaOf(path), areaOf(target)];
      if (from !== undefined && to !== undefined && from !== to && !isTest(path)) {
        areas.set(from, (areas.get(from) ?? new Set()).add(to));
      }
    }
    violations.push(...frameworkImports(path, targets, sources));
    violations.push(...misplacedEllipses(path, text));
    violations.push(...misplacedSql(path, text));
    const name = posix.basename(path).replace(/((\.[a-z-]+)?\.test)?\.tsx?$/, '');
    if (/(^|-)(utils?|helpers?)$/.test(name)) violations.push(`${path}: name the file after what it does`);
  }
  violations.push(...findCycles(areas).map((cycle) => `areas import each other in a cycle: ${cycle}`));
  violations.push(...unusedFiles(sources, edges));
  violations.push(...findUnusedExports(sources));
  return violations.sort();
}

/**
 * Finds imports from outside core/http of its files that use Fastify. The other files of core/http export no types of
 * Fastify, so no file outside can receive a request, a reply or an instance of Fastify.
 */
function frameworkImports(path: string, targets: readonly string[], sources: SourceTree): string[] {
  if (!path.startsWith('server/') || path.startsWith('server/core/http/')) return [];
  return targets
    .filter((target) => target.startsWith('server/core/http/'))
    .filter((target) => importsOf(sources.get(target) ?? '').includes('fastify'))
    .map((target) => `${path} imports ${target}: only server/core/http/ imports a file that uses Fastify`);
}

/** Finds SQL in files of areas whose names do not say so, and statements where only parts of them belong. */
function misplacedSql(path: string, text: string): string[] {
  const area = areaOf(path);
  if (area === undefined || area === 'demo' || isTest(path)) return [];
  const code = withoutComments(text);
  if (path.endsWith('-sql.ts'))
    return /\.execute(TakeFirst(OrThrow)?)?\(/.test(code)
      ? [`${path}: move its statements to queries.ts`]
      : [];
  if (/[/-]queries\.ts$/.test(path)) return [];
  const hasSql =
    /^import \{[^}]*\bsql\b[^}]*\} from 'kysely'/m.test(code) ||
    /\.(selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/.test(code);
  return hasSql
    ? [`${path}: move its statements to queries.ts, and shared parts of SQL to a file -sql.ts`]
    : [];
}

/**
 * Finds words of German texts with … and no space before it, which would stand for missing letters of the word, and those of English texts
 * with one.
 */
function misplacedEllipses(path: string, text: string): string[] {
  const isGerman = path.endsWith('-de.ts');
  if (!isGerman && !path.endsWith('-en.ts')) return [];
  const words = isGerman ? /\S*[\p{L}\p{N}}“)]…/gu : /\S*[\p{L}\p{N}}”)] …/gu;
  const rule = isGerman ? 'a German text has a space' : 'an English text has no space';
  return [...withoutComments(text).matchAll(words)].map(
    ([word]) => `${path}: ${rule} before …, as in ${word.replace(/ ?…/, isGerman ? ' …' : '…')}`,
  );
}

/** Returns why `from` must not import `to`, or undefined if the import is allowed. */
function forbiddenImport(from: string, to: string): string | undefined {
  if (!from.startsWith('server/')) return undefined;
  const area = areaOf(from);
  const isEndpoints = area !== undefined && areaOf(to) !== undefined && posix.basename(to) === 'endpoints.ts';
  if (isEndpoints && !isTest(from) && !/^(endpoints|index)\.ts$/.test(posix.basename(from)))
    return 'inside a slice, only index.ts imports endpoints';
  if (
    area !== undefined &&
    !isTest(from) &&
    !/^server\/(areas|core|config)[/.]/.test(to) &&
    to.endsWith('.ts')
  )
    return 'areas import only areas and core';
  const target = areaOf(to);
  if (
    target !== undefined &&
    target !== area &&
    !/^server\/areas\/[^/]+\/index\.ts$/.test(to) &&
    !isTest(from)
  )
    return `other areas import the area ${target} only through its index.ts`;
  return undefined;
}

function areaOf(path: string): string | undefined {
  return /^server\/areas\/([^/]+)\//.exec(path)?.[1];
}

/** Returns whether a file is a test, supports tests, or checks the whole product. */
function isTest(path: string): boolean {
  return path.endsWith('.test.ts') || /^(server\/(testing|checks)|acceptance|bench)\//.test(path);
}

function importsOf(text: string): string[] {
  const code = withoutComments(text);
  return [
    ...code.matchAll(/^(?:import|export)\s[^;'"]*?from\s*'([^']+)'/gm),
    ...code.matchAll(/^import\s*'([^']+)'/gm),
    ...code.matchAll(/\bimport\(\s*'([^']+)'/g),
  ].map((match) => match[1]!);
}

/** Returns files whose paths occur in the text, because it starts them as processes or threads. Excludes tests. */
function namedFiles(path: string, text: string, sources: SourceTree): string[] {
  return [...text.matchAll(/[\w./-]+\.ts\b/g)]
    .flatMap(([name]) => [posix.normalize(name), resolve(path, name)])
    .filter((name) => sources.has(name) && !name.endsWith('.test.ts'));
}

function findCycles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const found = new Set<string>();
  const visit = (node: string, trail: string[]): void => {
    const index = trail.indexOf(node);
    if (index !== -1) {
      const cycle = trail.slice(index);
      // A cycle is found from each of its areas. Starting it with its alphabetically first area removes the duplicates.
      const start = cycle.indexOf([...cycle].sort()[0]!);
      const rotated = [...cycle.slice(start), ...cycle.slice(0, start)];
      found.add([...rotated, rotated[0]].join(' → '));
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
      if (!tests.has(path)) return [`${path} is unused`];
      return isTest(path) ? [] : [`${path} is used only by tests; move it to server/testing`];
    });
}
