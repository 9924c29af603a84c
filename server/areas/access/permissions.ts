import type { Role } from '../users/index.ts';

export const PERMISSION_AREAS = [
  'candidates',
  'documents',
  'communication',
  'applications',
  'customers',
  'requests',
  'jobads',
  'reports',
  'users',
  'branches',
  'masterdata',
  'webhooks',
] as const;

export const PERMISSIONS: readonly string[] = PERMISSION_AREAS.flatMap((area) => [
  `${area}:read`,
  `${area}:write`,
]);

/** Permissions that only users can have. An API client can neither create API clients nor erase people. */
const PLATFORM_ONLY = ['clients:read', 'clients:write', 'privacy:read', 'privacy:write'];

export const PLATFORM_PERMISSIONS: readonly string[] = [...PERMISSIONS, ...PLATFORM_ONLY];

const READ_PERMISSIONS = PERMISSIONS.filter((name) => name.endsWith(':read'));

const ROLE_PERMISSIONS: Readonly<Record<Role, ReadonlySet<string>>> = {
  admin: new Set(PLATFORM_PERMISSIONS),
  recruiter: new Set([
    ...READ_PERMISSIONS,
    'candidates:write',
    'documents:write',
    'communication:write',
    'applications:write',
    'customers:write',
    'requests:write',
    'jobads:write',
  ]),
  viewer: new Set(READ_PERMISSIONS),
};

export function permissionsOf(role: Role): ReadonlySet<string> {
  return ROLE_PERMISSIONS[role];
}

/**
 * Parses '*' or a comma-separated list such as "candidates:read,documents:*". Throws an Error that names the first unknown
 * permission.
 */
export function parsePermissions(text: string): string[] {
  if (text.trim() === '*') return [...PERMISSIONS];
  const granted = new Set<string>();
  for (const part of text.split(',').map((item) => item.trim())) {
    const matching = part.endsWith(':*')
      ? PERMISSIONS.filter((name) => name.startsWith(part.slice(0, -1)))
      : [part];
    if (matching.length === 0 || !matching.every((name) => PERMISSIONS.includes(name))) {
      throw new Error(
        `The permission "${part}" does not exist. Use '*' or any of: ${PERMISSIONS.join(', ')}.`,
      );
    }
    for (const name of matching) granted.add(name);
  }
  return [...granted];
}
