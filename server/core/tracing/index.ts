export * from './open-tracer.ts';
export * from './trace.ts';
export { parseTraceparent, traceIdOf } from './traceparent.ts';
