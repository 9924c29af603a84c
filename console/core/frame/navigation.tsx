import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTexts } from '../texts/language.tsx';
import classes from './frame.module.css';
import { useMainLinks } from './screens.ts';
import { useLinkInSight } from './use-link-in-sight.ts';

export function Navigation() {
  const texts = useTexts();
  const list = useRef<HTMLUListElement>(null);
  useLinkInSight(list);
  return (
    <nav className={classes.navigation} aria-label={texts.frame.navigation}>
      <ul ref={list}>
        {useMainLinks().map(({ path, title }) => (
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
