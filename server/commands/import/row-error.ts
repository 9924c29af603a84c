import { isOverDocumentQuota } from '../../core/db/faults.ts';
import { ApiError } from '../../core/http/index.ts';

/** Never the message of an unexpected error: it can contain values of the row. */
export function describeRowError(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (isOverDocumentQuota(error))
    return 'The file would exceed the quota of the tenant. Raise the quota with "npx stellwerk tenant quota", or delete documents. Then run the import again.';
  const { name, code } = error as NodeJS.ErrnoException;
  return `The row cannot be written (${code ?? name}). Run the import again. If the row fails again, check it by hand.`;
}
