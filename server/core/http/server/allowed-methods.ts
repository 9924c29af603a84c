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
