import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../core/api/queries.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import classes from './page.module.css';
import type { Days } from './periods.ts';

interface SelectionProps {
  period: Days;
  branch: number | undefined;
  /** When the figures were read. */
  readAtMs: number;
}

/** What the figures are about and from when they are. On paper, nothing else says so. */
export function Selection({ period: { from, to }, branch, readAtMs }: SelectionProps) {
  const { texts, formats } = useLanguage();
  const { reports } = texts;
  const branches = useQuery(queries.branches()).data?.branches;
  const days = [from, to].map((day) => (day === undefined ? undefined : formats.day(day)));
  const [first, last] = days;
  const period =
    first !== undefined && last !== undefined
      ? reports.between(first, last)
      : first !== undefined
        ? reports.since(first)
        : last !== undefined
          ? reports.until(last)
          : reports.presets.all;
  const name = branches?.find(({ id }) => id === branch)?.name;
  const parts = [
    period,
    branch === undefined ? reports.allBranches : (name ?? '…'),
    reports.utc,
    reports.asOf(formats.dayAndTime(new Date(readAtMs).toISOString())),
  ];
  return <p className={classes.selection}>{parts.join(' · ')}</p>;
}
