import type { Services } from '../core/services.ts';
import { ADDRESS_OPTIONS, type BodyOption, optionsByProperty, toBody } from './body-options.ts';
import { type Command, CommandError, toTable } from './command.ts';
import { withServices } from './installation.ts';
import { callOperation } from './operations.ts';
import { requireTenant, TENANT_OPTION } from './tenant.ts';

const BODY_OPTIONS = {
  name: { value: 'NAME', property: 'name', meaning: 'Name of the branch.', isRequired: true },
  number: { value: 'NUMBER', property: 'number', meaning: 'Number that the tenant assigns.' },
  ...ADDRESS_OPTIONS,
  phone: { value: 'NUMBER', property: 'phone', meaning: 'Telephone number.' },
  email: { value: 'EMAIL', property: 'email', meaning: 'Email address.' },
} as const satisfies Record<string, BodyOption>;

interface Branch {
  id: number;
  name: string;
  isActive: boolean;
  location: { zipCode: string | null; city: string | null };
}

export const branchCommands: readonly Command[] = [
  {
    name: 'branch create',
    summary: 'Create a branch of a tenant.',
    options: { tenant: TENANT_OPTION, ...BODY_OPTIONS },
    async run({ options, settings }) {
      const body = await toBody(BODY_OPTIONS, options);
      return withServices(settings(), async (services) => {
        const tenant = await requireTenant(services, options.tenant!);
        const { id } = await callOperation<{ id: number }>(services, 'branch_create', {
          tenantId: tenant.id,
          body,
          optionOf: optionsByProperty(BODY_OPTIONS),
        });
        return {
          data: { id, tenant: tenant.key, ...body },
          text: `Created branch "${options.name}" (id ${id}).`,
        };
      });
    },
  },
  {
    name: 'branch list',
    summary: 'List the branches of a tenant.',
    options: { tenant: TENANT_OPTION },
    run: ({ options, settings }) =>
      withServices(settings(), async (services) => {
        const tenant = await requireTenant(services, options.tenant!);
        const branches = await listBranches(services, tenant.id);
        const rows = branches.map(({ id, name, location, isActive }) => [
          String(id),
          name,
          [location.zipCode, location.city].filter(Boolean).join(' '),
          isActive ? 'yes' : 'no',
        ]);
        return { data: branches, text: toTable(['ID', 'NAME', 'PLACE', 'ACTIVE'], rows) };
      }),
  },
];

async function listBranches(services: Services, tenantId: number): Promise<Branch[]> {
  const { branches } = await callOperation<{ branches: Branch[] }>(services, 'branch_list', { tenantId });
  return branches;
}

/** The id of the branch with this id or name. */
export async function requireBranch(
  services: Services,
  tenant: { id: number; key: string },
  idOrName: string,
): Promise<number> {
  const branches = await listBranches(services, tenant.id);
  const found = branches.filter(({ id, name }) => String(id) === idOrName || name === idOrName);
  if (found.length === 1) return found[0]!.id;
  const problem = found.length === 0 ? `has no branch "${idOrName}"` : `has several branches "${idOrName}"`;
  const hint = found.length === 0 ? '' : ' Pass the id of one.';
  throw new CommandError(
    `Tenant "${tenant.key}" ${problem}.${hint} See: npx stellwerk branch list --tenant ${tenant.key}`,
  );
}
