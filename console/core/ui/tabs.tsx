import { Link } from '@tanstack/react-router';
import classes from './tabs.module.css';

interface TabsProps<Name extends string> {
  /** Of the navigation. */
  label: string;
  path: string;
  tabs: readonly Name[];
  titles: Readonly<Record<Name, string>>;
  /** What the address says when the tab is open. Nothing for the first one. */
  searchOf: (tab: Name) => object;
}

/** Links, because the tab is in the address. The router marks the current one. */
export function Tabs<Name extends string>({ label, path, tabs, titles, searchOf }: TabsProps<Name>) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab}>
            <Link to={path} search={searchOf(tab)} resetScroll={false} activeOptions={{ exact: true }}>
              {titles[tab]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
