/** The record types that are mirrored, and the table of each. `user` is a reserved word in SQL. */
export const TABLES = {
  candidate: 'candidate',
  document: 'document',
  company: 'company',
  site: 'site',
  location: 'location',
  contact: 'contact',
  request: 'request',
  jobad: 'jobad',
  user: 'user_account',
  branch: 'branch',
} as const;

export type Entity = keyof typeof TABLES;

export const ENTITIES = Object.keys(TABLES) as Entity[];

export function isEntity(name: string): name is Entity {
  return Object.hasOwn(TABLES, name);
}

/** A record as the service returned it. */
export type MirroredRecord = Readonly<Record<string, unknown>>;

/** Identifies a record. */
export interface RecordKey {
  entity: Entity;
  id: number;
}

/** A record that another record shows, and the name shown for it. Null if the name does not matter. */
interface Mention extends RecordKey {
  shown: string | null;
}

/** The path at which a record is read, relative to the base URL. */
export function endpointOf(entity: Entity, id: number, record?: MirroredRecord): string {
  switch (entity) {
    case 'candidate':
      return `/candidates/${id}`;
    case 'document':
      return `/candidates/export/documents/${id}`;
    case 'company':
      return `/customers/${id}`;
    case 'site':
      return `/customers/offices/${id}`;
    case 'location':
      return `/customers/locations/${id}`;
    case 'contact':
      return `/customers/contacts/${id}`;
    case 'request':
      return `/customers/requests/${String(record?.kind)}/${id}`;
    case 'jobad':
      return `/jobads/${id}`;
    case 'user':
      return `/users/${id}`;
    case 'branch':
      return '/branches';
  }
}

/**
 * The record that a record belongs to. A document belongs to its candidate, a site to its company, a work location or
 * contact to its site; each of these owners shows what belongs to it. A request belongs to its company, which does not
 * show it.
 */
export function ownerOf(entity: Entity, record: MirroredRecord): RecordKey | undefined {
  const key = (owner: Entity, id: unknown) => (typeof id === 'number' ? { entity: owner, id } : undefined);
  switch (entity) {
    case 'document':
      return key('candidate', record.candidateId);
    case 'site':
    case 'request':
      return key('company', record.customerId);
    case 'location':
    case 'contact':
      return key('site', record.officeId);
    default:
      return undefined;
  }
}

/** The name that other records show for this one. Null if they show none. */
export function nameOf(entity: Entity, record: MirroredRecord): string | null {
  const name =
    entity === 'company' || entity === 'branch'
      ? record.name
      : entity === 'site'
        ? record.description
        : entity === 'jobad'
          ? record.title
          : null;
  return typeof name === 'string' ? name : null;
}

/**
 * The records that a record shows, by name or as part of a list. When such a name changes, the record changes too,
 * although the feed has no entry for it.
 */
export function mentionsOf(entity: Entity, record: MirroredRecord): Mention[] {
  const one = (of: Entity, id: unknown, shown: unknown): Mention[] =>
    typeof id === 'number' ? [{ entity: of, id, shown: typeof shown === 'string' ? shown : null }] : [];
  const each = (list: unknown, map: (item: MirroredRecord) => Mention[]): Mention[] =>
    Array.isArray(list) ? (list as MirroredRecord[]).flatMap(map) : [];
  const mentions = ((): Mention[] => {
    switch (entity) {
      case 'candidate':
        return each(record.applies, (item) => one('jobad', item.jobAdId, item.jobAd));
      case 'company':
        return each(record.offices, (item) => one('site', item.id, item.description));
      case 'site':
        return [
          ...one('company', record.customerId, record.customerName),
          ...each(record.locations, (item) => one('location', item.id, null)),
          ...each(record.contacts, (item) => one('contact', item.id, null)),
        ];
      case 'location':
      case 'contact':
        return [
          ...one('company', record.customerId, record.customerName),
          ...one('site', record.officeId, record.officeDescription),
        ];
      case 'request':
        return one('company', record.customerId, record.customerName);
      case 'jobad':
        return one('branch', record.officeId, record.office);
      case 'user':
        return each(record.assignedOffices, (item) => one('branch', item.officeId, item.name));
      default:
        return [];
    }
  })();
  // A candidate can apply for the same job ad twice.
  return [...new Map(mentions.map((mention) => [`${mention.entity} ${mention.id}`, mention])).values()];
}
