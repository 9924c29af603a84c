import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTexts } from '../texts/language.tsx';
import { useScreens } from './screens.ts';
import classes from './settings-navigation.module.css';
import { useLinkInSight } from './use-link-in-sight.ts';

/** The pages of the settings that the role opens. The address of a record below one of them counts as that page. */
export function SettingsNavigation() {
  const texts = useTexts();
  const list = useRef<HTMLUListElement>(null);
  useLinkInSight(list);
  return (
    <nav className={classes.navigation} aria-label={texts.screens.settings}>
      <ul ref={list}>
        {useScreens()
          .filter(({ group }) => group === 'settings')
          .map(({ path, title }) => (
            <li key={path}>
              <Link to={path} activeOptions={{ includeSearch: false }}>
                {texts.screens[title]}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
