import type { TextLine } from '../text/lines.ts';
import { lineText } from '../text/lines.ts';
import { looksLikeCity, trim, withoutRemark } from './entry-texts.ts';
import { placeScore } from './evidence.ts';
import { isKnownCity } from './known-names.ts';

// Which text of a head is the title and which is the place.

type Role = 'title' | 'place' | 'city' | 'dates' | 'description';

/** A text of a head. */
export interface Chunk {
  text: string;
  role?: Role;
  /** Where it is seen from the dates: the same in all entries of a list. */
  slot: string;
  /** The text cut where its font changes. */
  parts?: readonly string[];
}

export type TitleScore = (text: string) => number;

const LABELS: readonly [Role, RegExp][] = [
  [
    'dates',
    /^(?:zeitraum|zeit|datum|dates?(?: \(from . to\))?|dates? of employment|von . bis|beginn . ende|period|time period|dauer|duration|(?:studien|ausbildungs|beschäftigungs|anstellungs)(?:dauer|zeitraum|zeit)|tenure|years?)$/i,
  ],
  [
    'title',
    /^(?:beruf oder funktion|beruf|(?:ausgeübte )?funktion|(?:aktuelle )?position|rolle|tätigkeit(?: als)?|stelle|jobtitel|(?:berufs|stellen|positions)bezeichnung|occupation or position held|(?:job |position )?title|role|designation|title of qualification awarded|bezeichnung der (?:erworbenen )?qualifikation|(?:schul|bildungs|studien|hochschul)?abschluss|ausbildung (?:zu[rm]?|als)|ausbildungsberuf|studiengang|studienfach|degree|qualification|course of study|program(?:me)?)$/i,
  ],
  [
    'place',
    /^(?:(?:name (?:und adresse )?des )?arbeitgebers?|dienstgeber|auftraggeber|(?:name (?:der |des )?)?(?:firm(?:a|enname)|unternehmen(?:sname)?)|betrieb|(?:name (?:and address )?of )?(?:the )?employer|(?:company|employer|institution|school)(?: name)?|client|organi[sz]ation|schule|(?:aus)?bildungs(?:stätte|institut|träger)|institut(?:e|ion)?|einrichtung|anbieter|veranstalter|provider|(?:fach)?hochschule|uni(?:versität)?|akademie|academy|college|berufsschule|ausbildungsbetrieb|university|bildungseinrichtung|name und art der bildungs.*|name and type of organi[sz]ation.*)$/i,
  ],
  ['city', /^(?:(?:arbeits|einsatz|dienst|stand)?ort|stadt|land|city|location|country)$/i],
  [
    'description',
    /^(?:tätigkeiten|aufgaben|(?:haupt|wichtigste )?tätigkeiten und (?:zuständigkeiten|verantwortlichkeiten)|tätigkeitsbereich oder branche|hauptfächer ?\/ ?berufliche fähigkeiten|stufe der nationalen .*|type of business or sector|principal subjects.*|level in national .*|main activities(?: and responsibilities)?|(?:key |main )?responsibilities|(?:key )?achievements|accomplishments|erfolge|duties|beschreibung|(?:job )?description|aufgaben(?:bereiche?|gebiete?|schwerpunkte?)|tasks|branche|industry|sector|(?:tätigkeits|studien)?schwerpunkte?|note|abschlussnote|grade|gpa|thema|thesis|website|adresse|address|abteilung|bereich|department|team|(?:beschäftigungs|vertrags|anstellungs)art|employment type)$/i,
  ],
];
/** What the texts in the same place of the other entries count: as much as a strong word in the text (evidence.ts). */
const SLOT_WEIGHT = 3;
/** Evidence from one entry counts at most this much for the list, so that one clear entry does not outvote the others. */
const MAXIMUM_EVIDENCE = 4;
/** What speaks against the name of a city being a title or a place. */
const CITY_PENALTY = 2;
const CITY_FORM_PENALTY = 0.4;
/** Earlier texts are preferred where nothing else decides: the title comes first. */
const LATER_PENALTY = 0.2;

/** Part of the texts in a place that must be known cities, so that all of them are. */
const SHARE_OF_KNOWN_CITIES = 0.4;

const ORDER_PENALTY = 2.5;

export function roleOfLabel(text: string): Role | undefined {
  const plain = text.replace(/\s*:\s*$/, '').trim();
  return LABELS.find(([, pattern]) => pattern.test(plain))?.[0];
}

