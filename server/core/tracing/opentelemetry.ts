import { randomUUID } from 'node:crypto';
import {
  type Span as ApiSpan,
  SpanKind as ApiSpanKind,
  type Tracer as ApiTracer,
  type Context,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import type { SamplerName, TraceSettings } from '../../config/trace-settings.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { type Attributes, errorTypeOf, type Span, type SpanKind, type Tracer } from './trace.ts';

// Each span is given its parent. Nothing is registered globally, so several tracers can exist in a process, and the exporter's
// own requests have no spans.

/** Spans that wait for the exporter. Beyond that, spans are dropped. With 4 KB of text in each, they take 10 MB. */
const MAXIMUM_QUEUED_SPANS = 2048;
const MAXIMUM_BATCH_SPANS = 512;
/** Below a request or a task. A sweep over many tenants must not push the spans of requests out of the queue. */
const MAXIMUM_CHILDREN = 200;
const MAXIMUM_ATTRIBUTE_LENGTH = 4096;
/** For an export with its retries. */
const EXPORT_TIMEOUT_MS = 10_000;
const STOP_MS = 3000;
const WARNING_INTERVAL_MS = 60_000;

const KINDS: Record<SpanKind, ApiSpanKind> = {
  internal: ApiSpanKind.INTERNAL,
  server: ApiSpanKind.SERVER,
  client: ApiSpanKind.CLIENT,
  consumer: ApiSpanKind.CONSUMER,
};

export function startTracer(settings: TraceSettings & { otlpEndpoint: string }, log: Logger): Tracer {
  const { otlpEndpoint, otlpHeaders, serviceName, tracesSampler, tracesSamplerRatio } = settings;
  const exporter = new OTLPTraceExporter({
    url: `${otlpEndpoint.replace(/\/$/, '')}/v1/traces`,
    headers: otlpHeaders,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': packageFile.version,
      'service.instance.id': randomUUID(),
    }),
    sampler: createSampler(tracesSampler, tracesSamplerRatio),
    spanLimits: { attributeValueLengthLimit: MAXIMUM_ATTRIBUTE_LENGTH },
    spanProcessors: [
      new BatchSpanProcessor(new ReportingExporter(exporter, log), {
        maxQueueSize: MAXIMUM_QUEUED_SPANS,
        maxExportBatchSize: MAXIMUM_BATCH_SPANS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS + 1000,
      }),
    ],
  });
  const tracer = provider.getTracer('stellwerk', packageFile.version);
  return {
    startSpan: (name, kind, attributes, parent) =>
      new ExportedSpan(tracer, { count: 0 }, name, kind, attributes, toContext(parent)),
    flush: () => provider.forceFlush(),
    async stop() {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, STOP_MS);
      await Promise.race([provider.shutdown().catch(() => {}), promise]);
      clearTimeout(timer);
    },
  };
}

class ExportedSpan implements Span {
  readonly traceparent: string;
  readonly isRecording: boolean;
  readonly #tracer: ApiTracer;
  /** The spans below the first one, which they share. */
  readonly #children: { count: number };
  readonly #span: ApiSpan;

  constructor(
    tracer: ApiTracer,
    children: { count: number },
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    parent: Context,
  ) {
    this.#tracer = tracer;
    this.#children = children;
    this.#span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent);
    this.isRecording = this.#span.isRecording();
    const { traceId, spanId, traceFlags } = this.#span.spanContext();
    this.traceparent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  }

  startChild(name: string, kind: SpanKind, attributes: Attributes): Span | undefined {
    if (++this.#children.count > MAXIMUM_CHILDREN) return undefined;
    const parent = trace.setSpan(ROOT_CONTEXT, this.#span);
    return new ExportedSpan(this.#tracer, this.#children, name, kind, attributes, parent);
  }

  set(attributes: Attributes): void {
    for (const [name, value] of Object.entries(attributes))
      if (value !== undefined) this.#span.setAttribute(name, value);
  }

  end(errorType?: string): void {
    if (errorType !== undefined) {
      this.#span.setAttribute('error.type', errorType);
      this.#span.setStatus({ code: SpanStatusCode.ERROR });
    }
    const { count } = this.#children;
    if (count > MAXIMUM_CHILDREN)
      this.#span.setAttribute('stellwerk.spans.omitted', count - MAXIMUM_CHILDREN);
    this.#span.end();
  }
}

function toContext(traceparent: string | undefined): Context {
  if (traceparent === undefined) return ROOT_CONTEXT;
  const [, traceId, spanId, flags] = traceparent.split('-') as [string, string, string, string];
  const traceFlags = Number.parseInt(flags, 16);
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function createSampler(name: SamplerName, ratio: number): Sampler {
  const root = createRootSampler(name, ratio);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function createRootSampler(name: SamplerName, ratio: number): Sampler {
  if (name.endsWith('always_off')) return new AlwaysOffSampler();
  return name.endsWith('traceidratio') ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}

/** Logs a failed export, at most once a minute. The spans of that export are lost. */
class ReportingExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #log: Logger;
  #warnedAtMs = -Infinity;
  #lostSpans = 0;

  constructor(exporter: SpanExporter, log: Logger) {
    this.#exporter = exporter;
    this.#log = log;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, (result) => {
      if (result.code !== ExportResultCode.SUCCESS) this.#warn(spans.length, result.error);
      // The batch processor would report the failure a second time.
      done({ code: ExportResultCode.SUCCESS });
    });
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  #warn(spans: number, error: unknown): void {
    this.#lostSpans += spans;
    if (performance.now() - this.#warnedAtMs < WARNING_INTERVAL_MS) return;
    this.#warnedAtMs = performance.now();
    const { code } = (error ?? {}) as { code?: string | number };
    this.#log.warn(
      { code: code ?? errorTypeOf(error), lostSpans: this.#lostSpans },
      'traces were not exported',
    );
    this.#lostSpans = 0;
  }
}
