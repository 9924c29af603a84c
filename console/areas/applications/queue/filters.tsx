import { CloseButton, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../core/api/queries.ts';
import { type ApplicationStage, STAGES } from '../../../core/api/records.ts';
import type { QueueSearch } from '../../../core/paths.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import classes from './page.module.css';

interface FilterProps {
  search: QueueSearch;
  change: (change: Partial<QueueSearch>) => void;
  hasOwnBranches: boolean;
}

export function Filters({ search, change, hasOwnBranches }: FilterProps) {
  const texts = useTexts();
  // Another filter can leave out the chosen application.
  const filter = (next: Partial<QueueSearch>) => change({ ...next, application: undefined });
  return (
    <div className={classes.filters}>
      <NativeSelect
        label={texts.queue.stage}
        value={search.stage ?? 'open'}
        onChange={({ currentTarget: { value } }) =>
          filter({ stage: value === 'open' ? undefined : (value as ApplicationStage | 'all') })
        }
        data={[
          { value: 'open', label: texts.queue.open },
          ...STAGES.map((stage) => ({ value: stage, label: texts.stages[stage] })),
          { value: 'all', label: texts.queue.all },
        ]}
      />
      <BranchFilter search={search} filter={filter} hasOwnBranches={hasOwnBranches} />
      <NativeSelect
        label={texts.queue.sort}
        value={search.order ?? 'desc'}
        onChange={({ currentTarget: { value } }) => filter({ order: value === 'asc' ? 'asc' : undefined })}
        data={[
          { value: 'desc', label: texts.queue.newest },
          { value: 'asc', label: texts.queue.oldest },
        ]}
      />
      <Period search={search} remove={() => filter({ from: undefined, to: undefined })} />
    </div>
  );
}

function BranchFilter({
  search,
  filter,
  hasOwnBranches,
}: Pick<FilterProps, 'search' | 'hasOwnBranches'> & { filter: FilterProps['change'] }) {
  const texts = useTexts();
  const branches = useQuery(queries.branches());
  return (
    <NativeSelect
      label={texts.queue.branch}
      value={String(search.branch ?? (hasOwnBranches ? 'mine' : 'all'))}
      onChange={({ currentTarget: { value } }) =>
        filter({ branch: value === 'mine' || value === 'all' ? value : Number(value) })
      }
      data={[
        ...(hasOwnBranches ? [{ value: 'mine', label: texts.queue.myBranches }] : []),
        { value: 'all', label: texts.queue.allBranches },
        ...(branches.data?.branches ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}

function Period({ search: { from, to }, remove }: { search: QueueSearch; remove: () => void }) {
  const texts = useTexts();
  const formats = useFormats();
  if (from === undefined && to === undefined) return null;
  const end = formats.day(to ?? new Date().toISOString());
  return (
    <p className={classes.period}>
      {from === undefined ? texts.queue.until(end) : texts.queue.period(formats.day(from), end)}
      <CloseButton size="sm" aria-label={texts.queue.removePeriod} onClick={remove} />
    </p>
  );
}