/** The role that the label of a line says, and the text after it. */
export function labelOf(line: TextLine): { role: Role; text: string } | undefined {
  const [first, ...rest] = line.cells;
  if (first !== undefined && rest.length > 0) {
    const role = roleOfLabel(first.text);
    if (role !== undefined) return { role, text: rest.map(({ text }) => text).join(', ') };
  }
  const text = lineText(line);
  const colon = text.indexOf(':');
  const role = colon > 0 ? roleOfLabel(text.slice(0, colon)) : undefined;
  return role && { role, text: text.slice(colon + 1).trim() };
}

/** The texts of a line, with the role that its label says. */
export function chunksOfLine(line: TextLine, slot: string): Chunk[] {
  const labelled = labelOf(line);
  if (labelled !== undefined) return [{ ...labelled, slot }];
  return line.cells.map((cell, index) => ({ text: cell.text, slot: `${slot}.${index}`, parts: cell.parts }));
}

/** What the texts of a list say about a place in the heads of its entries. */
interface Slot {
  /** Above 0 if they are titles rather than places. */
  evidence: number;
  isCity: boolean;
}

/** On one line, the title usually comes before the place. On several lines, it does not. */
function orderPenalty({ slot }: Chunk): number {
  return slot.startsWith('part') ? ORDER_PENALTY : LATER_PENALTY / 2;
}

/** What decides in a list where the words of an entry do not. */
export class Slots {
  readonly #slots = new Map<string, Slot>();
  readonly #titleScore: TitleScore;

  constructor(entries: readonly (readonly Chunk[])[], titleScore: TitleScore) {
    this.#titleScore = titleScore;
    const texts = new Map<string, string[]>();
    for (const { slot, text } of entries.flat()) texts.set(slot, [...(texts.get(slot) ?? []), text]);
    const knownShare = (own: readonly string[]) =>
      own.filter((text) => isKnownCity(trim(text))).length / own.length;
    const hasKnown = [...texts.values()].some((own) => knownShare(own) >= SHARE_OF_KNOWN_CITIES);
    for (const [slot, own] of texts) {
      const evidence = own
        .map((text) => titleScore(text) - placeScore(text))
        .map((value) => Math.max(-MAXIMUM_EVIDENCE, Math.min(MAXIMUM_EVIDENCE, value)))
        .reduce((sum, value) => sum + value, 0);
      // Many employers have names that look like one of a city. Where a list has cities that are known, they are not.
      const isCity =
        own.length > 1 &&
        own.every((text) => looksLikeCity(text, titleScore)) &&
        (!hasKnown || knownShare(own) >= SHARE_OF_KNOWN_CITIES);
      this.#slots.set(slot, { evidence: evidence / own.length, isCity });
    }
  }

  /** Whether the text is the name of a city, or in the place where the other entries have it. */
  isCity({ text, slot }: Chunk): boolean {
    return this.#slots.get(slot)?.isCity || isKnownCity(trim(text)) || isKnownCity(withoutRemark(trim(text)));
  }

  /** Above 0 if the text is a title rather than a place. */
  #evidence({ text, slot }: Chunk): number {
    const own = this.#titleScore(text) - placeScore(text);
    const others = this.#slots.get(slot)?.evidence ?? 0;
    return own + SLOT_WEIGHT * Math.max(-1, Math.min(1, others));
  }

  #cityPenalty(chunk: Chunk): number {
    if (this.isCity(chunk)) return CITY_PENALTY;
    return looksLikeCity(chunk.text, this.#titleScore) ? CITY_FORM_PENALTY : 0;
  }

  /** Title, place and city among texts without labels. */
  choose(chunks: readonly Chunk[]): { title: Chunk; place: Chunk; city?: Chunk } | undefined {
    let best: { score: number; title: Chunk; place: Chunk } | undefined;
    for (const [titleIndex, title] of chunks.entries()) {
      for (const [placeIndex, place] of chunks.entries()) {
        if (title === place) continue;
        const score =
          this.#evidence(title) -
          this.#evidence(place) -
          this.#cityPenalty(title) -
          this.#cityPenalty(place) -
          LATER_PENALTY * (titleIndex + placeIndex) -
          (titleIndex > placeIndex ? orderPenalty(title) : 0);
        if (best === undefined || score > best.score) best = { score, title, place };
      }
    }
    if (best === undefined) return undefined;
    const { title, place } = best;
    const city = chunks.find(
      (chunk) => chunk !== title && chunk !== place && looksLikeCity(chunk.text, this.#titleScore),
    );
    return { title, place, city };
  }
}
