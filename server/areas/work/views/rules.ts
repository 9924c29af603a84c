import { ApiError, type Fault, invalid, type UserCaller } from '../../../core/http/index.ts';

/** The screens that views can be saved for, with the permission that shows the screen. */
const SCREEN_PERMISSIONS = {
  candidates: 'candidates:read',
  applications: 'applications:read',
  companies: 'customers:read',
  contacts: 'customers:read',
  requests: 'requests:read',
  jobads: 'jobads:read',
  reports: 'reports:read',
  tasks: 'tasks:read',
  webhooks: 'webhooks:read',
  clients: 'clients:read',
  privacy: 'privacy:read',
} as const;

type Screen = keyof typeof SCREEN_PERMISSIONS;
export const SCREENS = Object.keys(SCREEN_PERMISSIONS) as [Screen, ...Screen[]];

export const MAXIMUM_FILTER_BYTES = 8192;
const MAXIMUM_DEPTH = 8;

/** The screens that the caller can open. A filter can contain names, so views of other screens stay hidden. */
export function screensOf(permissions: ReadonlySet<string>): Screen[] {
  return SCREENS.filter((screen) => permissions.has(SCREEN_PERMISSIONS[screen]));
}

/** Whether the caller sees, changes, and deletes the shared views of all users. */
export function administersViews({ permissions }: UserCaller): boolean {
  return permissions.has('users:write');
}

/** Whether the caller changes and deletes a view that the caller sees. */
export function mayChange(ownerId: number, caller: UserCaller): boolean {
  return ownerId === caller.userId || administersViews(caller);
}

export function filterFaults({ filter }: { filter?: unknown }): Fault[] {
  if (filter === undefined || filter === null) return [];
  if (isDeeper(filter, MAXIMUM_DEPTH)) {
    const message = `filter must have at most ${MAXIMUM_DEPTH} levels of objects and lists.`;
    return [{ property: 'filter', code: 'length', message }];
  }
  if (Buffer.byteLength(JSON.stringify(filter)) <= MAXIMUM_FILTER_BYTES) return [];
  const message = `filter must have at most ${MAXIMUM_FILTER_BYTES} bytes as JSON. Remove conditions.`;
  return [{ property: 'filter', code: 'length', message }];
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

export function canOpen(screen: Screen | undefined, permissions: ReadonlySet<string>): boolean {
  return screen === undefined || permissions.has(SCREEN_PERMISSIONS[screen]);
}

export function refuseScreen(screen: Screen | undefined, permissions: ReadonlySet<string>): void {
  if (canOpen(screen, permissions)) return;
  const message = `screen must be one that your role can open: ${screensOf(permissions).join(', ')}.`;
  throw invalid({ property: 'screen', code: 'notAllowed', message });
}

export function foreignBranch(): ApiError {
  const message =
    'branchId must be one of your branches. Ask a branch manager or an admin to share the view with another branch.';
  return invalid({ property: 'branchId', code: 'notAllowed', message });
}

export function notOwner(): ApiError {
  return new ApiError('roleInsufficient', {
    message: 'Only its owner and admins can change or delete a shared view. Save a view of your own instead.',
  });
}
