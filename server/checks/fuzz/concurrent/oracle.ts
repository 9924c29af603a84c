import type { Answer, PlannedRequest } from './planned.ts';
import { MARK, type World } from './world.ts';

// Judges a response by what the service promises to every caller.

const MARK_BYTES = Buffer.from(MARK);
const UNAVAILABLE = 503;
/** An upload is refused because the disk is nearly full. */
const NO_SPACE = 507;
/** Statuses outside the OpenAPI documents. */
const OF_PAGES = new Set([
  200, 204, 206, 301, 302, 303, 304, 400, 401, 403, 404, 405, 410, 411, 413, 414, 415, 416, 417, 422, 426,
  429, 431, 503,
]);

/** What is wrong with a response; empty if nothing is. */
export function faultsOf(world: World, request: PlannedRequest, answer: Answer): string[] {
  if (answer.error !== undefined) return [answer.error];
  const faults: string[] = [];
  const { status, body } = answer;
  if (body.includes(MARK_BYTES)) faults.push('shows a row of another tenant');
  if (status >= 500 && status !== UNAVAILABLE && status !== NO_SPACE) faults.push(`returned ${status}`);
  const isPermitted =
    status === 429 || status === UNAVAILABLE || request.expected?.includes(status) !== false;
  if (!isPermitted && !(request.surface === 'raw' && status === 0))
    faults.push(`returned ${status} instead of ${request.expected}`);
  if (request.mustFail && status < 400) faults.push(`found a record of another tenant: ${status}`);
  if (request.surface === 'raw') return faults;
  if (request.surface === 'operation') faults.push(...operationFaults(world, request, answer));
  else if (!OF_PAGES.has(status)) faults.push(`returned ${status}`);
  else faults.push(...formFaults(request, answer));
  return faults;
}

function operationFaults(world: World, request: PlannedRequest, answer: Answer): string[] {
  const operation = world.operations.get(request.operation!)!;
  if (!operation.statuses.has(answer.status)) return [`returned ${answer.status}, which is not declared`];
  const contentType = String(answer.headers['content-type'] ?? '');
  const undeclared = operation.answerFaults({ status: answer.status, contentType, body: answer.body });
  const faults = undeclared === '' ? [] : [`returned what the document does not declare: ${undeclared}`];
  if (answer.headers['x-request-id'] === undefined) faults.push('returned no X-Request-Id');
  if ((answer.status === UNAVAILABLE || answer.status === 429) && answer.headers['retry-after'] === undefined)
    faults.push(`returned ${answer.status} without Retry-After`);
  return faults;
}

/** Errors outside the documents are error records, OAuth errors, or pages for people. */
function formFaults({ method, path, surface }: PlannedRequest, { status, headers, body }: Answer): string[] {
  if (status < 400 || method === 'HEAD') return [];
  const type = String(headers['content-type'] ?? '');
  if (type.startsWith('text/html'))
    return body.includes('<title>') ? [] : ['returned a page without a title'];
  if (path.startsWith('/metrics') && type.startsWith('text/plain')) return [];
  if (!type.startsWith('application/json')) return [`returned an error of type ${type || 'none'}`];
  let record: Record<string, unknown>;
  try {
    record = JSON.parse(body.toString('utf8'));
  } catch {
    return ['returned malformed JSON'];
  }
  const isRecord =
    typeof record.messageGuid === 'string' &&
    typeof record.message === 'string' &&
    Array.isArray(record.validationErrors);
  const isTokenError =
    surface === 'token' && typeof record.error === 'string' && typeof record.error_description === 'string';
  // The form's script reads the faults of a form as JSON.
  const isFormResult = surface === 'portal' && status === 422;
  return isRecord || isTokenError || isFormResult ? [] : ['returned an error that is no error record'];
}
