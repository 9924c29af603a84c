import type { Language } from '../../core/http/index.ts';
import type { LocalizedText, PartActivityKind } from './history.ts';

// The texts of the activities that the service writes. They are stored in both languages, because a name in them can change or
// disappear later. An activity from before there were German texts has only the English one.

const PARTS = {
  site: { en: 'Site', de: 'Standort' },
  location: { en: 'Work location', de: 'Einsatzort' },
  contact: { en: 'Contact', de: 'Ansprechpartner' },
} as const;

const GERMAN_KINDS: Record<PartActivityKind, string> = {
  created: 'angelegt',
  changed: 'geändert',
  deleted: 'gelöscht',
  activated: 'aktiviert',
  deactivated: 'deaktiviert',
};

/**
 * The text of an activity about a part. It names sites and work locations, because a deleted work location can no longer be
 * read. It does not name contacts, because they are people.
 */
export function partActivityText(
  part: keyof typeof PARTS,
  kind: PartActivityKind,
  record: object,
): LocalizedText {
  const { description } = record as { description?: unknown };
  const isNamed = part !== 'contact' && typeof description === 'string' && description.trim() !== '';
  return {
    en: `${PARTS[part].en} ${isNamed ? `"${description}" ` : ''}${kind}.`,
    de: `${PARTS[part].de} ${isNamed ? `„${description}“ ` : ''}${GERMAN_KINDS[kind]}.`,
  };
}

/** An entry of a value list. */
export interface StatusName {
  name_en: string;
  name_de: string;
}

interface StatusChange {
  from: StatusName;
  to: StatusName;
  /** The first valid days before and after. Absent for a status without one. */
  fromDay?: string | null;
  toDay?: string | null;
  comment?: string | null;
}

interface Words {
  status: string;
  contractStatus: string;
  remains: (what: string, to: string) => string;
  changed: (what: string, from: string, to: string) => string;
  nameOf: (status: StatusName) => string;
  dayOf: (isoDate: string) => string;
  validFrom: (day: string) => string;
  insteadOf: (day: string) => string;
  withoutDay: (day: string) => string;
}

const WORDS: Record<Language, Words> = {
  en: {
    status: 'Status',
    contractStatus: 'Contract status',
    remains: (what, to) => `${what} remains ${to}`,
    changed: (what, from, to) => `${what} changed from ${from} to ${to}`,
    nameOf: ({ name_en }) => name_en,
    dayOf: (isoDate) => isoDate,
    validFrom: (day) => `, valid from ${day}`,
    insteadOf: (day) => ` instead of ${day}`,
    withoutDay: (day) => `, no longer with the first valid day ${day}`,
  },
  de: {
    status: 'Status',
    contractStatus: 'Vertragsstatus',
    remains: (what, to) => `${what} bleibt ${to}`,
    changed: (what, from, to) => `${what} von ${from} auf ${to} geändert`,
    nameOf: ({ name_de }) => name_de,
    dayOf: (isoDate) => isoDate.split('-').toReversed().join('.'),
    validFrom: (day) => `, gültig ab ${day}`,
    insteadOf: (day) => ` statt ${day}`,
    withoutDay: (day) => `, nicht mehr mit dem ersten Gültigkeitstag ${day}`,
  },
};

/** Separates the words of the service from the comment. Neither names of statuses nor days contain it. */
const BEFORE_COMMENT = ': ';

/** The text of an activity about a status, with the caller's comment. */
export function statusActivityText(what: 'status' | 'contractStatus', change: StatusChange): LocalizedText {
  const text = (words: Words) => {
    const [from, to] = [words.nameOf(change.from), words.nameOf(change.to)];
    const status =
      change.from === change.to ? words.remains(words[what], to) : words.changed(words[what], from, to);
    const { comment } = change;
    return `${status}${dayText(words, change)}${isBlank(comment) ? '.' : `${BEFORE_COMMENT}${comment}`}`;
  };
  return { en: text(WORDS.en), de: text(WORDS.de) };
}

/** A new status has no day by default, so only a status that remains can lose its day. */
function dayText(words: Words, { from, to, fromDay = null, toDay = null }: StatusChange): string {
  const previousDay = from === to && fromDay !== toDay ? fromDay : null;
  const previous = previousDay === null ? null : words.dayOf(previousDay);
  if (toDay === null) return previous === null ? '' : words.withoutDay(previous);
  return `${words.validFrom(words.dayOf(toDay))}${previous === null ? '' : words.insteadOf(previous)}`;
}

/** Returns whether the text of an activity about a status ends with this comment, and with nothing else. */
export function hasComment(activityText: string | undefined, comment: string): boolean {
  const start = activityText?.indexOf(BEFORE_COMMENT) ?? -1;
  return start >= 0 && activityText!.slice(start + BEFORE_COMMENT.length) === comment;
}

export function isBlank(comment: string | null | undefined): boolean {
  return comment == null || comment.trim() === '';
}
