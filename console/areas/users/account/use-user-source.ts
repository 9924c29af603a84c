import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { call } from '../../../core/api/call.ts';
import { ChangedMeanwhileError } from '../../../core/api/change-seen.ts';
import { EntryError, faultsIn, isStatus } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import { readNow } from '../../../core/api/read-now.ts';
import { explain } from '../../../core/forms/explain.ts';
import { sessionQuery } from '../../../core/session/session.ts';
import { useSession } from '../../../core/session/use-session.ts';
import {
  platformUserChange,
  platformUserPutLicences,
  platformUserPutOffices,
} from '../../../generated/operations.ts';
import type { SchemaPlatformUserChangeDto } from '../../../generated/types.ts';
import { useUserFaults } from '../fields.ts';
import { type Offices, toAssigned, toOffices } from '../offices.ts';
import type { Licence } from './licence-list.ts';

/** Others can change the user again and again. */
const ATTEMPTS = 5;

/** The form has one licence, and only that one is new. */
function ofLicence(error: unknown): unknown {
  const faults = faultsIn(error).map((fault) => ({
    ...fault,
    property: fault.property?.replace(/^licences\[\d+\]\./, '') ?? null,
  }));
  return faults.length === 0 ? error : new EntryError(faults);
}

/** How the parts of the page read and change the user. */
export function useUserSource(userId: number) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const session = useSession();
  const toText = useUserFaults();
  const account = queries.account(userId);
  const path = { userId };

  /** Reads what is stored, and makes the page and the lists show it. */
  const read = () => {
    const isOther = ({ queryKey: [kind, , part] }: { queryKey: readonly unknown[] }) =>
      kind === 'users' && part !== 'account';
    void queryClient.invalidateQueries({ predicate: isOther });
    return readNow(queryClient, account);
  };

  const save = async (body: SchemaPlatformUserChangeDto, ifMatch?: string) => {
    await explain(call(platformUserChange, { path, body, ifMatch }), toText);
    if (body.role === undefined || userId !== session.user.id) return;
    // What the page offers follows the new role of its own user.
    await readNow(queryClient, sessionQuery);
    await router.invalidate();
  };

  /** Sends all branches. Of those that were not changed, as they were read last, which the tag makes sure of. */
  const saveOffices = (changed: Partial<Offices>, ifMatch: string) => {
    const stored = queryClient.getQueryData(account.queryKey);
    if (stored === undefined) throw new Error('The user has not been read.');
    const assignedOffices = toAssigned({ ...toOffices(stored.record), ...changed });
    return call(platformUserPutOffices, { path, body: { assignedOffices }, ifMatch });
  };

  /** Changes the list of licences as it is stored, whatever others have changed in it meanwhile. Undefined is no change. */
  const changeLicences = async (change: (stored: readonly Licence[]) => readonly Licence[] | undefined) => {
    for (let attempt = 1; ; attempt++) {
      const { record, tag } = await read();
      const changed = change(record.licences);
      if (changed === undefined) throw new ChangedMeanwhileError(record);
      const licences = changed.map(({ name, validUntil }) => ({ name, validUntil }));
      try {
        await call(platformUserPutLicences, { path, body: { licences }, ifMatch: tag });
        return;
      } catch (error) {
        if (!isStatus(error, 412) || attempt === ATTEMPTS) throw ofLicence(error);
      }
    }
  };

  return { read, save, saveOffices, changeLicences };
}
