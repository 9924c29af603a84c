import type { Method } from '../endpoint.ts';

/** A method and a path template with {name} parameters. */
export interface Route {
  method: Method;
  path: string;
}

// The order of the methods in an Allow header.
const METHODS: readonly (Method | 'HEAD')[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];

// The highest code unit, which sorts a parameter after every literal.
const LAST = '\uffff';

/**
 * Returns a function that finds the methods of a path. Templates overlap: /candidates/duplicates also matches
 * /candidates/{id}. As in the router, the template with the leftmost literal wins.
 */
export function createMethodFinder(routes: readonly Route[]): (path: string) => string[] {
  const templates = new Map<string, Set<string>>();
  for (const { method, path } of routes) {
    const template = path.replaceAll(/\{\w+\}/g, LAST);
    const methods = templates.get(template) ?? new Set();
    methods.add(method);
    if (method === 'GET') methods.add('HEAD');
    templates.set(template, methods);
  }
  const bySpecificity = [...templates]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([template, methods]) => ({
      pattern: new RegExp(`^${template.replaceAll(LAST, '[^/]+')}$`),
      methods: METHODS.filter((method) => methods.has(method)),
    }));
  return (path) => bySpecificity.find(({ pattern }) => pattern.test(path))?.methods ?? [];
}

/**
 * The routes whose path another template matches as well, such as /candidates/duplicates beside /candidates/{candidateId}. The router
 * would take a method that only the other one has for that one, with "duplicates" as the id. The literal path has its own methods only,
 * so whoever adds one to /documents/{documentCategory} adds it to /documents/cv as well.
 */
export function routesInTemplates<R extends Route>(routes: readonly R[]): R[] {
  const patterns = [...new Set(routes.map(({ path }) => path))]
    .filter((path) => path.includes('{'))
    .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }));
  return routes.filter(({ path }) =>
    patterns.some(
      (other) => !isSameTemplate(other.path, path) && other.pattern.test(path.replaceAll(/\{\w+\}/g, '0')),
    ),
  );
}

function isSameTemplate(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => path.replaceAll(/\{\w+\}/g, '{}'));
  return first === second;
}
