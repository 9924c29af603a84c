import { choice, headers, ratio, serviceUrl } from './values.ts';

const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

export type SamplerName = (typeof SAMPLERS)[number];

/** The settings of traces have the names that OpenTelemetry specifies. */
export interface TraceSettings {
  /** If undefined, traces are not exported. */
  otlpEndpoint: string | undefined;
  otlpHeaders: Record<string, string>;
  serviceName: string;
  tracesSampler: SamplerName;
  /** Share of the traces, from 0 to 1, for the samplers that end in traceidratio. */
  tracesSamplerRatio: number;
}

export const TRACE_SETTINGS = [
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    key: 'otlpEndpoint',
    default: '(none: traces are not exported)',
    meaning:
      'Base URL of an OpenTelemetry collector. Traces are posted to /v1/traces under this URL, as JSON.',
    read: (text: string | undefined) =>
      text === undefined ? undefined : serviceUrl(text, 'http://localhost:4318'),
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    key: 'otlpHeaders',
    default: '(none)',
    meaning: 'Headers of these calls, such as api-key=1234,tenant=acme. Values are URL-encoded.',
    read: (text: string | undefined) => (text === undefined ? {} : headers(text)),
  },
  {
    name: 'OTEL_SERVICE_NAME',
    key: 'serviceName',
    default: 'stellwerk',
    meaning: 'Name of the service in traces.',
    read: (text: string | undefined) => text ?? 'stellwerk',
  },
  {
    name: 'OTEL_TRACES_SAMPLER',
    key: 'tracesSampler',
    default: SAMPLERS[0],
    meaning:
      'Which traces are exported. With parentbased_, a request with a traceparent is exported if its caller exports it.',
    limits: SAMPLERS.join(', '),
    read: (text: string | undefined) => choice(text, SAMPLERS[0], [...SAMPLERS]),
  },
  {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    key: 'tracesSamplerRatio',
    default: '1',
    meaning: 'Share of the traces that a sampler ending in traceidratio exports.',
    limits: '0 to 1',
    read: (text: string | undefined) => ratio(text, 1),
  },
] as const;
