import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { after } from 'node:test';

interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  /** 2 if the span failed. */
  status: number;
  attributes: Record<string, unknown>;
}

interface TraceReceiver {
  url: string;
  /** The bodies as they arrived. */
  texts: string[];
  headers: IncomingHttpHeaders[];
  /** The spans that have arrived, sorted by the time at which they ended. */
  spans(): ReceivedSpan[];
  /** Attributes of the process that sent the last batch. */
  resource(): Record<string, unknown>;
  /** By default, a 200. */
  respond: (response: ServerResponse) => void;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

/** A collector that takes traces over OTLP/HTTP with JSON. It is closed after the tests of the file. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    receiver.texts.push(text);
    receiver.headers.push({ ...request.headers, ':path': request.url });
    receiver.respond(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no address');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const resourceSpans = () => receiver.texts.flatMap((text) => JSON.parse(text).resourceSpans);
  const receiver: TraceReceiver = {
    url: `http://127.0.0.1:${address.port}`,
    texts: [],
    headers: [],
    respond: (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    spans: () =>
      resourceSpans()
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map(({ traceId, spanId, parentSpanId, name, status, attributes }) => ({
          traceId,
          spanId,
          parentSpanId: parentSpanId || undefined,
          name,
          status: status.code ?? 0,
          attributes: toRecord(attributes),
        })),
    resource: () => toRecord(resourceSpans().at(-1).resource.attributes),
  };
  return receiver;
}

function toRecord(attributes: Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
