/** What a call says: which event, and where the record is read. The record itself is not in it. */
export interface WebhookEvent {
  /** Unique per event and the same at every attempt to deliver it. */
  id: string;
  eventId: number;
  event: string;
  entityId: number;
  /** Path below the base address. */
  endpoint: string;
  endpointMethod: string;
  eventDateUtc: string;
  additionalData: unknown;
}

/** The event in a verified body, sent in the standard format or as a cloud event; undefined for anything else. */
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
