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

/** Permissions that only users can have. An API client can neither create API clients nor erase people, nor write mails. */
const PLATFORM_ONLY = [
  'clients:read',
  'clients:write',
  // The settings for reading CVs.
  'cv:read',
  'cv:write',
  'mail:read',
  'mail:write',
  'portal:read',
  'portal:write',
  'privacy:read',
  'privacy:write',
  'proposals:read',
  'proposals:write',
  'tasks:read',
  'tasks:write',
  'views:read',
  'views:write',
];

export const PLATFORM_PERMISSIONS: readonly string[] = [...PERMISSIONS, ...PLATFORM_ONLY];

const READ_PERMISSIONS = [
  ...PERMISSIONS.filter((name) => name.endsWith(':read')),
  'proposals:read',
  'tasks:read',
  'views:read',
];

/** What every role but viewer may do with its own work. */
const OWN_WORK = ['tasks:read', 'tasks:write', 'views:read', 'views:write'];

const RECRUITER_PERMISSIONS = [
  ...READ_PERMISSIONS,
  ...OWN_WORK,
  'candidates:write',
  'documents:write',
  'communication:write',
  'applications:write',
  'customers:write',
  'requests:write',
  'proposals:write',
  'jobads:write',
];

const ROLE_PERMISSIONS: Readonly<Record<Role, ReadonlySet<string>>> = {
  admin: new Set(PLATFORM_PERMISSIONS),
  branchManager: new Set([...RECRUITER_PERMISSIONS, 'reports:write', 'branches:write']),
  recruiter: new Set(RECRUITER_PERMISSIONS),
  viewer: new Set(READ_PERMISSIONS),
  // No permission that shows people. Names of users appear only on shared tasks, views and notifications.
  integrator: new Set([
    ...OWN_WORK,
    'webhooks:read',
    'webhooks:write',
    'clients:read',
    'clients:write',
    'branches:read',
    'masterdata:read',
  ]),
  // Reads what an answer to a person needs: everything about people, and which applications receive it.
  dataProtection: new Set([
    ...OWN_WORK,
    'privacy:read',
    'privacy:write',
    'candidates:read',
    'documents:read',
    'communication:read',
    'applications:read',
    'customers:read',
    'jobads:read',
    'users:read',
    'branches:read',
    'masterdata:read',
    'clients:read',
    'webhooks:read',
  ]),
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
