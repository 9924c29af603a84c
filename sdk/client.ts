import { type ApiResponse, Call } from './core/call.ts';
import { Caller } from './core/caller.ts';
import { systemClock } from './core/clock.ts';
import { type FollowOptions, followFeed } from './core/follow-changes.ts';
import { unexpected } from './core/foreign.ts';
import { buildGroups } from './core/groups.ts';
import { nameOf } from './core/operation.ts';
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
   * or, once there is a cursor, while something else responds in its place. Ends when the signal is aborted.
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
    const { list: read } = this.changes;
    const list: ChangeFeed['list'] = (...call) =>
      new Call(
        read(...call)
          .withResponse()
          .then(checkPage),
      );
    this.changes.list = list;
    const readPage = async (...call: Parameters<typeof list>) => {
      const { data, headers } = await list(...call).withResponse();
      return { ...data, recordForm: headers.get('record-form') };
    };
    this.changes.follow = (following) => followFeed(readPage, systemClock, following);
  }
}

/** A reader that took another page for one of the feed would lose its cursor. */
function checkPage(response: ApiResponse<ChangesResponse>): ApiResponse<ChangesResponse> {
  const page = response.data as Partial<ChangesResponse> | null;
  if (Array.isArray(page?.changes) && typeof page.nextCursor === 'string') return response;
  throw unexpected(nameOf(OPERATIONS.changes!.list!), response, 'the response is not a page of changes.');
}
