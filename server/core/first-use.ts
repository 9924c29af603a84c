import { createRequire } from 'node:module';

/**
 * Returns what loads a package when it is called first, for packages that an idle process does not need: each takes megabytes in every
 * process. Loading blocks the process for some 20 ms. The package must be a dependency of the server.
 */
export function onFirstUse<Package>(name: string): () => Package {
  let loaded: Package | undefined;
  return () => {
    loaded ??= createRequire(import.meta.url)(name) as Package;
    return loaded;
  };
}
