// A request as it is planned. Every part of it is text, so that a failure can be written to a file and sent again.

/** Who sends a request. */
export type Sender = 'owner' | 'narrow' | 'forged' | 'nobody' | 'admin' | 'viewer' | 'foreignSite';

export interface PlannedRequest {
  /** `raw`: the bytes in `body` are sent on a connection of their own, without any client in between. */
  surface: 'operation' | 'token' | 'portal' | 'page' | 'raw';
  /** Audience and id, for an operation of the OpenAPI documents. */
  operation?: string;
  sender: Sender;
  method: string;
  /** Can contain references to ids that earlier requests created; so can the body. */
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** The only statuses that the state of the record permits, besides 429 and 503. */
  expected?: readonly number[];
  /** It names a record of the second tenant, so no success is permitted. */
  mustFail?: boolean;
}

export interface SentRequest extends PlannedRequest {
  number: number;
}

export interface Answer {
  /** 0 if the connection ended without a response, which only raw bytes may cause. */
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** What the client saw instead of a complete response. */
  error?: string;
  /** The number of the request. */
  number: number;
}

const REFERENCE = /‹(\d+)›/g;

/** Stands for the id that the request with this number created. */
export function createdBy(number: number): string {
  return `‹${number}›`;
}

export function fillReferences(text: string, ids: ReadonlyMap<number, string>): string {
  return text.includes('‹')
    ? text.replaceAll(REFERENCE, (_, number) => ids.get(Number(number)) ?? '0')
    : text;
}

/** The numbers of the requests whose ids this one uses. */
export function referencesOf({ path, body = '' }: PlannedRequest): number[] {
  return [...`${path}\n${body}`.matchAll(REFERENCE)].map((match) => Number(match[1]));
}
