import { Link } from '@tanstack/react-router';
import { useTexts } from '../texts/language.tsx';
import classes from './frame.module.css';
import { useScreens } from './screens.ts';

export function Navigation() {
  const texts = useTexts();
  return (
    <nav className={classes.navigation} aria-label={texts.frame.navigation}>
      <ul>
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
