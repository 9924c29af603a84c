import type { operations } from '../../generated/types.ts';
import { reportUnreachable } from '../connection.ts';
import { CallError, type ErrorRecord, UnreachableError } from './errors.ts';
import type { Operation, OperationId } from './operation.ts';

type JsonOf<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : undefined;
type Success<Id extends OperationId> = operations[Id]['responses'] extends { 200: infer Response }
  ? JsonOf<Response>
  : undefined;
type PathOf<Id extends OperationId> = NonNullable<operations[Id]['parameters']['path']>;
type QueryOf<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>;
type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;
type Needs<Name extends string, Value> = [Value] extends [never] ? unknown : Record<Name, Value>;

/** What an operation is called with: the parameters of its path and its body, as far as it has them. */
type Input<Id extends OperationId> = Needs<'path', PathOf<Id>> &
  Needs<'body', BodyOf<Id>> & {
    query?: QueryOf<Id>;
    /** The tag that the record had when the change was begun. If it has another one, the call is rejected with a 412. */
    ifMatch?: string;
    /** The same key again returns what the first call created, and creates nothing more. */
    idempotencyKey?: string;
    /** The language of names from value lists. Without it, that of the page. */
    language?: string;
    signal?: AbortSignal;
  };

type Parameters<Id extends OperationId> = object extends Input<Id> ? [input?: Input<Id>] : [input: Input<Id>];

interface AnyInput {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
  ifMatch?: string;
  idempotencyKey?: string;
  language?: string;
  signal?: AbortSignal;
}

type Listener = () => void;
const refusalListeners = new Set<Listener>();

/** The listener runs when a call finds that the session has ended, or that it has become that of another user. */
export function onRefusal(listener: Listener): () => void {
  refusalListeners.add(listener);
  return () => refusalListeners.delete(listener);
}

function reportRefusal(): void {
  for (const listener of refusalListeners) listener();
}

const denialListeners = new Set<Listener>();

/** The listener runs when the user lacks the permission for a call. */
export function onDenial(listener: Listener): () => void {
  denialListeners.add(listener);
  return () => denialListeners.delete(listener);
}

let expectedUser: string | undefined;

/** From now on, all calls are for this user. The service refuses them if somebody else has signed in with this browser. */
export function expectUser({ userKey }: { userKey: string }): void {
  expectedUser = userKey;
}

/** The headers that say for whom a call is made. Who has signed in is asked without saying what the page believes. */
export function headersOfUser({ method, path }: Operation<OperationId>): Record<string, string> {
  const isAsked = method === 'GET' && path === SESSION_PATH;
  return expectedUser === undefined || isAsked ? {} : { 'expected-user': expectedUser };
}

const SESSION_PATH = '/session';
const LIVE_PATH = '/live';

/** The address of the live stream, which the browser calls itself, without headers of the page. Without a position, it begins now. */
export const liveUrl = (from?: string): string => urlOf(LIVE_PATH, {}, { user: expectedUser, from });

/** The browser does not tell why it was refused the live stream. */
export async function reportLiveRefusal(): Promise<void> {
  const response = await send(liveUrl(), { method: 'HEAD' }).catch(() => undefined);
  if (response?.status === 401) reportRefusal();
}

/** Calls an operation of the platform. Throws a CallError for an error record, an UnreachableError without a response. */
export async function call<Id extends OperationId>(
  operation: Operation<Id>,
  ...[input]: Parameters<Id>
): Promise<Success<Id>> {
  return bodyOf<Id>(await request(operation, input));
}

/** A record and its tag, which a change of it sends as `ifMatch`. */
export interface Tagged<Body> {
  record: Body;
  tag: string;
}

/** Reads a record together with its tag. Throws like `call`. */
export async function read<Id extends OperationId>(
  operation: Operation<Id>,
  ...[input]: Parameters<Id>
): Promise<Tagged<Success<Id>>> {
  const response = await request(operation, input);
  return { record: await bodyOf<Id>(response), tag: response.headers.get('etag') ?? '' };
}

/** Reads contents that are no JSON, such as those of a document, with the name that the service offers. Throws like `call`. */
export async function download<Id extends OperationId>(
  operation: Operation<Id>,
  input: Pick<Input<Id>, 'signal'> & { path: PathOf<Id> },
): Promise<File> {
  const response = await request(operation, input);
  try {
    const contents = await response.blob();
    return new File([contents], offeredNameOf(response), { type: contents.type });
  } catch (error) {
    if (input.signal?.aborted === true) throw error;
    throw new UnreachableError();
  }
}

/** The name under which the contents can be saved: its extension belongs to them, whatever name the sender has chosen. */
function offeredNameOf({ headers }: Response): string {
  const [, encoded] = /filename\*=UTF-8''([^;\s]+)/.exec(headers.get('content-disposition') ?? '') ?? [];
  return decodeURIComponent(encoded ?? '');
}

async function bodyOf<Id extends OperationId>(response: Response): Promise<Success<Id>> {
  // Some operations of the interface respond with a 200 and nothing.
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as Success<Id>;
}

async function request(operation: Operation<OperationId>, input: AnyInput | undefined): Promise<Response> {
  const { path, query, body, ifMatch, idempotencyKey, signal } = input ?? {};
  // Names of value lists are in the language of the page, not in that of the browser.
  const language = input?.language ?? document.documentElement.lang;
  const response = await send(urlOf(operation.path, path, query), {
    method: operation.method,
    headers: {
      accept: 'application/json',
      ...headersOfUser(operation),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(language === '' ? {} : { 'accept-language': language }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  });
  if (!response.ok) throw await toError(response, operation.path);
  return response;
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, cache: 'no-store', credentials: 'same-origin', redirect: 'error' });
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    reportUnreachable();
    throw new UnreachableError();
  }
}

export function urlOf(template: string, path: AnyInput['path'] = {}, query: AnyInput['query'] = {}): string {
  const address = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) parameters.set(name, String(value));
  return `/platform${address}${parameters.size > 0 ? `?${parameters}` : ''}`;
}

export async function toError(response: Response, path: string): Promise<CallError> {
  const record = (await response.json().catch(() => undefined)) as ErrorRecord | undefined;
  // A failed sign-in is a 401 too.
  if (response.status === 401 && path !== SESSION_PATH) reportRefusal();
  if (response.status === 403) for (const listener of denialListeners) listener();
  return new CallError(response.status, record, response.headers.get('x-request-id'));
}
