import { int32, line, Type, utc, uuid } from '../../core/http/schema.ts';
import { eventName } from './event-name.ts';
import { eventType } from './value-schemas.ts';

/** The properties that calls and entries of the delivery log share. */
export const referenceProperties = {
  id: uuid('Id of the call, the same for every attempt and equal to webhook-id.'),
  eventId: eventType('Id of the event type.'),
  event: eventName,
  entityId: int32('Id of the record. It is part of the path in endpoint.', { examples: [4711] }),
  endpoint: line('Path of the record below the base URL. Fetch the record from it.', {
    examples: ['/candidates/4711'],
  }),
  endpointMethod: line('HTTP method for the endpoint.', { examples: ['GET'] }),
  eventDateUtc: utc('Time of the event.'),
  additionalData: Type.Unsafe<Record<string, unknown> | null>({
    type: ['object', 'null'],
    description: 'Further ids, which depend on the event type.',
  }),
};
