import { toNameKey } from './name-words.ts';
import { OCCUPATION_SYNONYMS } from './occupation-synonyms.ts';

/** An entry of the list of professions. */
export interface OccupationEntry {
  id: number;
  names: readonly string[];
  /** A task of an occupation. An occupation of the same name comes first. */
  isActivity?: boolean;
}

/**
 * `whole`: the title is a name of the entry, or another word for it. `part`: a part of the title is, and the rest says where or how
 * the person worked.
 */
export type OccupationMatch = { id: number; by: 'whole' | 'part' };

/** What is before the occupation: "Ausbildung zur", "Staatlich geprüfte". */
const BEFORE =
  /^(?:(?:abgeschlossene |duale |betriebliche )?(?:berufs)?(?:ausbildung|lehre|umschulung|weiterbildung|qualifizierung|tätigkeit|anstellung|apprenticeship|training) (?:zum|zur|als|as an?|as)\s+(?:de[rnm]\s+)?)|^(?:(?:staatl(?:ich|\.)|gepr(?:üfte?r?|\.)|anerkannte?r?|examinierte?r?|gelernte?r?|ausgebildete?r?|qualified|certified)\s+)+|^dipl(?:om|\.)?[\s-]*(?=ing)/iu;
/** "Maurerlehre". */
const AFTER = /(?<=\p{L}{4})-?(?:lehre|ausbildung)$/iu;
/** In parentheses: how somebody was employed, and not as what. */
const EMPLOYMENT =
  /\((?:[^()]*\b(?:zeitarbeit|teilzeit|vollzeit|minijob|befristet|unbefristet|ihk|hwk|efz|part[- ]time|full[- ]time|temporary|permanent|fixed[- ]term|agency|contract|std|stunden|hours)\b[^()]*|\d[^()]*)\)/giu;
/** Who is called after an occupation and does not have it: those who learn it, help in it, or lead others. */
const OTHER_ROLE =
  /(?:azubi|auszubild|lehrling|apprentice|trainee|prakti|intern\b|internship|volont|student|schüler|aushilf|helfer|hilfs|assisten|leit(?:er|ung)|leader|\bhead\b|chef|manager|supervisor|stellvertret|deputy|vice|meister|trainer|ausbilder|lehrer|dozent|professor|berater|consultant|verkäufer|vertrieb|sales)/iu;
/** Ranks before an occupation. */
const RANK = /^(?:(?:senior|junior|lead|chief|sr\.?|jr\.?|erste[rn]?|leitende[rn]?)[\s-]+)+/iu;
/** Letters. A shorter word is the beginning of many titles. */
const SHORTEST_PART = 6;
/** No name of an occupation has more. A longer part is not looked up: a title of a thousand words would take a second. */
const MAXIMUM_PART_WORDS = 16;

/** Finds the entry of a list of professions that a job title or a vocational training names. */
export class OccupationIndex {
  /** Undefined for names that several entries have. */
  readonly #entries = new Map<string, number | undefined>();
  readonly #groups = new Map<string, readonly string[]>();

  constructor() {
    for (const names of OCCUPATION_SYNONYMS) {
      const keys = names.map(toNameKey);
      for (const key of keys) if (!this.#groups.has(key)) this.#groups.set(key, keys);
    }
  }

  /** Activities are added after all occupations. */
  add({ id, names, isActivity = false }: OccupationEntry): void {
    for (const key of new Set(names.flatMap(keysOf))) {
      const isKnown = this.#entries.has(key);
      if (isKnown && isActivity) continue;
      this.#entries.set(key, isKnown && this.#entries.get(key) !== id ? undefined : id);
    }
  }

  find(title: string): OccupationMatch | undefined {
    const plain = title.replaceAll(EMPLOYMENT, ' ').replace(BEFORE, '').trim().replace(AFTER, '');
    const whole = this.#lookUp(toNameKey(plain));
    if (whole !== undefined) return { id: whole, by: 'whole' };
    const ranked = plain.replace(RANK, '');
    for (const { part, key } of partsOf(ranked)) {
      const id = this.#lookUp(key);
      const rest = ranked.replace(part, ' ');
      if (id !== undefined && !OTHER_ROLE.test(rest)) return { id, by: 'part' };
    }
    return undefined;
  }

  #lookUp(key: string): number | undefined {
    if (this.#entries.has(key)) return this.#entries.get(key);
    for (const other of this.#groups.get(key) ?? []) {
      const id = this.#entries.get(other);
      if (id !== undefined) return id;
    }
    return undefined;
  }
}

/** The keys of a name of an entry: as it is, and without what it has in parentheses. "Koch/Köchin" has one. */
function keysOf(name: string): string[] {
  const plain = name.replaceAll(/\s*\([^)]*\)/g, '').trim();
  return [...new Set([name, plain])].flatMap((form) => {
    const alternatives = /\s/.test(form) ? [] : form.split('/').map(toNameKey);
    return [toNameKey(form), ...alternatives].filter((key) => key !== '');
  });
}

/** The first words of a title, which can be its occupation, longest first. */
function partsOf(title: string): { part: string; key: string }[] {
  const words = title.split(/\s+/).slice(0, MAXIMUM_PART_WORDS);
  return words
    .map((_, index) => words.slice(0, words.length - index).join(' '))
    .map((part) => ({ part, key: toNameKey(part) }))
    .filter(({ key }) => key.length >= SHORTEST_PART);
}
