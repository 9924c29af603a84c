import type { Chunk, Slots, TitleScore } from './entry-roles.ts';
import {
  isJoined,
  looksLikeCity,
  splitCity,
  splitFonts,
  splitOne,
  splitStrongly,
  splitWords,
} from './entry-texts.ts';
import { isDegree, isSchoolName, placeScore } from './evidence.ts';
import { isKnownCity } from './known-names.ts';

// Whether a head has all that an entry needs, or goes on below its dates.

export interface Head {
  chunks: Chunk[];
  /** Lines below the dates that can belong to the head, and those that cannot. */
  below: Chunk[][];
  rest: string[];
}

/** Whether a head has a title and a place, apart from the name of a city. */
export function isComplete({ chunks, below }: Head, slots: Slots, titleScore: TitleScore): boolean {
  const has = (role: string) => chunks.some((chunk) => chunk.role === role);
  if (has('title') && has('place')) return true;
  const plain = chunks.filter((chunk) => chunk.role === undefined && !slots.isCity(chunk));
  if (plain.length + (has('title') || has('place') ? 1 : 0) > 1)
    return chunks.some((chunk) => slots.isCity(chunk)) || !isPlaceBelow(plain, below[0], titleScore);
  const [only] = plain;
  if (only === undefined) return false;
  if (isJoined(only.text)) return true;
  if (isFieldAndDegree(only, titleScore) && isSchoolLine(below[0], titleScore)) return false;
  const ofFonts = splitFonts(only.text, only.parts);
  if (ofFonts !== undefined && !isPlaceAndCity(ofFonts, below[0], titleScore)) return true;
  const strong = splitStrongly(only.text);
  const hasOwnTitle = strong.some((part) => titleScore(part) > placeScore(part));
  const isPlaced = strong.some(
    (part) => titleScore(part) <= placeScore(part) && !looksLikeCity(part, titleScore),
  );
  if (hasOwnTitle && isPlaced) return true;
  const next = below[0]?.map(({ text }) => text).join(', ') ?? '';
  if (placeScore(next) === 0 && splitWords(only.text, titleScore).length > 0) return true;
  const parts = splitOne(only.text, titleScore);
  if (parts.length < 2 || !parts.some((part) => titleScore(part) > placeScore(part))) return false;
  if (parts.some((part) => placeScore(part) > titleScore(part))) return true;
  // "Employer, City" is one text, "Title, Employer" two, unless the employer is below.
  const [name] = splitCity(only.text);
  return placeScore(next) <= titleScore(next) && (parts.length > 2 || name === only.text);
}

/** Whether the only place of a head has the form of the name of a city, and the line below sounds like an employer. */
function isPlaceBelow(plain: readonly Chunk[], below: readonly Chunk[] | undefined, titleScore: TitleScore) {
  const named = plain.filter(({ text }) => !looksLikeCity(text, titleScore));
  const next = below?.map(({ text }) => text).join(', ') ?? '';
  return named.length === 1 && placeScore(named[0]!.text) === 0 && placeScore(next) > titleScore(next);
}

/** "EMPLOYER, City": one thing in two fonts, whose title is below. */
function isPlaceAndCity(
  parts: readonly string[],
  below: readonly Chunk[] | undefined,
  titleScore: TitleScore,
): boolean {
  if (parts.filter((part) => !isKnownCity(part)).length < 2) return true;
  const next = below?.map(({ text }) => text).join(', ') ?? '';
  return (
    titleScore(next) > placeScore(next) &&
    !parts.some((part) => titleScore(part) > placeScore(part)) &&
    parts.some((part) => looksLikeCity(part, titleScore))
  );
}

/** "Physics, Bachelor": both belong to the title, if a school is named below. */
function isFieldAndDegree({ text, parts }: Chunk, titleScore: TitleScore): boolean {
  const own = splitFonts(text, parts) ?? splitOne(text, titleScore);
  return own.some(isDegree) && own.every((part) => placeScore(part) <= titleScore(part));
}

function isSchoolLine(chunks: readonly Chunk[] | undefined, titleScore: TitleScore): boolean {
  const text = chunks?.map((chunk) => chunk.text).join(', ') ?? '';
  return isSchoolName(text) && placeScore(text) > titleScore(text) && !/\p{Ll}{3}\.$/u.test(text);
}
