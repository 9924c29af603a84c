import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../core/api/call.ts';
import { queries } from '../../../core/api/queries.ts';
import { readNow } from '../../../core/api/read-now.ts';
import { explain } from '../../../core/forms/explain.ts';
import { branchChange } from '../../../generated/operations.ts';
import type { SchemaBranchChangeDto } from '../../../generated/types.ts';
import { useBranchFaults } from '../fields.ts';

/** How the parts of the page read and change the branch. */
export function useBranchSource(branchId: number) {
  const queryClient = useQueryClient();
  const toText = useBranchFaults();
  return {
    /** Reads what is stored, and makes the page and the lists show it. */
    read() {
      void queryClient.invalidateQueries({ queryKey: queries.branches().queryKey, exact: true });
      return readNow(queryClient, queries.branch(branchId));
    },
    save: (body: Record<string, unknown>, ifMatch: string) =>
      explain(
        call(branchChange, { path: { branchId }, body: body as SchemaBranchChangeDto, ifMatch }),
        toText,
      ),
  };
}
