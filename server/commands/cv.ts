import type { Services } from '../core/services.ts';
import { type Command, UsageError } from './command.ts';
import { withServices } from './installation.ts';
import { requireTenant, TENANT_OPTION } from './tenant.ts';

const DEFAULT = 'default';

export const cvCommands: readonly Command[] = [
  {
    name: 'cv show',
    summary: 'Show which values from CVs are written automatically.',
    options: { tenant: TENANT_OPTION },
    run: ({ options, settings }) =>
      withServices(settings(), async (services) =>
        describe(services, (await requireTenant(services, options.tenant!)).id),
      ),
  },
  {
    name: 'cv set',
    summary: 'Change which values from CVs are written automatically, and which are only proposed.',
    options: {
      tenant: TENANT_OPTION,
      'propose-everything': { value: 'yes|no', meaning: 'Propose all values, and write none automatically.' },
      'minimum-confidence': {
        value: 'N',
        meaning: `Minimum confidence of values that are written, 0.5 to 1. "${DEFAULT}": 0.98 for contact data, 0.95 for everything else.`,
      },
    },
    async run({ options, settings }) {
      const { tenant: key, ...changes } = options;
      if (Object.keys(changes).length === 0)
        throw new UsageError('No change was given. Pass at least one option.');
      const body = toBody(changes);
      return withServices(settings(), async (services) => {
        const { id: tenantId } = await requireTenant(services, key!);
        const { callOperation } = await import('./operations.ts');
        const optionOf = { minimumConfidence: 'minimum-confidence' };
        await callOperation(services, 'cvSettings_change', { tenantId, body, optionOf });
        return describe(services, tenantId);
      });
    },
  },
];

function toBody(options: Record<string, string | undefined>): Record<string, unknown> {
  const { 'propose-everything': proposes, 'minimum-confidence': confidence } = options;
  if (proposes !== undefined && proposes !== 'yes' && proposes !== 'no')
    throw new UsageError('--propose-everything must be yes or no.');
  if (confidence !== undefined && confidence !== DEFAULT && !/^[01](?:\.\d+)?$/.test(confidence))
    throw new UsageError(`--minimum-confidence must be a number from 0.5 to 1, or ${DEFAULT}.`);
  return {
    ...(proposes === undefined ? {} : { proposesEverything: proposes === 'yes' }),
    ...(confidence === undefined
      ? {}
      : { minimumConfidence: confidence === DEFAULT ? null : Number(confidence) }),
  };
}

async function describe(services: Services, tenantId: number) {
  const { callOperation } = await import('./operations.ts');
  const settings = await callOperation<{ proposesEverything: boolean; minimumConfidence: number | null }>(
    services,
    'cvSettings_get',
    { tenantId },
  );
  const confidence = settings.minimumConfidence ?? '0.98 for contact data, 0.95 for everything else';
  return {
    data: settings,
    text: settings.proposesEverything
      ? 'All values from CVs are proposed, and none is written automatically.'
      : `Minimum confidence of values that are written: ${confidence}`,
  };
}
