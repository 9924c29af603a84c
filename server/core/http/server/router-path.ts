/** Converts a path with {name} parameters to the notation of the router. */
export function toRouterPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
