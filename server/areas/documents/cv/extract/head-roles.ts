import type { Chunk, Slots, TitleScore } from './entry-roles.ts';
import { looksLikeCity, splitFonts, splitOne, splitWords, trim } from './entry-texts.ts';
import { isBareDegree, placeScore } from './evidence.ts';
import { isKnownCity } from './known-names.ts';

// Which texts of a head are the title, the place and the city of its entry.

export interface Roles {
  title?: string;
  place?: string;
  city?: string;
  /** Whether the place is the name of a city, or where the list has cities. */
  isOnlyCity?: boolean;
  /** Whether the place has a line of its own above the title and the dates. */
  hasLineAbove?: boolean;
}

/** The texts of a head that has only one, cut where it can be. */
function cutOnlyText({ text, parts: ofFonts }: Chunk, titleScore: TitleScore): string[] {
  const parts = splitFonts(text, ofFonts) ?? splitOne(text, titleScore);
  const [first, second] = parts;
  if (parts.length > 2 || (second !== undefined && !isKnownCity(second))) return parts;
  const words = splitWords(first ?? text, titleScore);
  return words.length === 0 ? parts : [...words, ...parts.slice(1)];
}

/** Labels decide first, then the words and the places in the head. A single text is cut. */
export function findRoles(chunks: readonly Chunk[], slots: Slots, titleScore: TitleScore): Roles {
  const labelled = (role: string) => chunks.find((chunk) => chunk.role === role)?.text;
  const [title, place, city] = [labelled('title'), labelled('place'), labelled('city')];
  let open = chunks.filter(({ role }) => role === undefined);
  if (title !== undefined || place !== undefined) {
    const [other] = open.filter((chunk) => !slots.isCity(chunk));
    return { title: title ?? other?.text, place: place ?? other?.text, city };
  }
  const named = open.filter((chunk) => !slots.isCity(chunk));
  let cityChunk: string | undefined;
  if (named.length <= 1) {
    const only = named[0] ?? open[0];
    if (only === undefined) return {};
    const parts = cutOnlyText(only, titleScore);
    if (parts.length > 1) {
      cityChunk = open.find((chunk) => chunk !== only)?.text;
      open = parts.map((text, index) => ({ text, slot: `part${index}` }));
    }
  }
  const [first] = open;
  if (first === undefined) return {};
  if (open.length === 1)
    return placeScore(first.text) > titleScore(first.text) ? { place: first.text } : { title: first.text };
  const joined = findJoined(open, titleScore);
  if (joined !== undefined) return joined;
  const chosen = slots.choose(open)!;
  const parted = partSubject(chosen, titleScore);
  if (parted !== undefined) return { ...parted, city: city ?? chosen.city?.text };
  return {
    title: chosen.title.text,
    place: chosen.place.text,
    isOnlyCity: slots.isCity(chosen.place),
    hasLineAbove: chosen.place.slot.startsWith('above') && lineOf(chosen.place) !== lineOf(chosen.title),
    city: city ?? chosen.city?.text ?? cityChunk,
  };
}

/** "Köchin, Essen": the text before the last comma, and the city after it. */
function splitTitle(title: string, titleScore: TitleScore): [name: string, city: string] | undefined {
  const comma = title.lastIndexOf(', ');
  const [name, city] = [title.slice(0, Math.max(0, comma)), title.slice(comma + 2)];
  return name !== '' && titleScore(city) <= 0 && looksLikeCity(city, titleScore) ? [name, city] : undefined;
}

/** So many titles of a list show that the cities are after them. */
const MINIMUM_TITLES_WITH_CITY = 2;

/** Where most titles of a list end with a city, and some of these cities are known, the cities are no part of the titles. */
export function partCities(roles: readonly Roles[], titleScore: TitleScore): Roles[] {
  const parts = roles.map(({ title, city }) =>
    title === undefined || city !== undefined ? undefined : splitTitle(trim(title), titleScore),
  );
  const split = parts.filter((part) => part !== undefined);
  const known = split.filter(([, city]) => isKnownCity(city));
  const areUsual = split.length >= MINIMUM_TITLES_WITH_CITY && split.length * 2 > roles.length;
  return roles.map((own, index) => {
    const part = parts[index];
    const isCity = part !== undefined && (isKnownCity(part[1]) || (areUsual && known.length > 0));
    return isCity ? { ...own, title: part[0], city: part[1] } : own;
  });
}

const lineOf = ({ slot }: Chunk) => slot.split('.')[0];

/** "Employer, Title" beside a text that has the form of the name of a city: what the words say is the title and the place. */
function findJoined(chunks: readonly Chunk[], titleScore: TitleScore): Roles | undefined {
  const named = chunks.filter(({ text }) => !looksLikeCity(text, titleScore));
  const [only] = named;
  const city = chunks.find(({ text }) => looksLikeCity(text, titleScore));
  if (only === undefined || named.length > 1 || city === undefined) return undefined;
  const [left = '', right = '', third] = splitFonts(only.text, only.parts) ?? splitOne(only.text, titleScore);
  const evidenceOf = (text: string) => titleScore(text) - placeScore(text);
  if (third !== undefined || evidenceOf(left) * evidenceOf(right) >= 0) return undefined;
  const isTitleFirst = evidenceOf(left) > 0;
  return { title: isTitleFirst ? left : right, place: isTitleFirst ? right : left, city: city.text };
}

/** "M.Sc." beside "University, Biology", with its city elsewhere: what is after the school is the subject of the degree. */
function partSubject(
  { title, place, city }: { title: Chunk; place: Chunk; city?: Chunk },
  titleScore: TitleScore,
): Roles | undefined {
  if (!isBareDegree(title.text) || city === undefined) return undefined;
  const parts = splitFonts(place.text, place.parts) ?? splitOne(place.text, titleScore);
  const [school = '', subject = '', third] = parts;
  if (third !== undefined || placeScore(school) === 0 || placeScore(subject) > 0 || isKnownCity(subject))
    return undefined;
  return { title: `${trim(title.text)} ${trim(subject)}`, place: school };
}
