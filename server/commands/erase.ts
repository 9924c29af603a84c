import { eraseCandidate } from '../areas/privacy/index.ts';
import { requireOwnStore } from '../core/blobs/index.ts';
import { sweepOrphans } from '../core/blobs/pending.ts';
import { ApiError } from '../core/http/index.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { toErrorLine } from './errors.ts';
import { withServices } from './installation.ts';
import { isRecordId } from './record-id.ts';
import { requireTenant, TENANT_OPTION } from './tenant.ts';

export const eraseCommand: Command = {
  name: 'erase candidate',
  summary: 'Delete a candidate and everything that belongs to it. This cannot be undone.',
  arguments: ['ID'],
  options: { tenant: TENANT_OPTION },
  run: ({ arguments: [text], options, settings }) => {
    const id = Number(text);
    if (!isRecordId(text!)) {
      throw new UsageError(`"${text}" is not a candidate id. Pass a positive integer.`);
    }
    return withServices(settings(), async (services) => {
      const tenant = await requireTenant(services, options.tenant!);
      await requireOwnStore(services.database.system, services.blobs);
      const isErased = await eraseCandidate(services, tenant.id, id).catch(explainHold(id));
      if (!isErased) throw new CommandError(`Tenant "${tenant.key}" has no candidate ${id}.`);
      // The service would delete the files within an hour. With this command, they are gone when it ends.
      const fault = await sweepOrphans(services, tenant.id).then(() => undefined, toErrorLine);
      return {
        data: { tenant: tenant.key, id, erased: true, filesDeleted: fault === undefined },
        text:
          fault === undefined
            ? `Erased candidate ${id}.`
            : `Erased candidate ${id}. Its files could not be deleted yet (${fault.replace(/\.$/, '')}); the service deletes them within an hour.`,
      };
    });
  },
};

/** Operators cannot release a hold, because only a user has a name that is kept with the release. */
function explainHold(id: number): (error: unknown) => never {
  return (error) => {
    const isHeld = error instanceof ApiError && error.code === 'candidateOnHold';
    if (!isHeld) throw error;
    throw new CommandError(
      `Candidate ${id} is on hold and was not erased. Let an admin or a data protection officer release the hold (DELETE /platform/candidates/${id}/hold), and run the command again.`,
      { cause: error },
    );
  };
}
