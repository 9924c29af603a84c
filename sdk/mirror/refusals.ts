import { NotFoundError, PermissionError } from '../core/errors.ts';

// A proxy also returns 403 and 404, for example an ingress that has no route for a moment. Only an error record of the service, which
// always has a messageGuid, says something about a record or a permission.

/** Whether the service says that what was asked for does not exist. */
export function isGone(error: unknown): error is NotFoundError {
  return error instanceof NotFoundError && error.messageGuid !== null;
}

/** Whether the service says that the application lacks a permission. */
export function isForbidden(error: unknown): error is PermissionError {
  return error instanceof PermissionError && error.messageGuid !== null;
}
