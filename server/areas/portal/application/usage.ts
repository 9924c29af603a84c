import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { SystemDatabase } from '../../../core/db/connection.ts';
import type { Services } from '../../../core/services.ts';
import { addUse, deleteEndedUse, readWaitSeconds, type Usage, type UsageLimit } from './usage-queries.ts';

// Limits for strangers, counted in the database for all processes together. They are generous, because all visitors in a
// school share one address. So do all visitors behind a proxy that is not in TRUSTED_PROXIES.

const UNLIMITED_BYTES = Number.MAX_SAFE_INTEGER;
const FORMS: UsageLimit = { uses: 60, bytes: UNLIMITED_BYTES, windowSeconds: 600 };
/** Errors, changes of the language, and CVs that are read again. A day is as long as a token is valid. */
const SUBMISSIONS_PER_TOKEN: UsageLimit = { uses: 20, bytes: UNLIMITED_BYTES, windowSeconds: 24 * 3600 };
// Far above what one household or school needs. A file beyond the limits is not an error: the visitor selects it again.
const HELD_PER_SENDER: UsageLimit = { uses: 200, bytes: 500 * 1024 ** 2, windowSeconds: 3600 };
const HELD_IN_ALL = { uses: 5000, bytes: 5 * 1024 ** 3, windowSeconds: 3600 };
// All visitors would wait for the lock of a single row. Each form counts against one of several equal shares, at random.
const SHARES = 16;
const HELD_PER_SHARE: UsageLimit = {
  uses: Math.floor(HELD_IN_ALL.uses / SHARES),
  bytes: HELD_IN_ALL.bytes / SHARES,
  windowSeconds: HELD_IN_ALL.windowSeconds,
};

export type FormKind = 'submission' | 'reading';

export class PortalUsage {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Counts a form. Returns the seconds that the address has to wait, or 0 if it is within the limit. */
  async countForm(kind: FormKind, address: string): Promise<number> {
    const db = this.#services.database.system;
    const subject = this.#hash(`${kind} ${toSender(address)}`);
    if (await addUse(db, subject, { uses: 1, bytes: 0 }, FORMS)) return 0;
    return readWaitSeconds(db, subject);
  }

  /** Counts a submission of a form. Returns false if its token was used too often. */
  countToken(token: string): Promise<boolean> {
    const subject = this.#hash(`token ${token}`);
    return addUse(this.#services.database.system, subject, { uses: 1, bytes: 0 }, SUBMISSIONS_PER_TOKEN);
  }

  /** Counts files to keep. Returns false if they would exceed a limit. */
  async countHeld(address: string, held: Usage): Promise<boolean> {
    const db = this.#services.database.system;
    const sender = this.#hash(`held ${toSender(address)}`);
    if (held.uses > HELD_PER_SENDER.uses || held.bytes > HELD_PER_SENDER.bytes) return false;
    if (!(await addUse(db, sender, held, HELD_PER_SENDER))) return false;
    return addUse(db, Buffer.from(`all-held ${randomInt(SHARES)}`), held, HELD_PER_SHARE);
  }

  /** Without the key, the addresses in the table could be found by trying all of them. */
  #hash(text: string): Buffer {
    const key = hkdfSync('sha256', this.#services.masterKeys.own, '', 'stellwerk/portal-use/v1', 32);
    return createHmac('sha256', Buffer.from(key)).update(text).digest();
  }
}

/** Deletes the counts of windows that have ended. */
export function sweepPortalUse(db: SystemDatabase): Promise<void> {
  return deleteEndedUse(db);
}

/** Combines all addresses of an IPv6 /64 network, because one household can use any of them. */
export function toSender(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv6'
    ? parsed
        .toByteArray()
        .slice(0, 8)
        .map((byte) => byte.toString(16))
        .join(':')
    : parsed.toString();
}
