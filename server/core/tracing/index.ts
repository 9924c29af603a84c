export { openTracer } from './open-tracer.ts';
export {
  type Attributes,
  currentTraceparent,
  errorTypeOf,
  isRecording,
  logMixin,
  openTrace,
  runInTrace,
  runTrace,
  type Span,
  startChildSpan,
  type Trace,
  type Tracer,
  traced,
} from './trace.ts';
export { parseTraceparent, traceIdOf } from './traceparent.ts';
