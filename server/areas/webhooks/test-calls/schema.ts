import { int32, line, longText, nullable, record, Type, uuid } from '../../../core/http/schema.ts';
import { FAILED, SEND_STATUS_LEGEND } from '../delivery/index.ts';
import { registrationProperties } from '../registrations/index.ts';

export const TestCallBody = Type.Object(registrationProperties, { title: 'WebhookTestCall' });

export const TestCallResponse = record('WebhookTestCallResponse', {
  id: uuid('Id of the call. It was its webhook-id.'),
  sendStatusId: int32(`${SEND_STATUS_LEGEND}. A test call is never skipped.`, { examples: [FAILED] }),
  sendStatus: line('Name of the status.', { examples: ['Failed'] }),
  sendStatusReason: nullable(
    longText('Why the call failed; null after a success.', {
      examples: ['The host name could not be resolved.'],
    }),
  ),
  latencyMs: int32('Milliseconds from the start of the call until its response or failure.', {
    examples: [84],
  }),
  answerExcerpt: nullable(
    line('Start of the body of the response; null if it is empty.', { maxLength: 500 }),
  ),
});
