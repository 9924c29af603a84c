import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, Client } from './client.ts';
import { digestOf, type Ledger, type LedgerRecord, type OpenCreation } from './ledger.ts';
import type { Random } from './random.ts';

export const EVENTS = {
  candidateCreated: 1401,
  candidateChanged: 1402,
  statusChanged: 1404,
  applicationReceived: 1405,
  documentCreated: 1406,
  companyCreated: 1411,
  companyChanged: 1412,
} as const;

const STATUSES = [2003, 2004, 2005];
const ATTEMPTS = 40;
const RETRY_MS = 400;
/** How often a creation without acknowledgement is left as it is, to be repeated after the faults or never. */
const GIVE_UP = 0.15;
/** The answers that say that the same call may succeed later. 409: the first attempt is still running. */
const CONFLICT = 409;

interface WriterOptions {
  name: string;
  client: Client;
  ledger: Ledger;
  random: Random;
  pauseMs: number;
  /** Documents have up to this size. */
  documentBytes: number;
}

/**
 * Creates and changes its own records, one call after the other. A creation has an idempotency key and is repeated until it
 * is acknowledged or given up. After a change without acknowledgement, the record is not changed again: the change may still
 * be on its way, and would overwrite a later one.
 */
export class Writer {
  readonly #options: WriterOptions;
  readonly #candidates: LedgerRecord[] = [];
  readonly #companies: LedgerRecord[] = [];
  #count = 0;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  async run(shouldContinue: () => boolean): Promise<void> {
    const { random, pauseMs } = this.#options;
    const writes = [
      () => this.#createCandidate(),
      () => this.#createCandidate(),
      () => this.#createCompany(),
      () => this.#apply(),
      () => this.#upload(),
      () => this.#upload(),
      ...Array.from({ length: 4 }, () => () => this.#change(this.#candidates)),
      () => this.#change(this.#companies),
      () => this.#setStatus(),
    ];
    while (shouldContinue()) {
      await random.pick(writes)();
      await delay(random.integer(0, pauseMs));
    }
  }

