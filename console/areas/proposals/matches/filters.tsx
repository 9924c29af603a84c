import { Checkbox, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../core/api/queries.ts';
import type { MatchesSearch } from '../../../core/paths.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import type { SchemaMatchCriterionDto } from '../../../generated/types.ts';
import classes from './matches.module.css';

interface FiltersProps {
  search: MatchesSearch;
  change: (search: MatchesSearch) => void;
  /** Undefined while they are not known. */
  criteria: readonly SchemaMatchCriterionDto[] | undefined;
}

const ONLY = {
  profession: 'onlyProfession',
  distance: 'onlyDistance',
  availability: 'onlyAvailable',
} as const;

export function Filters({ search, change, criteria }: FiltersProps) {
  const { proposals: texts } = useTexts();
  const { only = [], branch, unproposed = false } = search;
  const branches = useQuery(queries.branches());
  const toggle = (kind: keyof typeof ONLY, isOn: boolean) => {
    const next = isOn ? [...only, kind] : only.filter((one) => one !== kind);
    change(without(search, 'only', next.length > 0 && { only: next }));
  };
  // What the request does not ask for cannot be met.
  const kinds = (Object.keys(ONLY) as (keyof typeof ONLY)[]).filter(
    (kind) => criteria === undefined || criteria.some((one) => one.kind === kind),
  );
  return (
    <fieldset className={classes.filters}>
      <legend>{texts.filters}</legend>
      {kinds.map((kind) => (
        <Checkbox
          key={kind}
          label={texts[ONLY[kind]]}
          checked={only.includes(kind)}
          onChange={({ currentTarget }) => toggle(kind, currentTarget.checked)}
        />
      ))}
      <Checkbox
        label={texts.onlyUnproposed}
        checked={unproposed}
        onChange={({ currentTarget }) =>
          change(without(search, 'unproposed', currentTarget.checked && { unproposed: true }))
        }
      />
      <NativeSelect
        aria-label={texts.branch}
        value={String(branch ?? '')}
        onChange={({ currentTarget: { value } }) =>
          change(without(search, 'branch', value !== '' && { branch: Number(value) }))
        }
        data={[
          { value: '', label: texts.allBranches },
          ...(branches.data?.branches ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
    </fieldset>
  );
}

function without(
  search: MatchesSearch,
  property: keyof MatchesSearch,
  instead: MatchesSearch | false,
): MatchesSearch {
  const { [property]: _, ...rest } = search;
  return { ...rest, ...(instead === false ? {} : instead) };
}
