import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths, type ReportsSearch } from '../../../core/paths.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import classes from '../overview/page.module.css';

interface PagesProps {
  page: number;
  pages: number;
  /** Which rows of how many. */
  shown: string;
  search: ReportsSearch;
}

/** The way to other rows. The address names the page. */
export function Pages({ page, pages, shown, search }: PagesProps) {
  const { reports } = useTexts();
  const link = (to: number, text: string) => (
    <Button
      variant="default"
      renderRoot={(props) => (
        <Link
          {...props}
          to={paths.reports}
          search={{ ...search, page: to === 1 ? undefined : to }}
          resetScroll={false}
        />
      )}
    >
      {text}
    </Button>
  );
  return (
    <nav className={classes.pages} aria-label={reports.pages}>
      {page > 1 && link(page - 1, reports.previous)}
      <span>{shown}</span>
      {page < pages && link(page + 1, reports.next)}
    </nav>
  );
}
