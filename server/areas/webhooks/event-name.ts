import { line } from '../../core/http/schema.ts';
import { EVENTS } from '../changes/index.ts';

const NAMES = Object.values(EVENTS).map(({ name }) => name);

/** The name of an event type. The list is open, because a later version can add names. */
export const eventName = line('Name of the event type.', {
  title: 'WebhookEventName',
  examples: ['candidate.created'],
  'x-extensible-enum': NAMES,
});
