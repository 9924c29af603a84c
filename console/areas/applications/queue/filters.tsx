import { CloseButton, NativeSelect } from '@mantine/core';
import { type ApplicationStage, STAGES } from '../../../core/api/records.ts';
import { BranchFilter } from '../../../core/filters/branch-filter.tsx';
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
      <BranchFilter
        chosen={search.branch}
        choose={(branch) => filter({ branch })}
        hasOwnBranches={hasOwnBranches}
      />
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
