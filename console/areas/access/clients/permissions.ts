import { useSession } from '../../../core/session/use-session.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import type { Texts } from '../../../core/texts/texts-de.ts';

export type PermissionArea = keyof Texts['apiClients']['areas'];
export type PermissionKind = 'read' | 'write';

export const AREAS: readonly PermissionArea[] = [
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
];

export const toPermission = (area: PermissionArea, kind: PermissionKind): string => `${area}:${kind}`;

const EVERYTHING: readonly string[] = AREAS.flatMap((area) => [
  toPermission(area, 'read'),
  toPermission(area, 'write'),
]);

/** In the order of the areas, so that equal lists are equal texts. */
export const sorted = (permissions: Iterable<string>): string[] => {
  const chosen = new Set(permissions);
  return [...EVERYTHING.filter((name) => chosen.delete(name)), ...chosen];
};

/** Returns the function that says in words what a client may do. */
export function usePermissionText(): (permissions: readonly string[]) => string {
  const { texts } = useLanguage();
  const words = texts.apiClients;
  return (permissions) => {
    if (EVERYTHING.every((name) => permissions.includes(name))) return words.mayAll;
    return AREAS.flatMap((area) => {
      const mayRead = permissions.includes(toPermission(area, 'read'));
      const mayWrite = permissions.includes(toPermission(area, 'write'));
      if (!mayRead && !mayWrite) return [];
      const kinds = mayRead && mayWrite ? words.mayBoth : mayRead ? words.mayRead : words.mayWrite;
      return [`${words.areas[area].name} (${kinds})`];
    }).join(', ');
  };
}

/** Returns the function that says whether the role of the user lacks a permission to read, which it then cannot grant. */
export function useLacks(): (permission: string) => boolean {
  const { permissions } = useSession();
  return (permission) => permission.endsWith(':read') && !permissions.includes(permission);
}
