import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTexts } from '../texts/language.tsx';
import classes from './frame.module.css';
import { useScreens } from './screens.ts';

export function Navigation() {
  const texts = useTexts();
  const list = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each screen that is opened.
  useEffect(() => {
    // In a narrow window the links scroll sideways. After scrollIntoView, the first Tab would go to what follows the link.
    const links = list.current!;
    const box = links.getBoundingClientRect();
    const link = links.querySelector('[aria-current="page"]')?.getBoundingClientRect();
    if (link !== undefined && link.left < box.left) links.scrollLeft += link.left - box.left;
    if (link !== undefined && link.right > box.right) links.scrollLeft += link.right - box.right;
  }, [pathname]);
  return (
    <nav className={classes.navigation} aria-label={texts.frame.navigation}>
      <ul ref={list}>
        {useScreens().map(({ path, title }) => (
          <li key={path}>
            <Link to={path} activeOptions={{ exact: path === '/', includeSearch: false }}>
              {texts.screens[title]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
