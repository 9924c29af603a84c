import { eventEndpoint, type StoredEvent } from '../../changes/index.ts';

/** Ids of the call formats, as the interface defines them. */
export const STANDARD_FORMAT = 1482;
export const CLOUD_EVENT_FORMAT = 1483;

interface Reference {
  id: string;
  eventId: number;
  event: string;
  entityId: number;
  endpoint: string;
  endpointMethod: 'GET';
  eventDateUtc: string;
  additionalData: Record<string, unknown> | null;
}

/** The properties that calls and entries of the delivery log share. They refer to the record but contain none of its data. */
export function toReference(id: string, event: StoredEvent): Reference {
  const { type, endpoint } = eventEndpoint(event);
  return {
    id,
    eventId: type.id,
    event: type.name,
    entityId: event.entityId,
    endpoint,
    endpointMethod: 'GET',
    eventDateUtc: event.occurredAt,
    additionalData: event.additionalData,
  };
}

/** Returns the body of a call and its content type. `source` is the base URL of the API. */
export function toMessage(
  reference: Reference,
  dataTypeId: number,
  source: string,
): { contentType: string; body: string } {
  if (dataTypeId !== CLOUD_EVENT_FORMAT) {
    return { contentType: 'application/json', body: JSON.stringify(reference) };
  }
  // Structured mode of CloudEvents 1.0, section 3.2 of its HTTP binding. JSON is always UTF-8 and its media types have no charset
  // (RFC 8259), and some receivers compare the whole header.
  const body = JSON.stringify({
    specversion: '1.0',
    id: reference.id,
    type: `stellwerk.${reference.event}`,
    source,
    subject: reference.endpoint,
    time: reference.eventDateUtc,
    datacontenttype: 'application/json',
    data: reference,
  });
  return { contentType: 'application/cloudevents+json', body };
}
