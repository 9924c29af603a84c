import type { GeneratedRequest } from '../generated-request.ts';
import { toJsonText } from '../json-text.ts';
import { ODD_HEADERS, ODD_PATHS, ODD_QUERIES } from '../odd-input.ts';
import { isRecordPick } from '../values.ts';
import { Corpus } from './corpus.ts';
import type { PlannedRequest, Sender } from './planned.ts';
import type { Random } from './random.ts';
import type { ServedOperation, World } from './world.ts';

// Requests to the operations of the documents: with ids of the first tenant, of records that the run created, or of the
// second tenant.

/** Records that a run created together, by table. The values are references to the requests that created them. */
export type Scope = ReadonlyMap<string, string>;

interface Choice {
  scope?: Scope | undefined;
  /** Whether the records of the path are those of the second tenant. */
  isForeign?: boolean;
  kind: 'example' | 'sound' | 'broken';
  sender?: Sender;
}

const HEADERS: [string, string[]][] = [
  ...ODD_HEADERS.filter(([name]) => !['expect', 'authorization', 'cookie', 'user-agent'].includes(name)),
  ['accept-language', ['de', 'en', 'de-AT,de;q=0.9', 'fr', 'x', '*;q=0']],
  ['accept-encoding', ['gzip', 'br', 'identity;q=0', 'gzip;q=0.5, br;q=0.1']],
  ['if-none-match', ['*', '"x"', 'W/"x"', 'W/"x", "y"']],
  ['range', ['bytes=0-3', 'bytes=2-', 'bytes=-2', 'bytes=99999-', 'bytes=0-0,2-3']],
  ['prefer', ['handling=strict', 'handling=lenient', 'return=minimal', 'respond-async, wait=10']],
  [
    'traceparent',
    [
      '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      '00-00000000000000000000000000000000-0000000000000000-00',
      'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      '00-x-y-z',
      '0'.repeat(3000),
    ],
  ],
  ['tracestate', ['a=1', '=', 'x'.repeat(600)]],
  ['content-type', ['application/json', 'application/json; charset=utf-8', 'text/json']],
];
const KEYS = ['k1', 'k2', 'k3', '"k"'];
const LARGE_BODY_CHARACTERS = 60_000;
const LARGE_BODIES = 0.02;
const FOREIGN_REFERENCES = 0.08;
const UNDECLARED_TENANT = 0.03;

export class OperationRequests {
  readonly #world: World;
  readonly #corpus = new Corpus();

  constructor(world: World) {
    this.#world = world;
  }

  /** A request as the document describes it, or a broken one, with odd headers now and then. */
  async plan(operation: ServedOperation, random: Random, choice: Choice): Promise<PlannedRequest> {
    let request = this.#corpus[choice.kind](operation, random);
    let body = await this.#bodyOf(operation, request, choice, random);
    if (body !== undefined && body.length > LARGE_BODY_CHARACTERS && !random.chance(LARGE_BODIES)) {
      request = this.#corpus.example(operation, random);
      body = await this.#bodyOf(operation, request, choice, random);
    }
    const isPlain = choice.kind === 'example';
    return {
      surface: 'operation',
      operation: operation.key,
      sender: request.isUnpermitted ? this.#weakSender(operation) : (choice.sender ?? ownSender(operation)),
      method: operation.method,
      path: await this.#pathOf(operation, request, choice, random),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...sendable(request.headers),
        ...(isPlain ? {} : oddHeaders(operation, random)),
      },
      ...(body === undefined ? {} : { body }),
    };
  }

  #weakSender({ prefix }: ServedOperation): Sender {
    return prefix === '/v3' ? 'narrow' : 'viewer';
  }

  async #pathOf(
    operation: ServedOperation,
    request: GeneratedRequest,
    { scope, isForeign = false, kind }: Choice,
    random: Random,
  ): Promise<string> {
    const given: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.path)) {
      const table = operation.tables.get(name);
      given[name] = table === undefined ? toSegment(value) : isPossibleId(value) ? '' : value;
    }
    for (const [name, table] of operation.tables) given[name] ||= scope?.get(table) ?? '';
    const names = Object.keys(given);
    if (kind === 'broken' && names.length > 0 && random.chance(0.1))
      given[random.pick(names)] = random.pick(ODD_SEGMENTS);
    const { records } = isForeign ? this.#world.second : this.#world.first;
    const { path } = await records.fillPath(operation, given, random.below(200));
    const query = request.query.map(([name, value]) => `${escaped(name)}=${escaped(value)}`);
    query.push(...request.rawQuery);
    if (kind === 'broken' && random.chance(0.1)) query.push(random.pick(ODD_QUERIES));
    return `${operation.prefix}${path}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  }

  async #bodyOf(
    _operation: ServedOperation,
    request: GeneratedRequest,
    { scope }: Choice,
    random: Random,
  ): Promise<string | undefined> {
    if (request.rawBody !== undefined) return request.rawBody;
    if (request.body === undefined) return undefined;
    const body = await this.#withIds(request.body, scope, random);
    return toJsonText(random.chance(UNDECLARED_TENANT) ? this.#withForeignTenant(body) : body);
  }

  /** With properties that no body declares, and that a handler must not take from it. */
  #withForeignTenant(body: unknown): unknown {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
    const { id } = this.#world.second.tenant;
    return { ...body, tenantId: id, tenant_id: id };
  }

  async #withIds(value: unknown, scope: Scope | undefined, random: Random): Promise<unknown> {
    if (typeof value !== 'object' || value === null) return value;
    if (isRecordPick(value)) return this.#idFor(value.$record, value.pick, value.wanted, scope, random);
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const item of value) items.push(await this.#withIds(item, scope, random));
      return items;
    }
    const entries: [string, unknown][] = [];
    for (const [name, child] of Object.entries(value))
      entries.push([name, await this.#withIds(child, scope, random)]);
    return Object.fromEntries(entries);
  }

  async #idFor(kind: string, pick: number, wanted: unknown, scope: Scope | undefined, random: Random) {
    const table = this.#world.records.tableOf(kind);
    const created = table === undefined ? undefined : scope?.get(table);
    if (created !== undefined && random.chance(0.6)) return `@raw:${created}`;
    const side = random.chance(FOREIGN_REFERENCES) ? this.#world.second : this.#world.first;
    return side.records.id(kind, pick, null, wanted);
  }
}

/** Whether it may be the id of a record, which a broken request must not delete by chance. */
function isPossibleId(value: string): boolean {
  return /^0*\d{1,7}$/.test(value);
}

const ODD_SEGMENTS = ODD_PATHS.filter((value) => !isPossibleId(value));

/** Escapes what would end the segment. Escapes stay as they are, also invalid ones. */
function toSegment(value: string): string {
  if (value === '') return 'x';
  return value.replaceAll(/[#?/\\]/g, encodeURIComponent);
}

function ownSender({ prefix }: ServedOperation): Sender {
  return prefix === '/v3' ? 'owner' : 'admin';
}

function oddHeaders(operation: ServedOperation, random: Random): Record<string, string> {
  const headers: Record<string, string> = {};
  while (random.chance(0.25)) {
    const [name, values] = random.pick(HEADERS);
    headers[name] = random.pick(values);
  }
  if (operation.method === 'POST' && random.chance(0.05)) headers['idempotency-key'] = random.pick(KEYS);
  return headers;
}

/** Without the headers that only the client itself may send. */
function sendable({ expect: _, ...headers }: Record<string, string>): Record<string, string> {
  return headers;
}

function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
