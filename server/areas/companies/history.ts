import type { RawBuilder } from 'kysely';
import type { Caller, Language } from '../../core/http/index.ts';

export const ACTIVITY_KINDS = [
  'note',
  'created',
  'changed',
  'deleted',
  'activated',
  'deactivated',
  'statusChanged',
  'contractStatusChanged',
] as const;
export const ACTIVITY_ENTITIES = ['company', 'site', 'location', 'contact'] as const;

export type ActivityKind = (typeof ACTIVITY_KINDS)[number];
/** What happens to a site, a work location, or a contact. */
export type PartActivityKind = Exclude<ActivityKind, 'note' | 'statusChanged' | 'contractStatusChanged'>;
type ActivityEntity = (typeof ACTIVITY_ENTITIES)[number];

/** A platform user or an API client. Both ids are null if the service made the change. */
export interface Author {
  userId: number | null;
  apiClientId: number | null;
}

export function authorOf(caller: Caller): Author {
  return {
    userId: caller.kind === 'user' ? caller.userId : null,
    apiClientId: caller.kind === 'client' ? caller.apiClientId : null,
  };
}

/** A text of the service, in each language. */
export type LocalizedText = Readonly<Record<Language, string>>;

export interface Activity {
  kind: ActivityKind;
  entity: ActivityEntity;
  /** A value, or a column of the statement. */
  entityId: number | RawBuilder<number>;
  companyId: number | RawBuilder<number>;
  /** A note is in the words of its author. The service writes in each language. */
  text: string | LocalizedText;
  author: Author;
  /** Defaults to the current time. */
  occurredAt?: string | null;
}
