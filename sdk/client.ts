import { Caller } from './core/caller.ts';
import { systemClock } from './core/clock.ts';
import { type FollowOptions, followFeed } from './core/follow-changes.ts';
import { buildGroups } from './core/groups.ts';
import { type StellwerkOptions, toSettings } from './core/settings.ts';
import { type CandidatesApi, type ChangesApi, OperationGroups } from './generated/operations.ts';
import type { ChangeDto, ChangesResponse } from './generated/schemas.ts';
import { OPERATIONS } from './generated/table.ts';

/** A page of the feed, with the header that is no part of it. */
export interface FollowedPage extends ChangesResponse {
  /** The form of the records, as in `RecordStream`. Null if the service is older and does not name it. */
  recordForm: string | null;
}

export interface FollowChangesOptions extends FollowOptions {
  entities?: readonly ChangeDto['entity'][];
}

/** The operations on candidates, and `stream`, which reads all of them. */
export interface CandidateOperations extends CandidatesApi {
  /** Reads all candidates record by record, with bounded memory. The same as `export.stream`. */
  stream: CandidatesApi['export']['stream'];
}

/** The operations on the feed of changes, and `follow`, which reads it continuously. */
export interface ChangeFeed extends ChangesApi {
  /**
   * Follows the feed: `for await (const { changes, nextCursor } of client.changes.follow({ cursor })) …`. Store
   * `nextCursor` after you have handled the changes. A reader that continues from it sees every change exactly once.
   * If `recordForm` is not the one stored with your copy, export everything again. Waits while the service is unavailable
   * and ends when the signal is aborted.
   */
  follow(options?: FollowChangesOptions): AsyncGenerator<FollowedPage, void, undefined>;
}

/**
 * Client for the integration API. Create one per process and share it, because it holds the access token. Operations
 * are grouped, for example `client.candidates.create({ … })`.
 */
export class Stellwerk extends OperationGroups {
  declare readonly candidates: CandidateOperations;
  declare readonly changes: ChangeFeed;

  /** Throws a TypeError if an option is missing or invalid. Sends nothing until the first call. */
  constructor(options: StellwerkOptions) {
    super();
    const caller = new Caller(toSettings(options), systemClock);
    Object.assign(this, buildGroups(OPERATIONS, caller));
    this.candidates.stream = this.candidates.export.stream;
    const { list } = this.changes;
    const readPage = async (...call: Parameters<typeof list>) => {
      const { data, headers } = await list(...call).withResponse();
      return { ...data, recordForm: headers.get('record-form') };
    };
    this.changes.follow = (following) => followFeed(readPage, systemClock, following);
  }
}
