import { Caller } from './core/caller.ts';
import { systemClock } from './core/clock.ts';
import { type FollowOptions, followFeed } from './core/follow-changes.ts';
import { buildGroups } from './core/groups.ts';
import { type StellwerkOptions, toSettings } from './core/settings.ts';
import { type ChangesApi, OperationGroups } from './generated/operations.ts';
import type { ChangeDto, ChangesResponse } from './generated/schemas.ts';
import { OPERATIONS } from './generated/table.ts';

export interface FollowChangesOptions extends FollowOptions {
  entities?: readonly ChangeDto['entity'][];
}

/** The operations on the feed of changes, and the feed itself. */
export interface ChangeFeed extends ChangesApi {
  /**
   * Follows the feed: `for await (const { changes, nextCursor } of client.changes.follow({ cursor })) …`. Store
   * `nextCursor` once the changes are dealt with; going on from it gives every change exactly once. Waits for a
   * service that is away, and ends when the signal is aborted.
   */
  follow(options?: FollowChangesOptions): AsyncGenerator<ChangesResponse, void, undefined>;
}

/**
 * Client of the integration API. Make one per process and share it: it keeps the access token, and the calls are in
 * groups, such as `client.candidates.create({ … })`.
 */
export class Stellwerk extends OperationGroups {
  declare readonly changes: ChangeFeed;

  /** Throws a TypeError when an option is missing or wrong. Nothing is sent until the first call. */
  constructor(options: StellwerkOptions) {
    super();
    const caller = new Caller(toSettings(options), systemClock);
    Object.assign(this, buildGroups(OPERATIONS, caller));
    const { list } = this.changes;
    this.changes.follow = (following) => followFeed(list, systemClock, following);
  }
}
