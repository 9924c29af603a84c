import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** One response as it came over the wire. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Statuses 1xx that came before it. */
  interim: number[];
}

/**
 * Sends raw bytes, for requests that an HTTP client refuses to send. All `bytes` are sent at once. The connection must end
 * with the response: the caller sends Connection: close, or the service closes it.
 */
export async function sendRaw(baseUrl: string, ...bytes: (string | Buffer)[]): Promise<RawAnswer> {
  const socket = await openSocket(baseUrl);
  for (const part of bytes) socket.write(part);
  return readAnswer(socket);
}

export async function openSocket(baseUrl: string): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: false });
  await once(socket, 'connect');
  return socket;
}

/** Everything until the end of the connection. A reset after the response counts as an end. */
export async function readAnswer(socket: Socket): Promise<RawAnswer> {
  const chunks: Buffer[] = [];
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
  });
  let text = Buffer.concat(chunks).toString('utf8');
  const interim: number[] = [];
  for (;;) {
    const end = text.indexOf('\r\n\r\n');
    const [statusLine = '', ...lines] = text.slice(0, Math.max(end, 0)).split('\r\n');
    const status = Number(statusLine.split(' ')[1]);
    text = text.slice(end + 4);
    if (status < 200) {
      interim.push(status);
      continue;
    }
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    );
    return { status, headers, body: text, interim };
  }
}

/** The head of a POST request with a body of JSON, without a header for its length. */
export function postHead(path: string, token: string, ...headers: string[]): string {
  return [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    'User-Agent: Test/1.0',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    ...headers,
    '',
    '',
  ].join('\r\n');
}
