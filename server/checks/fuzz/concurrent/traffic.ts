import { CREATED_TABLES } from './creations.ts';
import { framingRequest } from './framings.ts';
import { OperationRequests, type Scope } from './operation-requests.ts';
import {
  formRequest,
  pageRequest,
  portalRequest,
  tokenRequest,
  unknownPathRequest,
} from './other-requests.ts';
import { type Answer, createdBy, type PlannedRequest } from './planned.ts';
import type { Random } from './random.ts';
import type { ServedOperation, World } from './world.ts';

// Decides what is sent next. A script is a sequence of requests, each of which can depend on the responses before it.

type Script = AsyncGenerator<PlannedRequest, void, Answer>;

/** Operations that start a story: what they create is changed, read, and often deleted. */
const STORIES: readonly { create: string; read?: string; remove?: string }[] = [
  { create: 'v3 candidate_create', read: 'v3 candidate_get', remove: 'platform candidate_erase' },
  { create: 'v3 company_create', read: 'v3 company_get' },
  { create: 'platform jobAd_create', read: 'platform jobAd_getForEditing', remove: 'platform jobAd_delete' },
  // May find a candidate of another story by the email address.
  { create: 'v3 application_receive' },
  { create: 'platform platformUser_create', read: 'platform platformUser_get' },
  { create: 'platform branch_create' },
];
const STORY_WEIGHTS = [8, 5, 3, 2, 0.15, 0.15];

/** They end what the run needs unless the record was created for them. */
const DESTRUCTIVE =
  /^platform (client_change|client_rotateSecret|platformUser_change|platformUser_putPassword|branch_change|listEntry_change|jobAd_change|jobAd_complete|jobAd_withdraw|session_delete|session_deleteAll|session_putPassword|webhookSecret_rotate|password_set)$/;
/** They hash passwords, or create what the product lists as a whole. */
const EXPENSIVE =
  /(session_create|putPassword|password_set|password_requestReset|platformUser_create|platformUser_invite|client_create|branch_create|listEntry_create)$/;
/** Lists and exports without pages. */
const LONG_LIST = /(_export|_list\w*|_inventory|^platform \w+_list)$/;

const REMEMBERED_SCOPES = 200;
const FORM_TOKENS = 40;
const MINIMUM_TOKEN_AGE_MS = 4000;
/** Records are created and read in lists, so their number limits how fast the lists are. */
const MAXIMUM_LIVE_STORIES = 15_000;
const SHORT_STORY = 3;
const LONG_STORY = 9;

const OWN_KEY = 'story ';

/** Whether only one story sends this Idempotency-Key. */
export function isOwnKey(key: string): boolean {
  return key.startsWith(OWN_KEY);
}

export class Traffic {
  readonly #world: World;
  readonly #requests: OperationRequests;
  readonly #weighted: (readonly [number, ServedOperation])[];
  readonly #byTable = new Map<string, ServedOperation[]>();
  readonly #scopes: Scope[] = [];
  readonly #formTokens: { token: string; since: number }[] = [];
  #stories = 0;

  constructor(world: World) {
    this.#world = world;
    this.#requests = new OperationRequests(world);
    const operations = [...world.operations.values()];
    this.#weighted = operations.map((operation) => [weightOf(operation), operation]);
    for (const operation of operations)
      for (const table of new Set(operation.tables.values()))
        this.#byTable.set(table, [...(this.#byTable.get(table) ?? []), operation]);
  }

