import { createHash } from 'node:crypto';

/** The changing values of a record. All of them are sent with each write, so a record must never show two versions. */
type Version = string;

/** A record and everything that the service may truthfully show of it. */
export interface LedgerRecord {
  entity: 'candidate' | 'company';
  /** In the name of the record and nowhere else. */
  marker: string;
  /** Undefined while no creation was acknowledged. */
  id: number | undefined;
  /** The last acknowledged version, and then one whose write was not acknowledged. */
  versions: Version[];
  statuses: (number | null)[];
  /** Acknowledged writes after the creation, and those without acknowledgement. */
  changes: { acknowledged: number; unsure: number };
  /** Digests of the acknowledged documents by id. */
  documents: Map<number, string>;
  /** Uploads without acknowledgement, digests by name. */
  unsureDocuments: string[];
  /** Whether it was created by an application with a document. */
  isApplication: boolean;
}

/** A creation without acknowledgement that is repeated after the faults, or never. */
export interface OpenCreation {
  record: LedgerRecord;
  path: string;
  key: string;
  body: object;
  eventId: number;
  digest?: string;
}

/** Everything that the writers sent, and what was acknowledged. */
export class Ledger {
  readonly records: LedgerRecord[] = [];
  readonly openCreations: OpenCreation[] = [];
  /** Number of acknowledged writes by event type and entity id. */
  readonly events = new Map<string, number>();
  acknowledged = 0;
  unsure = 0;

  addRecord(entity: LedgerRecord['entity'], marker: string, isApplication = false): LedgerRecord {
    const record: LedgerRecord = {
      entity,
      marker,
      id: undefined,
      versions: [],
      statuses: [null],
      changes: { acknowledged: 0, unsure: 0 },
      documents: new Map(),
      unsureDocuments: [],
      isApplication,
    };
    this.records.push(record);
    return record;
  }

  acknowledge(eventId: number, entityId: number): void {
    this.acknowledged++;
    const key = `${eventId} ${entityId}`;
    this.events.set(key, (this.events.get(key) ?? 0) + 1);
  }
}

export function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
