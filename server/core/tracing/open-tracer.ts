import type { Logger } from 'pino';
import type { TraceSettings } from '../../config/trace-settings.ts';
import type { Tracer } from './trace.ts';

/** Returns undefined if the settings name no receiver of traces. OpenTelemetry is then not loaded. */
export async function openTracer(settings: TraceSettings, log: Logger): Promise<Tracer | undefined> {
  const { otlpEndpoint } = settings;
  if (otlpEndpoint === undefined) return undefined;
  const { startTracer } = await import('./opentelemetry.ts');
  return startTracer({ ...settings, otlpEndpoint }, log);
}
