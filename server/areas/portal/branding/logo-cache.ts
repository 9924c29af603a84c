import { LRUCache } from 'lru-cache';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { findLogo, type StoredLogo } from './queries.ts';

const MAXIMUM_CACHED_BYTES = 16 * 1024 * 1024;

/** The logos that visitors have read last. Each read asks the database which logo the tenant has now. */
export class LogoCache {
  readonly #logos = new LRUCache<number, StoredLogo>({
    maxSize: MAXIMUM_CACHED_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
  });

  async find(db: TenantDatabase, tenantId: number): Promise<StoredLogo | undefined> {
    const known = this.#logos.get(tenantId);
    const logo = await findLogo(db, tenantId, known);
    if (logo === undefined) this.#logos.delete(tenantId);
    else if (logo !== known) this.#logos.set(tenantId, logo);
    return logo;
  }
}
