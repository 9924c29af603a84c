import { useRouter } from '@tanstack/react-router';
import { useMay } from '../session/use-session.ts';
import type { Texts } from '../texts/texts-de.ts';

interface ScreenLink {
  path: string;
  title: keyof Texts['screens'];
}

/** The screens that the role of the user opens, in the order of the main navigation. */
export function useScreens(): ScreenLink[] {
  const { routesById } = useRouter();
  const may = useMay();
  return Object.values(routesById).flatMap(({ fullPath, options }) => {
    const { title, permission, isInner } = options.staticData ?? {};
    return title !== undefined && isInner !== true && may(permission) ? [{ path: fullPath, title }] : [];
  });
}
