import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { queries } from '../api/queries.ts';
import type { BranchChoice } from '../paths.ts';
import { useTexts } from '../texts/language.tsx';

interface BranchFilterProps<More extends string> {
  /** Absent: the default, which is the branches of the user, or all for a user without branches. */
  chosen: BranchChoice | NoInfer<More> | undefined;
  choose: (branch: BranchChoice | NoInfer<More>) => void;
  hasOwnBranches: boolean;
  /** A choice that only this list has. */
  more?: { value: More; label: string };
  field?: RefObject<HTMLSelectElement | null>;
}

/** Chooses whose records a list shows, by branch. */
export function BranchFilter<More extends string = never>({
  chosen,
  choose,
  hasOwnBranches,
  more,
  field,
}: BranchFilterProps<More>) {
  const texts = useTexts();
  const branches = useQuery(queries.branches());
  return (
    <NativeSelect
      {...(field && { ref: field })}
      label={texts.queue.branch}
      value={String(chosen ?? (hasOwnBranches ? 'mine' : 'all'))}
      onChange={({ currentTarget: { value } }) =>
        choose(
          value === more?.value ? more.value : value === 'mine' || value === 'all' ? value : Number(value),
        )
      }
      data={[
        ...(hasOwnBranches ? [{ value: 'mine', label: texts.queue.myBranches }] : []),
        { value: 'all', label: texts.queue.allBranches },
        ...(more === undefined ? [] : [more]),
        ...(branches.data?.branches ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}
