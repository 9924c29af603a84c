import { AsyncLocalStorage } from 'node:async_hooks';
import { traceIdOf } from './traceparent.ts';

// Nothing here loads OpenTelemetry. If traces are not exported and the caller sent no traceparent, there is no trace, and each
// function returns after a look at the storage.

/** `server` and `client` for requests, `consumer` for jobs of the queue. */
export type SpanKind = 'internal' | 'server' | 'client' | 'consumer';

/**
 * Names and values that describe a span. They leave the installation, so they are ids, sizes, statuses, and texts of our own
 * code. Never values that somebody entered, URLs, or messages of errors, which quote values.
 */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A unit of work. It is exported when it ends. */
export interface Span {
  /** The header that continues the trace below this span. */
  readonly traceparent: string;
  /** False if the trace is not sampled. The span is then not exported, and needs no children. */
  readonly isRecording: boolean;
  /** Returns undefined if this process has already made too many spans in the trace. */
  startChild(name: string, kind: SpanKind, attributes: Attributes): Span | undefined;
  set(attributes: Attributes): void;
  /** `errorType` is a code or the name of a class, and marks the span as failed. */
  end(errorType?: string): void;
}

/** Exports spans. */
export interface Tracer {
  /** Starts the first span of this process in the trace of `parent`, or in a new trace. */
  startSpan(name: string, kind: SpanKind, attributes: Attributes, parent: string | undefined): Span;
  /** Sends the spans that have ended. */
  flush(): Promise<void>;
  /** Sends the spans that have ended, as far as that takes no longer than a few seconds. Never rejects. */
  stop(): Promise<void>;
}

/** A place in a trace. */
export interface Trace {
  traceparent: string;
  /** Undefined if the trace is only passed on. */
  span?: Span;
}

const storage = new AsyncLocalStorage<Trace>();

/** Runs the function, and all that it starts, at this place. */
export function runInTrace<T>(trace: Trace | undefined, run: () => T): T {
  return trace === undefined ? run() : storage.run(trace, run);
}

/** Returns the header that passes on the current trace, if there is one. */
export function currentTraceparent(): string | undefined {
  return storage.getStore()?.traceparent;
}

/** Adds the id of the current trace to log lines. */
export function logMixin(): { traceId?: string } {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? {} : { traceId: traceIdOf(traceparent) };
}

/** Whether spans of the current work are exported. */
export function isRecording(): boolean {
  return storage.getStore()?.span?.isRecording === true;
}

/** Starts a span below the current one. Returns undefined if it would not be exported. The caller must end it. */
export function startChildSpan(name: string, kind: SpanKind, attributes: Attributes): Span | undefined {
  const span = storage.getStore()?.span;
  return span?.isRecording ? span.startChild(name, kind, attributes) : undefined;
}

/** Runs the function in a span below the current one. */
export function traced<T>(
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  run: () => Promise<T>,
): Promise<T> {
  const span = startChildSpan(name, kind, attributes);
  return span === undefined ? run() : runInSpan(span, run);
}

/**
 * Starts a place in the trace of `parent`. Without a tracer, the parent is only passed on, and without both, there is no
 * trace.
 */
export function openTrace(
  tracer: Tracer | undefined,
  parent: string | undefined,
  describe: () => { name: string; kind: SpanKind; attributes: Attributes },
): Trace | undefined {
  if (tracer === undefined) return parent === undefined ? undefined : { traceparent: parent };
  const { name, kind, attributes } = describe();
  const span = tracer.startSpan(name, kind, attributes, parent);
  return { traceparent: span.traceparent, span };
}

/** Runs the function at this place, and ends the span of the place. */
export function runTrace<T>(trace: Trace | undefined, run: () => Promise<T>): Promise<T> {
  if (trace?.span === undefined) return runInTrace(trace, run);
  return runInSpan(trace.span, run);
}

async function runInSpan<T>(span: Span, run: () => Promise<T>): Promise<T> {
  try {
    const result = await storage.run({ traceparent: span.traceparent, span }, run);
    span.end();
    return result;
  } catch (error) {
    span.end(errorTypeOf(error));
    throw error;
  }
}

/** Returns the code or the class of an error. Its message can contain values. */
export function errorTypeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string' && code !== '') return code;
  return error instanceof Error ? error.constructor.name : typeof error;
}
