import { Readable } from 'node:stream';
import type { UserCaller } from '../../core/http/index.ts';
import {
  ENTITIES,
  formatCursor,
  isProposalEntity,
  type LoggedEntity,
  type Position,
  PROPOSAL_PERMISSION,
} from '../changes/index.ts';
import type { LiveChange } from './queries.ts';

/** A reader that takes less would make the process keep what it does not take. It continues with Last-Event-ID. */
const MAXIMUM_WAITING_BYTES = 256 * 1024;

/** One open page of a user. */
export class LiveStream {
  readonly source: Readable;
  /** Whose session it is, as of the last check. A change of the role notifies, so that the next check follows at once. */
  user: UserCaller;
  /** The last change that was sent or passed over. */
  position: Position;

  constructor(user: UserCaller, position: Position) {
    this.user = user;
    this.position = position;
    this.source = new Readable({ read() {} });
    // A reader who disconnects is no error.
    this.source.on('error', () => {});
  }

  /** Sends those of the changes whose records the user can read. */
  sendChanges(changes: readonly LiveChange[]): void {
    for (const change of changes) {
      this.position = positionOf(change);
      const { entity, kind, record_id: id, actor_kind: actorKind, actor_name: actorName } = change;
      if (!canSee(this.user, entity)) continue;
      // Names of users are for those who work with them.
      const name = this.user.permissions.has('users:read') ? actorName : null;
      this.send('change', { entity, id, operation: kind, actorKind, actorName: name });
    }
  }

  send(event: string, data: object): void {
    const id = formatCursor(this.user.tenantId, this.position);
    this.#write(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Keeps proxies and the browser from closing a connection on which nothing happens. */
  beat(): void {
    this.#write(': \n\n');
  }

  end(): void {
    if (!this.source.destroyed) this.source.push(null);
  }

  #write(text: string): void {
    if (this.source.destroyed || this.source.readableEnded) return;
    this.source.push(text);
    if (this.source.readableLength > MAXIMUM_WAITING_BYTES) this.source.destroy();
  }
}

function positionOf(change: LiveChange): Position {
  return {
    generation: change.generation,
    transactionId: BigInt(change.transaction_id),
    sequence: BigInt(change.sequence),
  };
}

function canSee({ permissions }: UserCaller, entity: LoggedEntity): boolean {
  if (entity === 'valueList') return false;
  return permissions.has(isProposalEntity(entity) ? PROPOSAL_PERMISSION : ENTITIES[entity].permission);
}
