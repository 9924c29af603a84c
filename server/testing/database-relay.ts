import { once } from 'node:events';
import { createServer, connect as openSocket, type Socket } from 'node:net';

interface DatabaseRelay {
  /** Leads to the database through the relay. */
  url: string;
  /** Ends every connection without a message from the server, and refuses new ones. */
  cut(): void;
  /** Refuses new connections, and keeps the present ones. */
  refuse(): void;
  /** Ends `cut` and `refuse`. */
  restore(): void;
  /** Resolves when so many further connections were refused. */
  refusals(count: number): Promise<void>;
  /** Keeps every connection open and accepts new ones, but forwards nothing in either direction. */
  freeze(): void;
  /** Keeps the present connections open, but forwards nothing on them any more. Later ones work. */
  silence(): void;
  /** Forwards what the clients send, but nothing of what the server responds. */
  withholdResponses(): void;
  /** Ends `freeze`. What was sent meanwhile arrives now. */
  thaw(): void;
  close(): void;
}

interface DatabaseRelayOptions {
  /** Refuses a connection that sets, as it starts, anything that PgBouncer does not pass on. */
  isPooler?: boolean;
}

/** A TCP proxy in front of the database, for tests of its failures. */
export async function openDatabaseRelay(
  databaseUrl: string,
  { isPooler = false }: DatabaseRelayOptions = {},
): Promise<DatabaseRelay> {
  const url = new URL(databaseUrl);
  const directory = url.searchParams.get('host');
  const port = Number(url.searchParams.get('port') ?? url.port);
  const target =
    directory === null ? { host: url.hostname, port } : { path: `${directory}/.s.PGSQL.${port}` };
  const pairs = new Set<[Socket, Socket]>();
  let isOpen = true;
  let isFrozen = false;
  const server = createServer(async (socket) => {
    // Also of a connection that is refused: its client can break it first.
    socket.on('error', () => {});
    if (isPooler && !(await hasUsualStart(socket))) return;
    if (!isOpen) {
      server.emit('refusal');
      return socket.end();
    }
    const upstream = openSocket(target);
    const pair: [Socket, Socket] = [socket, upstream];
    pairs.add(pair);
    upstream.on('error', () => {});
    socket.on('close', () => pairs.delete(pair));
    if (!isFrozen) join(pair);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as { port: number };
  url.search = '';
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  const cut = () => {
    isOpen = false;
    for (const ends of pairs) for (const end of ends) end.destroy();
  };
  const stop = () => {
    for (const ends of pairs) for (const end of ends) end.unpipe().pause();
  };
  return {
    url: url.href,
    cut,
    refuse() {
      isOpen = false;
    },
    restore() {
      isOpen = true;
    },
    async refusals(count) {
      for (let left = count; left > 0; left--) await once(server, 'refusal');
    },
    freeze() {
      isFrozen = true;
      stop();
    },
    silence: stop,
    withholdResponses() {
      for (const [, upstream] of pairs) upstream.unpipe().pause();
    },
    thaw() {
      isFrozen = false;
      for (const pair of pairs) join(pair);
    },
    close() {
      cut();
      server.close();
    },
  };
}

const PASSED_ON = ['user', 'database', 'application_name', 'client_encoding', 'DateStyle', 'TimeZone'];

/** Leaves the first message unread. Ends the connection if the message has another parameter. */
async function hasUsualStart(socket: Socket): Promise<boolean> {
  await once(socket, 'readable');
  const message: Buffer | null = socket.read();
  if (message === null) return false;
  // Its length, the version of the protocol, then names and values, and an empty name.
  const words = message.toString('utf8', 8).split('\0');
  const refused = words.find((word, index) => index % 2 === 0 && word !== '' && !PASSED_ON.includes(word));
  if (refused === undefined) {
    socket.unshift(message);
    return true;
  }
  const text = `SFATAL\0C08P01\0Munsupported startup parameter: ${refused}\0\0`;
  const response = Buffer.alloc(5 + text.length);
  response.write(`E\0\0\0\0${text}`);
  response.writeInt32BE(4 + text.length, 1);
  socket.end(response);
  return false;
}

function join([socket, upstream]: [Socket, Socket]): void {
  socket.pipe(upstream).pipe(socket);
}
