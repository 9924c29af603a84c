import type { Chunk, Slots, TitleScore } from './entry-roles.ts';
import {
  COMMA,
  looksLikeCity,
  splitBeforeSchool,
  splitFonts,
  splitParts,
  trim,
  withoutDuties,
  withoutRemark,
} from './entry-texts.ts';
import { placeScore } from './evidence.ts';
import { isKnownCity } from './known-names.ts';

// Heads that have title and place in one text: the sign that parts them is the same in all entries of a list.

/** Signs that part a title and a place, those that say most first. */
const SIGNS: readonly RegExp[] = [
  /\s+(?:bei(?:m| der| dem)?|at|@)\s+(?=\S)/iu,
  /\s+\|\s+/u,
  /\s+[·•]\s+/u,
  /\s+—\s+/u,
  /\s+–\s+/u,
  /\s+-\s+/u,
  /\s+\/\s+/u,
  /\s*;\s+/u,
  /:\s+/u,
];
/** Part of the heads of a list that a sign must cut. */
const COVERED_SHARE = 0.6;
const MINIMUM_HEADS = 2;
/** What the words of one text count at most. */
const MAXIMUM_EVIDENCE = 3;
/** How far the words of the titles and of the places must be apart on average. */
const MINIMUM_DIFFERENCE = 1.4;
/** What the words of the places must say on average, if the lines below could be the places. */
const MINIMUM_PLACE_EVIDENCE = 0.5;

// A text with a sign is seldom only one. Titles have commas more often, and places have one before the city.
const SIGN = /\s[|·•–—-]\s/u;
const SIGN_PENALTY = 1;
const COMMA_PENALTY = 0.25;

/** "Leipzig / Köchin", but not "Koch / Köchin" */
function hasCity(title: string, titleScore: TitleScore): boolean {
  const parts = title.split(/\s+\/\s+/u);
  return parts.length > 1 && parts.some((part) => looksLikeCity(part, titleScore));
}

function uncutPenalty({ title, place }: Cut, titleScore: TitleScore): number {
  const [, afterSign] = place.split(SIGN);
  return (
    (SIGN.test(title) || hasCity(title, titleScore) ? SIGN_PENALTY : 0) +
    (title.includes(', ') ? COMMA_PENALTY : 0) +
    (afterSign !== undefined && !looksLikeCity(afterSign, titleScore) ? SIGN_PENALTY : 0)
  );
}

/** The texts of a head, and what is below it. */
interface CuttableHead {
  chunks: readonly Chunk[];
  below: readonly (readonly Chunk[])[];
}

interface Cut {
  title: string;
  place: string;
  city?: string;
}

/** For each head whose only text is cut at the sign of its list, its title and place. */
export function cutHeads<Head extends CuttableHead>(
  heads: readonly Head[],
  slots: Slots,
  titleScore: TitleScore,
): Map<Head, Cut> {
  const single = heads.flatMap((head) => {
    const only = onlyTextOf(head, slots);
    return only === undefined
      ? []
      : [{ head, only: { ...only, text: withoutDuties(only.text, titleScore) } }];
  });
  if (single.length < MINIMUM_HEADS || single.length * 2 <= heads.length) return new Map();
  let best: { score: number; cuts: Map<Head, Cut> } | undefined;
  const splitters = [
    ({ text, parts }: Chunk) => splitFonts(text, parts),
    ...SIGNS.map(
      (sign) =>
        ({ text }: Chunk) =>
          splitParts(text, sign),
    ),
    ({ text }: Chunk) => splitBeforeSchool(text, COMMA, titleScore),
  ];
  // Signs of several kinds, if they cut all heads in as many parts.
  const several = [/\s+[|·•–—/-]\s+/u, /\s+[|·•–—/-]\s+|(?<!\p{L}-),\s+/u].filter(
    (sign) =>
      new Set(single.map(({ only }) => only.text.split(sign).length)).size === 1 &&
      single[0]!.only.text.split(sign).length > 2,
  );
  for (const split of [
    ...splitters,
    ...several.map(
      (sign) =>
        ({ text }: Chunk) =>
          splitBeforeSchool(text, sign, titleScore),
    ),
  ]) {
    const parted = single.flatMap(({ head, only }) => {
      const parts = split(only) ?? [];
      return parts.length > 1 ? [{ head, parts }] : [];
    });
    if (parted.length < MINIMUM_HEADS || parted.length < single.length * COVERED_SHARE) continue;
    const found = choose(parted, titleScore);
    if (found !== undefined && (best === undefined || found.score > best.score)) best = found;
  }
  return best?.cuts ?? new Map();
}

