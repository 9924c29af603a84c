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
  // By their number of segments, because a start compares some hundred paths with each other.
  const templates = new Map<number, string[][]>();
  for (const path of new Set(routes.map((route) => route.path))) {
    const segments = path.split('/');
    if (!segments.some(isParameter)) continue;
    const others = templates.get(segments.length) ?? [];
    templates.set(segments.length, [...others, segments]);
  }
  return routes.filter(({ path }) => {
    const segments = path.split('/');
    return templates
      .get(segments.length)
      ?.some((other) => !isSameTemplate(other, segments) && matches(other, segments));
  });
}

const isParameter = (segment: string): boolean => segment.startsWith('{');

/** Whether a template matches everything that a path or another template matches. */
function matches(template: readonly string[], segments: readonly string[]): boolean {
  return template.every((segment, index) => isParameter(segment) || segment === segments[index]);
}

/** Whether they differ in nothing but the names of their parameters. */
function isSameTemplate(one: readonly string[], other: readonly string[]): boolean {
  return one.every(
    (segment, index) => segment === other[index] || (isParameter(segment) && isParameter(other[index]!)),
  );
}
