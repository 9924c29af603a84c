import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';
import type { BranchChoice } from '../paths.ts';
import { useTexts } from '../texts/language.tsx';

interface BranchFilterProps {
  /** Absent: the default, which is the branches of the user, or all for a user without branches. */
  chosen: BranchChoice | undefined;
  choose: (branch: BranchChoice) => void;
  hasOwnBranches: boolean;
}

/** Chooses whose records a list shows, by branch. */
export function BranchFilter({ chosen, choose, hasOwnBranches }: BranchFilterProps) {
  const texts = useTexts();
  const branches = useQuery(queries.branches());
  return (
    <NativeSelect
      label={texts.queue.branch}
      value={String(chosen ?? (hasOwnBranches ? 'mine' : 'all'))}
      onChange={({ currentTarget: { value } }) =>
        choose(value === 'mine' || value === 'all' ? value : Number(value))
      }
      data={[
        ...(hasOwnBranches ? [{ value: 'mine', label: texts.queue.myBranches }] : []),
        { value: 'all', label: texts.queue.allBranches },
        ...(branches.data?.branches ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}
