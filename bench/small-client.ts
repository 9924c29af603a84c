import { connect, type Socket } from 'node:net';

interface Answer {
  status: number;
  hasRetryAfter: boolean;
  isClosed: boolean;
  createdId: number | undefined;
}

/** A connection with the smallest HTTP client that works here, because the generator shares the machine with the service. */
export class SmallClient {
  readonly #socket: Socket;
  #text = '';
  #head: string | undefined;
  /** The end of what has arrived. Searching all of it for every part would make large responses slow. */
  #tail = '';
  #resolve: ((answer: Answer) => void) | undefined;
  #isClosed = false;

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (text: string) => {
      this.#text += text;
      this.#tail = (this.#tail + text.slice(-7)).slice(-7);
      this.#read();
    });
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      this.#isClosed = true;
      this.#answer({ status: 0, hasRetryAfter: false, isClosed: true, createdId: undefined });
    });
  }

  send(request: string): Promise<Answer> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
      if (this.#isClosed)
        this.#answer({ status: 0, hasRetryAfter: false, isClosed: true, createdId: undefined });
      else this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(): void {
    if (this.#head === undefined) {
      const end = this.#text.indexOf('\r\n\r\n');
      if (end === -1) return;
      this.#head = this.#text.slice(0, end).toLowerCase();
    }
    const head = this.#head;
    const start = head.length + 4;
    const length = Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0);
    if (head.includes('\r\ntransfer-encoding: chunked')) {
      if (this.#tail !== '\r\n0\r\n\r\n') return;
    } else if (this.#text.length < start + length) return;
    const body = this.#text.slice(start, start + length);
    this.#text = '';
    this.#head = undefined;
    const id = /^\{"id" ?: ?(\d+)/.exec(body)?.[1];
    this.#answer({
      status: Number(head.slice(9, 12)),
      hasRetryAfter: head.includes('\r\nretry-after: '),
      isClosed: head.includes('\r\nconnection: close'),
      createdId: id === undefined ? undefined : Number(id),
    });
  }

  #answer(answer: Answer): void {
    const resolve = this.#resolve;
    this.#resolve = undefined;
    if (answer.isClosed) this.#socket.destroy();
    resolve?.(answer);
  }
}
