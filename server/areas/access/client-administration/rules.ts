import type { StoredClient } from './queries.ts';

interface ClientChange {
  name?: string;
  permissions?: string[];
  isDisabled?: boolean;
}

/** Returns the properties of the change that differ from the stored client. */
export function effectiveChange(stored: StoredClient, body: ClientChange): ClientChange {
  const { name, permissions, isDisabled } = body;
  const text = (list: readonly string[]) => [...list].sort().join();
  return {
    ...(name === undefined || name === stored.name ? {} : { name }),
    ...(permissions === undefined || text(permissions) === text(stored.permissions) ? {} : { permissions }),
    ...(isDisabled === undefined || isDisabled === (stored.disabled_at !== null) ? {} : { isDisabled }),
  };
}
