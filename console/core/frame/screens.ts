import { useRouter } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { useMay } from '../session/use-session.ts';
import type { Texts } from '../texts/texts-de.ts';

interface ScreenLink {
  path: string;
  title: keyof Texts['screens'];
  /** The group of screens that it belongs to. */
  group?: 'settings' | undefined;
}

/** The screens that the role of the user opens and that need no record, in the order of the main navigation. */
export function useScreens(): ScreenLink[] {
  const { routesById } = useRouter();
  const may = useMay();
  return Object.values(routesById).flatMap(({ fullPath, options }) => {
    const { title, permission, isInner, group } = options.staticData ?? {};
    return title !== undefined && isInner !== true && may(permission)
      ? [{ path: fullPath, title, group }]
      : [];
  });
}

/** The links of the main navigation: of the screens, and one for those of each group. */
export function useMainLinks(): ScreenLink[] {
  const screens = useScreens();
  const links = new Map<string, ScreenLink>();
  for (const { path, title, group } of screens) {
    const link = group === undefined ? { path, title } : { path: paths[group], title: group };
    links.set(link.path, link);
  }
  return [...links.values()];
}