  async #createCandidate(): Promise<void> {
    const record = this.#newRecord('candidate');
    const body = { firstName: 'Chaos', lastName: record.marker, ...candidateVersion(0) };
    record.versions = ['v0'];
    await this.#create(
      { record, path: '/candidates', body, eventId: EVENTS.candidateCreated },
      this.#candidates,
    );
  }

  async #createCompany(): Promise<void> {
    const record = this.#newRecord('company');
    record.versions = ['v0'];
    const body = { name: record.marker, ...companyVersion(0) };
    await this.#create({ record, path: '/customers', body, eventId: EVENTS.companyCreated }, this.#companies);
  }

  async #apply(): Promise<void> {
    const record = this.#newRecord('candidate', true);
    const bytes = this.#newBytes();
    const body = {
      salutationId: 3,
      firstName: 'Chaos',
      lastName: record.marker,
      city: 'Berlin',
      zipCode: '10115',
      email: `${record.marker}@example.org`,
      sourceOfSupplyId: 1,
      whatsAppConsentChecked: false,
      hasWhatsApp: false,
      privacyChecked: true,
      termsOfUseChecked: true,
      keywords: ['Chaos'],
      documents: [{ filename: 'cv.bin', base64File: bytes.toString('base64') }],
    };
    const eventId = EVENTS.applicationReceived;
    const path = '/candidates/applies/external';
    await this.#create({ record, path, body, eventId, digest: digestOf(bytes) }, []);
  }

  async #upload(): Promise<void> {
    const { random, ledger } = this.#options;
    const record = this.#candidates[random.integer(0, this.#candidates.length)];
    if (record === undefined) return;
    const bytes = this.#newBytes();
    const digest = digestOf(bytes);
    const body = {
      filename: `${this.#count++}.bin`,
      base64File: bytes.toString('base64'),
      shouldParseCV: false,
    };
    const { answer } = await this.#repeat(`/candidates/${record.id}/documents/other`, this.#newKey(), body);
    if (answer === undefined) {
      record.unsureDocuments.push(digest);
      ledger.unsure++;
      return;
    }
    const { id } = answer.json();
    record.documents.set(id, digest);
    ledger.acknowledge(EVENTS.documentCreated, id);
  }

  async #change(records: LedgerRecord[]): Promise<void> {
    const { random, client } = this.#options;
    const record = records[random.integer(0, records.length)];
    if (record === undefined) return;
    const number = ++this.#count;
    const [path, body, eventId] =
      record.entity === 'candidate'
        ? ['/candidates', candidateVersion(number), EVENTS.candidateChanged]
        : ['/customers', companyVersion(number), EVENTS.companyChanged];
    const answer = await client.call('PUT', `${path}/${record.id}`, { body });
    if (this.#settle(record, records, answer, eventId)) record.versions = [`v${number}`];
    else record.versions.push(`v${number}`);
  }

  async #setStatus(): Promise<void> {
    const { random, client } = this.#options;
    const record = this.#candidates[random.integer(0, this.#candidates.length)];
    if (record === undefined) return;
    // The status that the candidate has would change nothing, so no call of a webhook would follow.
    const others = STATUSES.filter((status) => !record.statuses.includes(status));
    if (others.length === 0) return;
    const statusId = random.pick(others);
    const answer = await client.call('PUT', `/candidates/${record.id}/status`, { body: { statusId } });
    if (this.#settle(record, this.#candidates, answer, EVENTS.statusChanged)) record.statuses = [statusId];
    else record.statuses.push(statusId);
  }

  /** Counts a change. Returns whether it was acknowledged, and takes the record out of use if it was not. */
  #settle(
    record: LedgerRecord,
    records: LedgerRecord[],
    answer: Answer | undefined,
    eventId: number,
  ): boolean {
    const { ledger } = this.#options;
    if (isAcknowledged(answer)) {
      record.changes.acknowledged++;
      ledger.acknowledge(eventId, record.id!);
      return true;
    }
    record.changes.unsure++;
    ledger.unsure++;
    records.splice(records.indexOf(record), 1);
    return false;
  }

  async #create(creation: Omit<OpenCreation, 'key'>, records: LedgerRecord[]): Promise<void> {
    const key = this.#newKey();
    const { answer } = await this.#repeat(creation.path, key, creation.body);
    if (answer === undefined) {
      this.#options.ledger.openCreations.push({ ...creation, key });
      this.#options.ledger.unsure++;
      return;
    }
    acknowledgeCreation(this.#options.ledger, creation, answer);
    records.push(creation.record);
  }

  /** Repeats a creation with its key. No answer means that it was given up. */
  async #repeat(path: string, key: string, body: object): Promise<{ answer: Answer | undefined }> {
    const { client, random } = this.#options;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const answer = await postWithKey(client, path, key, body);
      if (isAcknowledged(answer)) return { answer };
      if (random.chance(GIVE_UP)) break;
      await delay(RETRY_MS);
    }
    return { answer: undefined };
  }

  #newRecord(entity: LedgerRecord['entity'], isApplication = false): LedgerRecord {
    return this.#options.ledger.addRecord(entity, `${this.#options.name}n${++this.#count}`, isApplication);
  }

  #newKey(): string {
    return `${this.#options.name}k${++this.#count}`;
  }

  #newBytes(): Buffer {
    const { random, documentBytes } = this.#options;
    // Mostly small ones.
    return random.bytes(Math.max(1, Math.floor(documentBytes * random.next() ** 4)));
  }
}

export function acknowledgeCreation(
  ledger: Ledger,
  { record, eventId, digest }: Omit<OpenCreation, 'key'>,
  answer: Answer,
): void {
  record.id = answer.json().id as number;
  ledger.acknowledge(eventId, record.id);
  if (digest !== undefined) record.unsureDocuments = [digest];
}

export function postWithKey(
  client: Client,
  path: string,
  key: string,
  body: object,
): Promise<Answer | undefined> {
  return client.call('POST', path, { body, headers: { 'idempotency-key': key }, accepts: [CONFLICT] });
}

export function isAcknowledged(answer: Answer | undefined): answer is Answer {
  return answer !== undefined && answer.status >= 200 && answer.status < 300;
}

function candidateVersion(number: number): object {
  return { remarks: `v${number}`, desiredPosition: `v${number}`, location: { city: `v${number}` } };
}

function companyVersion(number: number): object {
  return { remarks: `v${number}`, name2: `v${number}`, location: { city: `v${number}` } };
}
