import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../core/api/call.ts';
import type { Operation } from '../../../core/api/operation.ts';
import { queries } from '../../../core/api/queries.ts';
import { readNow } from '../../../core/api/read-now.ts';
import type { RequestKind } from '../../../core/paths.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import {
  requestChangeDirectPlacement,
  requestChangeServiceContract,
  requestChangeTemporaryStaffing,
} from '../../../generated/operations.ts';
import type { SchemaTemporaryStaffingRequestChangeDto } from '../../../generated/types.ts';

const CHANGES = {
  temporarystaffing: requestChangeTemporaryStaffing,
  directplacement: requestChangeDirectPlacement,
  servicecontract: requestChangeServiceContract,
};

/** How the parts of the page read and change the request. */
export function useRequestSource(requestId: number, kind: RequestKind) {
  const queryClient = useQueryClient();
  const { language } = useLanguage();
  return useMemo(() => {
    /** Reads what is stored, and makes the page show it. */
    const read = async () => {
      void queryClient.invalidateQueries({ queryKey: ['requests', requestId, 'history'] });
      const [record] = await Promise.all([
        readNow(queryClient, queries.request(requestId, kind, language)),
        // The names of what it refers to. Without them, the record is no less stored.
        readNow(queryClient, queries.requestOverview(requestId, language)).catch(() => undefined),
      ]);
      return record;
    };
    /** Sends the properties that differ. */
    const save = (body: Record<string, unknown>, ifMatch: string) =>
      call(CHANGES[kind] as Operation<'request_changeTemporaryStaffing'>, {
        path: { requestId },
        body: body as SchemaTemporaryStaffingRequestChangeDto,
        ifMatch,
      });
    return { read, save };
  }, [queryClient, requestId, kind, language]);
}
