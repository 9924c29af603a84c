/** Record types that are mirrored, and the table each is kept in. `user` is a reserved word of SQL. */
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

/** A record of the service, as it was read. */
export type MirroredRecord = Readonly<Record<string, unknown>>;

/** What names a record. */
export interface RecordKey {
  entity: Entity;
  id: number;
}

/** A record shown inside another one: whom, and the text under which; null where the text does not matter. */
export interface Mention extends RecordKey {
  shown: string | null;
}

/** Path below the base address at which a record is read. */
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
 * The record that a record belongs to, and that shows it: of a document its candidate, of a site its company, of a
 * work location or contact its site. Of a request its company, which does not show it.
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

/** The text under which other records show this one; null where they show none. */
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
 * The records that a record shows with a text of theirs, or as part of a list. When such a text changes, the record
 * reads differently although the feed has no change of it.
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
  // A candidate may have applied for one job ad twice.
  return [...new Map(mentions.map((mention) => [`${mention.entity} ${mention.id}`, mention])).values()];
}
