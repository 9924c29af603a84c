import { ApiError, type Caller, type Fault, invalid } from '../../../core/http/index.ts';
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

/**
 * The permissions to read that the caller lacks. Who knows the secret of a client reads what the client reads. Permissions to
 * write are not in the list: no operation that they allow shows a record, only whether a person is known. The operator can read
 * everything.
 */
function unreadable(caller: Caller, permissions: readonly string[]): string[] {
  if (caller.kind === 'operator') return [];
  return permissions.filter((name) => name.endsWith(':read') && !caller.permissions.has(name));
}

/** 400 if the client would get permissions to read that the caller lacks and the client does not have yet. */
export function refuseUnreadable(
  caller: Caller,
  permissions: readonly string[],
  had: readonly string[] = [],
): void {
  const lacking = new Set(unreadable(caller, permissions));
  const faults = [...permissions.entries()]
    .filter(([, name]) => lacking.has(name) && !had.includes(name))
    .map(([index]): Fault => {
      const property = `permissions[${index}]`;
      const message = `${property} is a permission to read that your role lacks. Omit it, or ask an admin to give it to the client.`;
      return { property, code: 'notAllowed', message };
    });
  if (faults.length > 0) throw invalid(...faults);
}

/**
 * 400 if the client would lose permissions to read that the caller lacks. Without them, the caller may rotate the secret, and would keep
 * it when an admin gives the permissions back to a client that has stopped working.
 */
export function refuseUnreturnable(
  caller: Caller,
  permissions: readonly string[] | undefined,
  had: readonly string[],
): void {
  if (permissions === undefined) return;
  const removed = unreadable(caller, had).filter((name) => !permissions.includes(name));
  if (removed.length === 0) return;
  const message = `permissions omits ${removed.join(', ')}, which your role lacks and could not give back. Keep the client's permissions to read that your role lacks, or ask an admin to remove them. To stop the client at once, disable it.`;
  throw invalid({ property: 'permissions', code: 'notAllowed', message });
}

/** 403 if the client can read what the caller cannot, because the caller would learn its secret. */
export function refuseSecret(caller: Caller, permissions: readonly string[]): void {
  if (unreadable(caller, permissions).length === 0) return;
  throw new ApiError('roleInsufficient', {
    message: 'The client can read more than your role. Ask an admin to rotate its secret.',
  });
}
