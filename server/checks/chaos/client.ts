import { Agent, type IncomingMessage, request } from 'node:http';

/** A call longer than this is a finding. */
const LONGEST_MS = 30_000;
/** Then the suite gives the call up. */
const GIVE_UP_MS = 60_000;
const LISTED = 20;
/** What a service may answer while something it needs is away. */
const EXCUSES = new Set([429, 502, 503, 507, 408]);
const USER_AGENT = 'StellwerkChaos/1.0';

export interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: the judge reads properties of bodies that it knows.
  json(): any;
}

interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
  /** Statuses that this call may have besides success and the excuses. */
  accepts?: readonly number[];
}

/** What all callers saw: statuses, broken connections, the slowest call, and everything that must not happen. */
export class Observations {
  readonly statuses = new Map<number, number>();
  readonly findings: string[] = [];
  broken = 0;
  calls = 0;
  slowestMs = 0;

  add(what: string, status: number | undefined, ms: number, options: CallOptions, detail: string): void {
    this.calls++;
    this.slowestMs = Math.max(this.slowestMs, ms);
    if (ms > LONGEST_MS)
      this.report(
        `${what} took ${Math.round(ms / 1000)} s and ended with ${status ?? 'a broken connection'}`,
      );
    if (status === undefined) {
      this.broken++;
      return;
    }
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    const isExpected =
      (status >= 200 && status < 300) || EXCUSES.has(status) || options.accepts?.includes(status);
    if (!isExpected) this.report(`${what} was answered with ${status}: ${detail}`);
  }

  /** The messageGuids of the errors that must not happen, with which the log has their causes. */
  get errorIds(): string[] {
    return this.findings.flatMap((text) => /"messageGuid":"([0-9a-f-]+)"/.exec(text)?.[1] ?? []);
  }

  report(text: string): void {
    if (this.findings.length < LISTED) this.findings.push(`${new Date().toISOString()} ${text}`);
  }
}

/** Calls the API through the door. A response that breaks off is no response. */
export class Client {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #origin: string;
  readonly #observations: Observations;
  token = '';

  constructor(origin: string, observations: Observations) {
    this.#origin = origin;
    this.#observations = observations;
  }

  get(path: string, options: CallOptions = {}): Promise<Answer | undefined> {
    return this.call('GET', path, options);
  }

  /** Undefined if the connection broke. */
  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer | undefined> {
    const startedMs = performance.now();
    const answer = await this.#send(method, path, options).catch(() => undefined);
    const detail = answer === undefined || answer.status < 300 ? '' : answer.bytes.toString().slice(0, 300);
    this.#observations.add(
      `${method} ${path}`,
      answer?.status,
      performance.now() - startedMs,
      options,
      detail,
    );
    return answer;
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(method: string, path: string, { body, headers = {} }: CallOptions): Promise<Answer> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const call = request(
        `${this.#origin}/v3${path}`,
        {
          method,
          agent: this.#agent,
          signal: AbortSignal.timeout(GIVE_UP_MS),
          headers: {
            authorization: `Bearer ${this.token}`,
            'user-agent': USER_AGENT,
            ...(text === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const bytes = Buffer.concat(chunks);
            resolve({
              status: response.statusCode!,
              headers: response.headers,
              bytes,
              json: () => JSON.parse(bytes.toString()),
            });
          });
        },
      );
      call.on('error', reject);
      call.end(text);
    });
  }
}
