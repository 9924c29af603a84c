import { violatedConstraint } from '../../db/faults.ts';
import type { AnyEndpoint } from '../endpoint.ts';
import { invalid } from '../errors.ts';

/** Turns the violation of a unique or foreign key into the fault that it is; returns any other error unchanged. */
export function toConstraintFault(error: unknown, { body }: AnyEndpoint): unknown {
  const violated = violatedConstraint(error);
  if (violated === undefined) return error;
  const property = violated.kind === 'unique' ? toProperty(violated) : undefined;
  if (property !== undefined && Object.hasOwn(body?.properties ?? {}, property)) {
    return invalid({
      property,
      code: 'duplicate',
      message: `Another record of this kind carries this ${property}: change that record, or send another one.`,
    });
  }
  if (violated.kind === 'reference') {
    return invalid({
      property: '',
      code: 'unknownReference',
      message:
        'The body refers to a record that was removed while the call ran: read the list again and repeat.',
    });
  }
  return error;
}

/** customerNumber of company_customer_number: a constraint's own name, or the one that PostgreSQL gives it. */
function toProperty({ name, table }: { name: string; table: string }): string | undefined {
  if (!name.startsWith(`${table}_`)) return undefined;
  const column = name.slice(table.length + 1).replace(/^tenant_id_(.*)_key$/, '$1');
  return column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
