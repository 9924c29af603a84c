import { type AnyEndpoint, ApiError, defineEndpoint } from '../../../core/http/index.ts';
import { CALL_TIMEOUT_MS, FAILED, sendStatusText, TRANSFERRED } from '../delivery/index.ts';
import { registrationFaults } from '../registrations/index.ts';
import { makeTestCall, TestCallsBusyError } from './make-test-call.ts';
import { TestCallBody, TestCallResponse } from './schema.ts';

export const testCallEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'webhook_test',
    method: 'POST',
    path: '/webhooks/test',
    audience: 'platform',
    area: 'Webhooks',
    permission: 'webhooks:write',
    summary: 'Send a test call',
    description:
      'Calls the address once, in the format of the tenant and signed like every call, and returns what came back. The address need not be registered. The call names a record that does not exist, and its additionalData has isTest. It is not in the delivery log, is not repeated, and does not count for a registration.',
    body: TestCallBody,
    check: ({ body }) => registrationFaults(body),
    success: {
      status: 200,
      description: 'The outcome of the call, also if it failed.',
      schema: TestCallResponse,
    },
    examples: [
      {
        summary: 'Test a receiver before it is registered',
        body: { event: 1401, url: 'https://hooks.example.com/stellwerk' },
      },
    ],
    async handle({ services, db, tenantId, body: { event, url }, leaveTurn, setHeader }) {
      setHeader('cache-control', 'no-store');
      // A slow receiver must not keep others from the service.
      leaveTurn();
      try {
        const { id, outcome } = await makeTestCall(services, db, { tenantId, eventTypeId: event, url });
        const sendStatusId = outcome.isSuccess ? TRANSFERRED : FAILED;
        return {
          id,
          sendStatusId,
          sendStatus: sendStatusText(sendStatusId),
          sendStatusReason: outcome.reason,
          latencyMs: outcome.latencyMs,
          answerExcerpt: outcome.excerpt,
        };
      } catch (error) {
        if (!(error instanceof TestCallsBusyError)) throw error;
        throw new ApiError('tooManyRequests', {
          message:
            'A test call is running. Wait until it has ended, or for the number of seconds in Retry-After.',
          headers: { 'retry-after': String(CALL_TIMEOUT_MS / 1000) },
        });
      }
    },
  }),
];
