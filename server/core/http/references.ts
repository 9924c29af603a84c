import type { TenantDatabase } from '../db/connection.ts';
import type { Services } from '../services.ts';
import type { Fault } from './errors.ts';
import type { ReferenceUse } from './schema-walk.ts';

/** A kind of record that requests can refer to by id. */
export interface ReferenceKind {
  /**
   * Returns those of the ids that exist for this tenant and that a request can refer to. Must not use a cache if a record of
   * this kind can be deactivated, because a deactivated record is rejected at once on every process.
   */
  find(services: Services, db: TenantDatabase, tenantId: number, ids: number[]): Promise<number[]>;
  /** True if the id is known to be valid without a query. If not, `find` decides. */
  isKnown?(services: Services, id: number): boolean;
  /** The operation that lists the ids. */
  source: string;
  /**
   * What `find` requires of a record: an adjective that goes with "an". If `source` also lists records that requests cannot refer to, the
   * property of the list that shows it. Without it, every listed id is valid.
   */
  condition?: { adjective: string; shownBy?: string };
}

export type ReferenceKinds = Readonly<Record<string, ReferenceKind>>;

/** Finds the references whose record does not exist for the tenant. */
export type ReferenceCheck = (
  services: Services,
  db: TenantDatabase,
  tenantId: number,
  uses: ReferenceUse[],
) => Promise<Fault[]>;

export function createReferenceCheck(kinds: ReferenceKinds): ReferenceCheck {
  return async (services, db, tenantId, uses) => {
    if (uses.every(({ kind, id }) => kinds[kind]!.isKnown?.(services, id))) return [];
    const missing = new Set<string>();
    await Promise.all(
      [...Map.groupBy(uses, ({ kind }) => kind)].map(async ([kind, ofKind]) => {
        const ids = [...new Set(ofKind.map(({ id }) => id))];
        const found = new Set(await kinds[kind]!.find(services, db, tenantId, ids));
        for (const id of ids) if (!found.has(id)) missing.add(`${kind} ${id}`);
      }),
    );
    return uses
      .filter(({ kind, id }) => missing.has(`${kind} ${id}`))
      .map(({ property, kind }) => ({
        property,
        code: 'unknownReference',
        message: `${property} ${requirement(kind, kinds[kind]!)}`,
      }));
  };
}

function requirement(kind: string, { source, condition }: ReferenceKind): string {
  const { adjective = 'existing', shownBy } = condition ?? {};
  const start = `is not the id of an ${adjective} ${kind}. ${source} lists the`;
  return shownBy === undefined ? `${start} valid ids.` : `${start} ids. Send one with ${shownBy}.`;
}

/** For kinds whose records can be deactivated. */
export const ACTIVE: ReferenceKind['condition'] = { adjective: 'active', shownBy: 'isActive true' };
