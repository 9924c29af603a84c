import { once } from 'node:events';
import { createServer, connect as openSocket, type Socket } from 'node:net';

export interface DatabaseRelay {
  /** Leads to the database through the relay. */
  url: string;
  /** Ends every connection without a message from the server, and refuses new ones. */
  cut(): void;
  /** Ends `cut`. */
  restore(): void;
  /** Resolves when so many further connections were refused. */
  refusals(count: number): Promise<void>;
  /** Keeps every connection open and accepts new ones, but forwards nothing in either direction. */
  freeze(): void;
  /** Ends `freeze`. What was sent meanwhile arrives now. */
  thaw(): void;
  close(): void;
}

/** A TCP proxy in front of the database, for tests of its failures. */
export async function openDatabaseRelay(databaseUrl: string): Promise<DatabaseRelay> {
  const url = new URL(databaseUrl);
  const directory = url.searchParams.get('host');
  const port = Number(url.searchParams.get('port') ?? url.port);
  const target =
    directory === null ? { host: url.hostname, port } : { path: `${directory}/.s.PGSQL.${port}` };
  const pairs = new Set<[Socket, Socket]>();
  let isOpen = true;
  let isFrozen = false;
  const server = createServer((socket) => {
    if (!isOpen) {
      server.emit('refusal');
      return socket.end();
    }
    const upstream = openSocket(target);
    const pair: [Socket, Socket] = [socket, upstream];
    pairs.add(pair);
    for (const end of pair) end.on('error', () => {});
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
  return {
    url: url.href,
    cut,
    restore() {
      isOpen = true;
    },
    async refusals(count) {
      for (let left = count; left > 0; left--) await once(server, 'refusal');
    },
    freeze() {
      isFrozen = true;
      for (const ends of pairs) for (const end of ends) end.unpipe().pause();
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

function join([socket, upstream]: [Socket, Socket]): void {
  socket.pipe(upstream).pipe(socket);
}
