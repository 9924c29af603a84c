import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, type Tagged } from '../../../core/api/call.ts';
import { queries } from '../../../core/api/queries.ts';
import { readNow } from '../../../core/api/read-now.ts';
import { portalChange } from '../../../generated/operations.ts';
import type { SchemaPortalDto } from '../../../generated/types.ts';

export type Portal = Tagged<SchemaPortalDto>;

/** How the settings of the portal are read and changed. */
export function usePortalSource() {
  const queryClient = useQueryClient();
  return useMemo(
    () => ({
      read: () => readNow(queryClient, queries.portal()),
      save: (body: Record<string, unknown>, ifMatch: string) => call(portalChange, { body, ifMatch }),
    }),
    [queryClient],
  );
}