  next(random: Random): Script {
    const { story, portal, single } = this;
    return random.pickWeighted([
      [55, () => single.call(this, random)],
      [this.#stories < MAXIMUM_LIVE_STORIES ? 6 : 0.5, () => story.call(this, random)],
      [8, () => portal.call(this, random)],
      [3, () => once(pageRequest(random))],
      [5, () => once(unknownPathRequest(random))],
      [1.5, () => once(tokenRequest(this.#world, random))],
      [1.5, () => once(framingRequest(this.#world, random))],
    ])();
  }

  async *single(random: Random): Script {
    const operation = random.pickWeighted(this.#weighted);
    const isForeign = operation.tables.size > 0 && random.chance(0.15);
    const scope = isForeign || random.chance(0.4) ? undefined : this.#scopeFor(operation, random);
    if (this.#isDangerous(operation) && !isForeign && scope === undefined) return;
    const kind = random.chance(0.5) ? 'broken' : 'sound';
    const sender = random.chance(0.97)
      ? undefined
      : random.pick(['nobody', 'forged', 'foreignSite'] as const);
    const request = await this.#requests.plan(operation, random, { scope, isForeign, kind, sender });
    // Every tenant has the first entries of the value lists, under the same ids.
    const isUnknown = isForeign && kind === 'sound' && !operation.tables.has('entryId');
    yield isUnknown ? { ...request, mustFail: true } : request;
  }

  /** Creates a record, changes it and what belongs to it, reads it, and often deletes it. */
  async *story(random: Random): Script {
    const plan = random.pickWeighted(STORIES.map((story, index) => [STORY_WEIGHTS[index]!, story] as const));
    const scope = new Map<string, string>();
    const create = this.#operation(plan.create);
    const request = await this.#requests.plan(create, random, {
      kind: random.chance(0.6) ? 'example' : 'sound',
    });
    delete request.headers['idempotency-key'];
    delete request.headers['content-encoding'];
    const key = random.chance(0.1)
      ? `${OWN_KEY}${random.below(2 ** 31)} ${random.below(2 ** 31)}`
      : undefined;
    if (key !== undefined && create.prefix === '/v3') request.headers['idempotency-key'] = key;
    const created = yield request;
    if (created.status !== 200) return;
    this.#stories += 1;
    if (key !== undefined && create.prefix === '/v3') yield { ...request, expected: [200] };
    scope.set(CREATED_TABLES[plan.create]!, createdBy(created.number));
    for (let count = random.chance(0.5) ? SHORT_STORY : LONG_STORY; count > 0; count--)
      yield* this.#chapter(scope, random);
    if (plan.read !== undefined) yield await this.#plain(plan.read, scope, random, [200, 304]);
    if (plan.remove === undefined || random.chance(0.4)) {
      this.#remember(scope, random);
      return;
    }
    // A chapter can have put the candidate on hold.
    const removed = yield await this.#plain(plan.remove, scope, random, [204, 409]);
    if (removed.status !== 204) return;
    this.#stories -= 1;
    if (plan.read !== undefined) yield await this.#plain(plan.read, scope, random, [404]);
  }

  /** One request that concerns a record of the story. */
  async *#chapter(scope: Map<string, string>, random: Random): Script {
    const operation = random.pick(this.#byTable.get(random.pick([...scope.keys()])) ?? []);
    if (operation === undefined || operation.method === 'DELETE') return;
    if (EXPENSIVE.test(operation.key) && !random.chance(0.05)) return;
    const kind = random.pickWeighted([
      [4, 'example'],
      [4, 'sound'],
      [2, 'broken'],
    ] as const);
    const request = await this.#requests.plan(operation, random, { scope, kind });
    const answer = yield request;
    const table = CREATED_TABLES[operation.key];
    const isNew = request.headers['idempotency-key'] === undefined;
    if (answer.status === 200 && table !== undefined && isNew && !scope.has(table))
      scope.set(table, createdBy(answer.number));
  }

  /** A visitor of the portal, who sometimes opens a form and sends it later. */
  async *portal(random: Random): Script {
    if (random.chance(0.75)) {
      yield portalRequest(this.#world, random);
      return;
    }
    const oldest = this.#formTokens[0];
    const isOld = oldest !== undefined && performance.now() - oldest.since > MINIMUM_TOKEN_AGE_MS;
    if (isOld || random.chance(0.2)) {
      if (isOld) this.#formTokens.shift();
      yield formRequest(this.#world, random, oldest?.token);
      return;
    }
    const { tenant, jobAdId } = this.#world.first;
    const path = `/jobs/${tenant.key}/${jobAdId}/apply`;
    const form = yield {
      surface: 'portal',
      sender: 'nobody',
      method: 'GET',
      path,
      headers: {},
      expected: [200],
    };
    const token = /name="token" value="([^"]+)"/.exec(form.body.toString('utf8'))?.[1];
    if (token !== undefined && this.#formTokens.length < FORM_TOKENS)
      this.#formTokens.push({ token, since: performance.now() });
  }

  async #plain(
    key: string,
    scope: Scope,
    random: Random,
    expected: readonly number[],
  ): Promise<PlannedRequest> {
    const request = await this.#requests.plan(this.#operation(key), random, { scope, kind: 'example' });
    return { ...request, expected };
  }

  #operation(key: string): ServedOperation {
    const operation = this.#world.operations.get(key);
    if (operation === undefined) throw new Error(`No document has the operation ${key}.`);
    return operation;
  }

  #remember(scope: Scope, random: Random): void {
    if (this.#scopes.length < REMEMBERED_SCOPES) this.#scopes.push(scope);
    else this.#scopes[random.below(REMEMBERED_SCOPES)] = scope;
  }

  /** A finished story with the record that the path names last. Its record may be gone after this request. */
  #scopeFor(operation: ServedOperation, random: Random): Scope | undefined {
    const table = [...operation.tables.values()].at(-1);
    if (table === undefined || this.#scopes.length === 0) return undefined;
    const index = random.below(this.#scopes.length);
    const scope = this.#scopes[index]!;
    if (!scope.has(table)) return undefined;
    if (operation.method === 'DELETE') this.#scopes.splice(index, 1);
    return scope;
  }

  #isDangerous({ key, method, tables }: ServedOperation): boolean {
    return DESTRUCTIVE.test(key) || (method === 'DELETE' && tables.size > 0);
  }
}

async function* once(request: PlannedRequest): Script {
  yield request;
}

function weightOf({ key, method, tables }: ServedOperation): number {
  if (EXPENSIVE.test(key)) return 0.01;
  if (method === 'POST') return 0.25;
  if (method !== 'GET') return 1;
  if (tables.size > 0) return 2;
  return LONG_LIST.test(key) ? 0.1 : 0.6;
}
