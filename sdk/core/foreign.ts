import { ApiError, TokenError, UnexpectedResponseError } from './errors.ts';

/**
 * Whether something other than the service responded, for example an ingress that has no route for a moment. Only an error record of the
 * service, which always has a messageGuid, says something about a record or a permission.
 */
export function isForeign(error: unknown): boolean {
  if (error instanceof TokenError) return error.error === 'unknown';
  return (
    error instanceof UnexpectedResponseError || (error instanceof ApiError && error.messageGuid === null)
  );
}

/** The error of a response that has a status of success, but not the content that the service always sends. */
export function unexpected(
  operation: string,
  response: Pick<Response, 'status' | 'headers'>,
  fault: string,
): UnexpectedResponseError {
  return new UnexpectedResponseError(
    operation,
    response,
    `${fault} A proxy may have responded instead of the service.`,
  );
}
