import type { WebhookEventName } from '../generated/schemas.ts';

/** The content of a webhook call: the event and where to read the record. The record itself is not included. */
export interface WebhookEvent {
  /** Unique for each event, and the same in every attempt to deliver it. */
  id: string;
  eventId: number;
  /** A later version of the service can send names that this version of the client does not list. */
  event: WebhookEventName;
  entityId: number;
  /** The path of the record, relative to the base URL. */
  endpoint: string;
  endpointMethod: string;
  eventDateUtc: string;
  additionalData: unknown;
}

/** The event in a verified body, in the standard format or as a CloudEvent. Undefined for anything else. */
export function toWebhookEvent(body: unknown): WebhookEvent | undefined {
  if (body === null || typeof body !== 'object') return undefined;
  const envelope = body as { specversion?: unknown; data?: unknown };
  const event = (envelope.specversion === undefined ? body : envelope.data) as
    | Partial<WebhookEvent>
    | null
    | undefined;
  return typeof event?.event === 'string' && typeof event.endpoint === 'string'
    ? (event as WebhookEvent)
    : undefined;
}
