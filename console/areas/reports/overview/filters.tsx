import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../core/api/queries.ts';
import type { ReportsSearch } from '../../../core/paths.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Period } from '../../../core/ui/period.tsx';
import { useUtcToday } from '../../../core/use-time.ts';
import classes from './page.module.css';
import { type Days, daysOf, PRESETS, type Preset, presetOf, toPeriodSearch } from './periods.ts';
import { useChangeSearch } from './use-change-search.ts';

const OWN = 'own';

interface FiltersProps {
  search: ReportsSearch;
  period: Days;
  isReversed: boolean;
}

/** Period and branch. All reports have both, so they stay when another one is opened. */
export function Filters({ search, period, isReversed }: FiltersProps) {
  const { reports } = useTexts();
  const change = useChangeSearch();
  const today = useUtcToday();
  const preset = presetOf(period, today);
  const choose = (days: Days) => change(toPeriodSearch(days, today));
  return (
    <search className={classes.filters} aria-label={reports.filters}>
      <NativeSelect
        label={reports.period}
        value={preset ?? OWN}
        onChange={({ currentTarget: { value } }) => {
          if (value !== OWN) choose(daysOf(value as Preset, today));
        }}
        data={[
          ...PRESETS.map((name) => ({ value: name, label: reports.presets[name] })),
          ...(preset === undefined ? [{ value: OWN, label: reports.ownPeriod }] : []),
        ]}
      />
      <Period
        from={period.from}
        to={period.to}
        labels={reports}
        isReversed={isReversed}
        change={(days) => choose({ ...period, ...days })}
      />
      <Branch chosen={search.branch} choose={(branch) => change({ branch })} />
    </search>
  );
}

interface BranchProps {
  chosen: number | undefined;
  choose: (branch: number | undefined) => void;
}

/** Closed branches keep their figures. */
function Branch({ chosen, choose }: BranchProps) {
  const { reports } = useTexts();
  const branches = useQuery(queries.branches()).data?.branches;
  const isUnknown = chosen !== undefined && branches?.some(({ id }) => id === chosen) !== true;
  return (
    <NativeSelect
      label={reports.branch}
      value={String(chosen ?? '')}
      onChange={({ currentTarget: { value } }) => choose(value === '' ? undefined : Number(value))}
      data={[
        { value: '', label: reports.allBranches },
        ...(isUnknown
          ? [{ value: String(chosen), label: branches === undefined ? '…' : String(chosen) }]
          : []),
        ...(branches ?? []).map(({ id, name, isActive }) => ({
          value: String(id),
          label: isActive ? name : reports.closedBranch(name),
        })),
      ]}
    />
  );
}
