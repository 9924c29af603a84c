import { Link } from '@tanstack/react-router';
import classes from './tabs.module.css';

interface TabsProps<Name extends string> {
  /** Of the navigation. */
  label: string;
  path: string;
  tabs: readonly Name[];
  titles: Readonly<Record<Name, string>>;
  current: Name;
  /** What the address says when another tab is opened. Nothing for the first one. */
  searchOf: (tab: Name) => object;
}

/**
 * Links, because the tab is in the address. The router marks the one that leads to the present address, so that of the current tab does:
 * what else the address says, such as its filters, stays.
 */
export function Tabs<Name extends string>({ label, path, tabs, titles, current, searchOf }: TabsProps<Name>) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab}>
            <Link
              to={path}
              search={tab === current ? true : searchOf(tab)}
              resetScroll={false}
              activeOptions={{ exact: true }}
            >
              {titles[tab]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