function onlyTextOf({ chunks }: CuttableHead, slots: Slots): Chunk | undefined {
  if (chunks.some(({ role }) => role !== undefined)) return undefined;
  const [only, second] = chunks.filter((chunk) => !slots.isCity(chunk));
  return second === undefined ? only : undefined;
}

const evidenceOf = (text: string, titleScore: TitleScore) =>
  Math.max(-MAXIMUM_EVIDENCE, Math.min(MAXIMUM_EVIDENCE, titleScore(text) - placeScore(text)));

/** Where the title and the place are among the parts. */
interface Order {
  title: number;
  place: number;
}

// What speaks against a part being a title or a place, and against an order, if the words of no entry decide.
const CITY_PENALTY = 2;
const CITY_FORM_PENALTY = 0.4;
const TITLE_LATER_PENALTY = 0.3;
const LATER_PENALTY = 0.05;
/** An entry whose words contradict its list by so much has another order. */
const CONTRADICTION = 5;

/** The order of the parts that the words of all entries together speak for. */
function orderOf(list: readonly (readonly string[])[], titleScore: TitleScore): Order {
  const places = [...list[0]!.keys()];
  const cityPenalty = (text: string) => {
    if (isKnownCity(withoutRemark(trim(text)))) return CITY_PENALTY;
    return looksLikeCity(text, titleScore) ? CITY_FORM_PENALTY : 0;
  };
  const scoreOf = ({ title, place }: Order) => {
    const own = list.map(
      (parts) =>
        evidenceOf(parts[title]!, titleScore) -
        evidenceOf(parts[place]!, titleScore) -
        cityPenalty(parts[title]!) -
        cityPenalty(parts[place]!),
    );
    const mean = own.reduce((sum, value) => sum + value, 0) / own.length;
    return mean - (title > place ? TITLE_LATER_PENALTY : 0) - LATER_PENALTY * (title + place);
  };
  const orders = places.flatMap((title) =>
    places.filter((place) => place !== title).map((place): Order => ({ title, place })),
  );
  return orders.reduce((best, order) => (scoreOf(order) > scoreOf(best) ? order : best));
}

/** Entries with as many parts have the same order. */
function cutAll<Head>(
  parted: readonly { head: Head; parts: readonly string[] }[],
  titleScore: TitleScore,
): Map<Head, Cut> {
  const cuts = new Map<Head, Cut>();
  for (const count of new Set(parted.map(({ parts }) => parts.length))) {
    const alike = parted.filter(({ parts }) => parts.length === count);
    const order = orderOf(
      alike.map(({ parts }) => parts),
      titleScore,
    );
    for (const { head, parts } of alike) {
      const [title, place] = [parts[order.title]!, parts[order.place]!];
      const isContrary = evidenceOf(place, titleScore) - evidenceOf(title, titleScore) >= CONTRADICTION;
      const others = parts.filter((_, index) => index !== order.title && index !== order.place);
      cuts.set(head, {
        title: isContrary ? place : title,
        place: isContrary ? title : place,
        city: others.find((text) => looksLikeCity(text, titleScore)),
      });
    }
  }
  return cuts;
}

function choose<Head extends CuttableHead>(
  parted: readonly { head: Head; parts: readonly string[] }[],
  titleScore: TitleScore,
): { score: number; cuts: Map<Head, Cut> } | undefined {
  const cuts = cutAll(parted, titleScore);
  let [titles, places, cities] = [0, 0, 0];
  for (const { title, place } of cuts.values()) {
    titles += evidenceOf(title, titleScore);
    places += evidenceOf(place, titleScore);
    cities += [title, place].filter((text) => isKnownCity(trim(text))).length;
  }
  const count = parted.length;
  const difference = (titles - places) / count;
  if (titles <= 0 || difference < MINIMUM_DIFFERENCE || cities * 2 > count) return undefined;
  const isSure = -places / count >= MINIMUM_PLACE_EVIDENCE;
  const hasLinesBelow = parted.filter(({ head }) => head.below.length > 0).length * 2 > count;
  if (!isSure && hasLinesBelow) return undefined;
  const uncut = [...cuts.values()].reduce((sum, cut) => sum + uncutPenalty(cut, titleScore), 0);
  return { score: difference - (cities * MAXIMUM_EVIDENCE + uncut) / count, cuts };
}
