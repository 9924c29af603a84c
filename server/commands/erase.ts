import { eraseCandidate } from '../areas/privacy/index.ts';
import { sweepOrphans } from '../core/blobs/pending.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { withServices } from './installation.ts';
import { requireTenant, TENANT_OPTION } from './tenant.ts';

export const eraseCommand: Command = {
  name: 'erase candidate',
  summary: 'Delete a candidate with everything that belongs to it. Cannot be undone.',
  arguments: ['ID'],
  options: { tenant: TENANT_OPTION },
  run: ({ arguments: [text], options, settings }) => {
    const id = Number(text);
    if (!/^\d+$/.test(text!) || id < 1 || id > 2_147_483_647) {
      throw new UsageError(`"${text}" is not a candidate's id: a whole number is.`);
    }
    return withServices(settings(), async (services) => {
      const tenant = await requireTenant(services, options.tenant!);
      if (!(await eraseCandidate(services, tenant.id, id))) {
        throw new CommandError(`Tenant "${tenant.key}" has no candidate ${id}.`);
      }
      // The service would do it within the hour; whoever erases by hand wants the files gone at the command's end.
      await sweepOrphans(services, tenant.id);
      return { data: { tenant: tenant.key, id, erased: true }, text: `Candidate ${id} has been erased.` };
    });
  },
};
