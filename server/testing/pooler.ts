import { type AddressInfo, createServer, type Socket } from 'node:net';
import { after } from 'node:test';
import pg from 'pg';

// A connection pooler like PgBouncer, for tests: a client gets a connection to the server for each transaction, or for its session.

const SSL_REQUEST = 80877103;
/** Authenticated, its own process and key, and ready. */
const WELCOME = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('K', Buffer.alloc(8)),
  message('Z', Buffer.from('I')),
]);

function message(type: string, contents: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(contents.length + 4);
  return Buffer.concat([Buffer.from(type), length, contents]);
}

/** Splits a stream into messages, each of a type, a length, and contents. */
class Messages {
  #rest: Buffer = Buffer.alloc(0);

  *read(chunk: Buffer): Generator<{ type: string; bytes: Buffer }> {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    while (this.#rest.length >= 5 && this.#rest.length > this.#rest.readInt32BE(1)) {
      const end = this.#rest.readInt32BE(1) + 1;
      yield { type: String.fromCharCode(this.#rest[0]!), bytes: this.#rest.subarray(0, end) };
      this.#rest = this.#rest.subarray(end);
    }
  }
}

class ServerConnection {
  readonly client: pg.Client;
  readonly #socket: Socket;
  readonly #messages = new Messages();
  /** Gets what the server sends. */
  receive: (type: string, bytes: Buffer) => void = () => {};

  constructor(client: pg.Client) {
    this.client = client;
    this.#socket = (client as unknown as { connection: { stream: Socket } }).connection.stream;
    this.#socket.setNoDelay();
    this.#socket.removeAllListeners('data');
    this.#socket.on('data', (chunk) => {
      for (const { type, bytes } of this.#messages.read(chunk as Buffer)) this.receive(type, bytes);
    });
  }

  send(bytes: Buffer): void {
    this.#socket.write(bytes);
  }

  close(): void {
    this.#socket.destroy();
  }
}

interface PoolerOptions {
  mode: 'transaction' | 'session';
  /** Connections to the server. */
  size: number;
  /** Gives the connection that was used first, instead of the one that was used last. */
  isRoundRobin?: boolean;
}

/** Returns the URL of a pooler in front of the database at `url`, until the end of the tests of the file. */
export async function startPooler(url: string, options: PoolerOptions): Promise<string> {
  const all: ServerConnection[] = [];
  for (let count = 0; count < options.size; count += 1) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    all.push(new ServerConnection(client));
  }
  const free = [...all];
  const waiting: ((connection: ServerConnection) => void)[] = [];
  const take = async () =>
    (options.isRoundRobin ? free.shift() : free.pop()) ??
    (await new Promise<ServerConnection>((resolve) => waiting.push(resolve)));
  const giveBack = (connection: ServerConnection) => {
    const next = waiting.shift();
    if (next === undefined) free.push(connection);
    else next(connection);
  };
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    serve(socket, { take, giveBack, isOfSession: options.mode === 'session' });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  after(() => {
    for (const socket of sockets) socket.destroy();
    for (const connection of all) connection.close();
    listener.close();
  });
  const pooled = new URL(url);
  pooled.search = '';
  pooled.hostname = '127.0.0.1';
  pooled.port = String((listener.address() as AddressInfo).port);
  return pooled.href;
}

interface Pool {
  take(): Promise<ServerConnection>;
  giveBack(connection: ServerConnection): void;
  isOfSession: boolean;
}

function serve(socket: Socket, { take, giveBack, isOfSession }: Pool): void {
  const messages = new Messages();
  let hasStarted = false;
  let taken: Promise<ServerConnection> | undefined;
  const release = () => {
    const before = taken;
    taken = undefined;
    void before?.then(giveBack);
  };
  const receive = (type: string, bytes: Buffer) => {
    socket.write(bytes);
    // Ready, and in no transaction.
    if (type === 'Z' && bytes[5] === 'I'.charCodeAt(0) && !isOfSession) release();
  };
  socket.setNoDelay();
  socket.on('error', () => {});
  socket.on('close', async () => {
    const connection = await taken;
    if (connection === undefined) return;
    // Ends a transaction that the client left open, and forgets the settings of the session.
    const statements = isOfSession ? ['ROLLBACK', 'DISCARD ALL'] : ['ROLLBACK'];
    let running = statements.length;
    connection.receive = (type) => {
      if (type === 'Z') running -= 1;
      if (running === 0) release();
    };
    for (const text of statements) connection.send(message('Q', Buffer.from(`${text}\0`)));
  });
  const forward = async (chunk: Buffer) => {
    for (const { type, bytes } of messages.read(chunk)) {
      if (type === 'X') return socket.end();
      taken ??= take();
      const connection = await taken;
      connection.receive = receive;
      connection.send(bytes);
    }
  };
  let forwarded: Promise<unknown> = Promise.resolve();
  socket.on('data', (chunk: Buffer) => {
    if (hasStarted) {
      forwarded = forwarded.then(() => forward(chunk));
      return;
    }
    hasStarted = chunk.readInt32BE(4) !== SSL_REQUEST;
    socket.write(hasStarted ? WELCOME : 'N');
  });
}
