import { resolve, type SourceTree, withoutComments } from './source-tree.ts';

/** Packages that others install, and what a generated program imports (testing/run.ts). */
const USED_ELSEWHERE: ReadonlySet<string> = new Set([
  'sdk/index.ts',
  'sdk/mirror/index.ts',
  'server/testing/group.ts',
]);

// They rely on the form that Biome gives to the code.
const DECLARATION =
  /^export (?:(?:async|abstract|declare) )*(?:function\*?|class|const|let|interface|type|enum) (\w+)/gm;
const LIST = /^export (?:type |const )?[[{]([^\]}]*)[\]}]/gm;
const IMPORT = /^(?:import|export)\s[^;'"]*?from\s*'(\.[^']+)'/gm;
const CALL = /(?:\{[^{}]*\} = await )?\bimport\(\s*'(\.[^']+)'/g;

/** Returns the exports that no other file imports: neither the product nor a test nor a script. */
export function findUnusedExports(sources: SourceTree): string[] {
  const used = new Set<string>();
  const exported: { path: string; name: string }[] = [];
  for (const [path, text] of sources) {
    if (!/(?<!\.d)\.tsx?$/.test(path)) continue;
    const code = withoutComments(text);
    for (const [statement, target] of [...code.matchAll(IMPORT), ...code.matchAll(CALL)]) {
      // A program that is compiled before it runs imports .js.
      const file = resolve(path, target!).replace(/\.js$/, '.ts');
      const [, list] = /\{([^}]*)\}/.exec(statement) ?? [];
      // A namespace can be used for any name.
      const names = list === undefined ? ['*'] : namesOf(list).map(({ taken }) => taken);
      for (const name of names) used.add(`${file} ${name}`);
    }
    // The text of a program in a test looks like code.
    if (USED_ELSEWHERE.has(path) || path.endsWith('.test.ts')) continue;
    for (const [, name] of code.matchAll(DECLARATION)) exported.push({ path, name: name! });
    for (const [, list] of code.matchAll(LIST))
      exported.push(...namesOf(list!).map(({ given }) => ({ path, name: given })));
  }
  return exported
    .filter(({ path, name }) => !used.has(`${path} ${name}`) && !used.has(`${path} *`))
    .map(({ path, name }) => `${path}: no other file imports ${name}; do not export it`);
}

/** The names in a list of imports, of exports, or of a pattern: `a` is taken and `b` is given by `a as b`, and by `a: b`. */
function namesOf(list: string): { taken: string; given: string }[] {
  return list
    .split(',')
    .map((item) => item.trim().replace(/^type /, ''))
    .filter((item) => item !== '')
    .map((item) => {
      const [taken, given = taken] = item.split(/ as |: /);
      return { taken: taken!, given: given! };
    });
}
