import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** One answer as it came over the wire. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Statuses 1xx that came before it. */
  interim: number[];
}

/**
 * Speaks HTTP by hand, for what a well-behaved client cannot send. `bytes` go out at once; the connection must end
 * with the answer (the caller sends Connection: close, or the service closes).
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

/** Everything up to the end of the connection; a reset after the answer is an end like any other. */
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
