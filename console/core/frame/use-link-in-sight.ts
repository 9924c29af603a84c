import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';

/**
 * Keeps the link of the open screen in sight: in a narrow window, the links scroll sideways. After scrollIntoView, the first Tab
 * would go to what follows the link.
 */
export function useLinkInSight(list: RefObject<HTMLUListElement | null>): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each screen that is opened.
  useEffect(() => {
    const links = list.current!;
    const box = links.getBoundingClientRect();
    const link = links.querySelector('[aria-current="page"]')?.getBoundingClientRect();
    if (link !== undefined && link.left < box.left) links.scrollLeft += link.left - box.left;
    if (link !== undefined && link.right > box.right) links.scrollLeft += link.right - box.right;
  }, [pathname]);
}
