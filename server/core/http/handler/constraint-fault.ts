import { violatedConstraint } from '../../db/faults.ts';
import { duplicateFault } from '../duplicates.ts';
import type { AnyEndpoint } from '../endpoint.ts';
import { invalid } from '../errors.ts';

/** Converts the violation of a unique or foreign key to a fault. Returns any other error unchanged. */
export function toConstraintFault(error: unknown, { body }: AnyEndpoint): unknown {
  const violated = violatedConstraint(error);
  if (violated === undefined) return error;
  const property = violated.kind === 'unique' ? toProperty(violated) : undefined;
  if (property !== undefined && Object.hasOwn(body?.properties ?? {}, property)) {
    return invalid(duplicateFault(property));
  }
  if (violated.kind === 'reference') {
    return invalid({
      property: '',
      code: 'unknownReference',
      message:
        'The body refers to a record that was removed during the call. Read the list again and repeat the call.',
    });
  }
  return error;
}

/** Returns `customerNumber` for `company_customer_number`, whether a migration or PostgreSQL chose the constraint's name. */
function toProperty({ name, table }: { name: string; table: string }): string | undefined {
  if (!name.startsWith(`${table}_`)) return undefined;
  const column = name.slice(table.length + 1).replace(/^tenant_id_(.*)_key$/, '$1');
  return column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
