import {
  currentTraceparent,
  openTrace,
  parseTraceparent,
  runInTrace,
  type Tracer,
} from '../../../core/tracing/index.ts';
import type { Outcome } from './call.ts';
import type { DueDelivery } from './queries.ts';

/**
 * Makes a call in the trace of the request that caused its event, and passes the headers that continue this trace. Without a
 * tracer, the receiver gets the traceparent of the request unchanged.
 */
export async function traceCall(
  tracer: Tracer | undefined,
  tenantId: number,
  { id, url, traceparent, roundAttempts }: DueDelivery,
  call: (headers: Record<string, string>) => Promise<Outcome | undefined>,
): Promise<Outcome | undefined> {
  const parent = parseTraceparent(traceparent) ?? currentTraceparent();
  const trace = openTrace(tracer, parent, () => {
    // Paths and queries of webhooks often contain keys.
    const { hostname, port } = new URL(url);
    return {
      name: 'POST webhook',
      kind: 'client',
      attributes: {
        'http.request.method': 'POST',
        'http.request.resend_count': roundAttempts === 0 ? undefined : roundAttempts,
        'server.address': hostname,
        'server.port': port === '' ? undefined : Number(port),
        'stellwerk.delivery.id': id,
        'stellwerk.tenant.id': tenantId,
      },
    };
  });
  const headers = trace === undefined ? {} : { traceparent: trace.traceparent };
  const outcome = await runInTrace(trace, () => call(headers as Record<string, string>));
  trace?.span?.set({ 'http.response.status_code': outcome?.status ?? undefined });
  trace?.span?.end(outcome?.isSuccess ? undefined : errorTypeOf(outcome));
  return outcome;
}

/** Never the reason, which quotes the response. */
function errorTypeOf(outcome: Outcome | undefined): string {
  if (outcome === undefined) return 'aborted';
  return String(outcome.status ?? 'unreachable');
}
