import { hasLegalForm, isSchoolName, isSelfEmployed, placeScore, positionScore } from './evidence.ts';
import { isKnownCity, isRegion } from './known-names.ts';

// The texts of a head of an entry: which of them are cut in parts, and what is cut off.

/** Title, place and city. What a line has beyond these is not used. */
const MAXIMUM_PARTS = 3;
/** Letters. A longer text is a phrase and not the name of a city. */
const MAXIMUM_CITY_LENGTH = 40;
const STRONG =
  /\s+(?:bei(?:m| der| dem)?|at|@)\s+(?=\S)|\s+\|\s+|\s+[–—·•]\s+|\s+-\s+|\s*;\s+|,\s+(?:abschluss|degree):\s+/iu;
const PREPOSITION = /\S\s+(?:bei(?:m| der| dem)?|at|@)\s+\S/iu;
const COMPANY_TAIL = /^(?:inc|ltd|llc|llp|plc|corp|co|gmbh|ag|kg|s\.r\.o|pvt)\b\.?/i;
/** The end of a sentence: what follows describes the work. "v. d. Höhe" and "St. Marien" have shorter words. */
const SENTENCE_END = /(?<=(?<![\p{L}.])\p{L}\p{L}{3,}\)?)\.(?:\s+(?=\p{Lu}).*)?$/u;
const ABBREVIATION =
  /(?:^|\s)(?:corp|bros|gebr|inst|univ|dipl|prof|tech|hons|appl|engl|eidg|staatl|gepr|zert|allg|kaufm|techn|wirtsch|landw|berufl|öffentl)\.?$/iu;
/** "Ich war als Koch bei … beschäftigt" */
const SENTENCE_BEGIN =
  /^(?:(?:bin|war|arbeite(?:te)?|habe) ich |ich (?:bin|war|arbeite(?:te)?|habe) |i (?:was|am|have been|have worked|worked|work) |(?:angestellt|beschäftigt|tätig|employed|working|worked) )(?=(?:als|as|bei|at)\s)/iu;
const SENTENCE_TAIL =
  /\s+(?:beschäftigt|tätig|angestellt|gearbeitet|eingesetzt|employed)(?:\s+(?:gewesen))?\.?$/iu;
const AS =
  /^(?:(?:(?:berufs)?tätigkeit|beschäftigung|anstellung|arbeit|tätig|beschäftigt|angestellt|gearbeitet|eingesetzt|(?:i |have )?worked|working|employed|employment|work|position|role)\s+)?(?:als|as an?|as)\s+/iu;
const AT = /^(?:bei(?:m| der| dem)?|at|@|firma|fa\.|issued by|ausgestellt von|awarded by|company:)\s+/iu;
/** Kinds of employment. They are neither a title nor a place. */
const EMPLOYMENT_KIND =
  /^\(?(?:vollzeit|teilzeit|full[ -]?time|part[ -]?time|festanstellung|unbefristet|befristet|freiberuflich|self-employed|freelance|remote|hybrid|on-?site|vor ort|permanent|contract|minijob|450.euro.*|angestellt|zeitarbeit|leiharbeit|arbeitnehmerüberlassung|elternzeitvertretung|schwangerschaftsvertretung|temporary|temp|interim|saison|ehrenamtlich|duales studium|highlights?|degree|issued on)\)?:?$/iu;
const CITY =
  /^\p{Lu}[\p{L}.'’-]*(?:[ /](?:an der|am|im|in|ob der|bei|v\. ?d\.|a\. ?d\.|[abi]\.|de|upon|\p{Lu}[\p{L}.'’-]+)){0,3}(?: \(\p{Lu}[\p{L}. ]+\))?$/u;

export function trim(text: string): string {
  return text
    .replace(/^[\s,;:|–—·•○*_#-]+|[\s,;:|–—·•○*_#-]+$/gu, '')
    .replace(/^\((.*)\)$/u, '$1')
    .replace(/\s+(?:in|bei|at|als|as|und|and|for|für)$/u, '')
    .replaceAll(/\*\*|__/g, '');
}

/** "Abschluss: Bachelor" after the name of a school */
const TITLE_LABEL =
  /^(?:(?:schul|studien|berufs)?abschluss|degree|qualification|studiengang|position|funktion|role)\s*:\s*/iu;

/** "in Computer Science", where a theme has no degree before it */
const IN_SUBJECT = /^in\s+(?=\p{Lu})/u;

/** A title without "als" or a label before it. */
export function toTitle(text: string): string {
  return trim(trim(text).replace(TITLE_LABEL, '').replace(AS, '').replace(IN_SUBJECT, ''));
}

/** A place without "bei" before it. */
export function toPlace(text: string): string {
  return trim(trim(text).replace(AT, ''));
}

/** Without the sentence around it and the description after it. Empty if it only says which kind of employment it is. */
export function cleanHead(text: string): string {
  const cut = text.replace(SENTENCE_BEGIN, '').replace(SENTENCE_TAIL, '');
  const end = SENTENCE_END.exec(cut);
  const plain = end === null || ABBREVIATION.test(cut.slice(0, end.index)) ? cut : cut.slice(0, end.index);
  return EMPLOYMENT_KIND.test(trim(plain)) && !isSelfEmployed(plain)
    ? ''
    : plain.replace(/\s+·\s+(?:\p{Lu}\p{Ll}+-time|Vollzeit|Teilzeit|Freelance)$/u, '');
}

/** Letters. Shorter parts are signs. */
const MINIMUM_PART_LENGTH = 3;

/** The parts of a text in different fonts, such as a bold title and an employer in italics. Undefined if they say nothing. */
export function splitFonts(text: string, parts: readonly string[] | undefined): string[] | undefined {
  const own = (parts ?? [])
    .filter((part) => text.includes(part))
    .map(trim)
    .filter((part) => part !== '');
  const isWhole = own.join('').replaceAll(/[^\p{L}\d]/gu, '') === text.replaceAll(/[^\p{L}\d]/gu, '');
  const isUseful = own.length === 2 || own.length === MAXIMUM_PARTS;
  return isWhole && isUseful && own.every((part) => part.length >= MINIMUM_PART_LENGTH) ? own : undefined;
}

/** "Title at employer": whatever the words are, these are two parts. */
export function isJoined(text: string): boolean {
  return PREPOSITION.test(text);
}

export function splitStrongly(text: string): string[] {
  return text
    .split(STRONG)
    .map(trim)
    .filter((part) => part !== '');
}

/** "Sanitär-, Heizungs- und Klimatechnik" is one text. */
export const COMMA = /(?<!\p{L}-),\s+/u;

/** The parts of a text between signs, at most three. */
export function splitParts(text: string, sign: RegExp): string[] {
  return allParts(text, sign).slice(0, MAXIMUM_PARTS);
}

/** As splitParts, but all parts before a school are its title: "Studium, Physik und Chemie, Universität Nord". */
export function splitBeforeSchool(
  text: string,
  sign: RegExp,
  titleScore: (text: string) => number,
): string[] {
  const parts = allParts(text, sign);
  const scores = parts.map((part) =>
    isSchoolName(withoutRemark(part)) ? placeScore(part) - titleScore(part) : 0,
  );
  const school = scores.indexOf(Math.max(...scores));
  return school > 1 && scores[school]! > 0
    ? [parts.slice(0, school).join(', '), ...parts.slice(school, school + 2)]
    : parts.slice(0, MAXIMUM_PARTS);
}

/** The legal form of a company is no part. */
function allParts(text: string, sign: RegExp): string[] {
  const parts: string[] = [];
  for (const part of text.split(sign).map(trim)) {
    if (parts.length > 0 && COMPANY_TAIL.test(part)) parts[parts.length - 1] += `, ${part}`;
    else if (part !== '') parts.push(part);
  }
  return parts;
}

/**
 * "Lagerhelfer / Firma GmbH", but neither "Koch / Köchin" nor "Schule / Internat": the words must show that they are two
 * things.
 */
function splitSlash(text: string, titleScore: (text: string) => number): string[] | undefined {
  const parts = text.split(/\s+\/\s+/).map(trim);
  const [left = '', right = ''] = parts;
  const isTitle = (part: string) => titleScore(part) > 0 && placeScore(part) <= 0;
  const isPlace = (part: string) => placeScore(part) > 0 && titleScore(part) <= 0;
  const isBoth = (isTitle(left) && isPlace(right)) || (isPlace(left) && isTitle(right));
  return parts.length === 2 && isBoth ? parts : undefined;
}

/** A dash, and what is after it. */
const AFTER_DASH = /\s+[–—-]\s+/u;

/** The title and the place of "Title, Employer – duties". Undefined if the words do not say that both are before the dash. */
function beforeDuties(
  text: string,
  [head = '', duties = '']: readonly string[],
  titleScore: (text: string) => number,
): string[] | undefined {
  const [left = '', right = '', ...others] = head.split(COMMA).map(trim);
  const isDash = AFTER_DASH.test(text) && text.split(AFTER_DASH)[0]!.trim() === head;
  if (!isDash || right === '' || others.length > 1 || hasLegalForm(duties)) return undefined;
  const evidenceOf = (part: string) => titleScore(part) - placeScore(part);
  const isNamed = evidenceOf(left) > 0 && placeScore(right) > 0 && evidenceOf(right) < evidenceOf(left);
  // Duties do not sound like an employer or a title, the place may have any name.
  const areDuties =
    placeScore(duties) === 0 && titleScore(duties) === 0 && !looksLikeCity(duties, titleScore);
  return isNamed || (areDuties && evidenceOf(left) >= 0 && evidenceOf(right) < 0)
    ? [left, right, ...others]
    : undefined;
}

/** "Title, Employer" of "Title, Employer – duties". Other texts as they are. */
export function withoutDuties(text: string, titleScore: (text: string) => number): string {
  const strong = splitStrongly(text);
  return strong.length > 1 && beforeDuties(text, strong, titleScore) !== undefined ? strong[0]! : text;
}

/** Parts of a head on one line: separated by signs or prepositions, otherwise by a colon, parentheses or commas. */
export function splitOne(text: string, titleScore: (text: string) => number): string[] {
  const strong = splitStrongly(text);
  if (strong.length > 1) return beforeDuties(text, strong, titleScore) ?? strong.slice(0, MAXIMUM_PARTS);
  const slashed = splitSlash(text, titleScore);
  if (slashed !== undefined) return slashed;
  const colon = text.split(/:\s+/).map(trim);
  const [, afterColon = ''] = colon;
  // "A-levels: English, Northfield School" names the place after commas.
  const isPlaceLater =
    titleScore(colon[0]!) > placeScore(colon[0]!) &&
    afterColon.split(/,\s+/).findIndex((part) => placeScore(part) > titleScore(part)) > 0;
  const hasPlaceOrTitle = colon.some((part) => placeScore(part) > 0) || titleScore(colon[1] ?? '') > 0;
  if (colon.length === 2 && colon.every((part) => part !== '') && hasPlaceOrTitle && !isPlaceLater)
    return colon;
  const bracket = /^(.+?)\s+\(([^)]{4,})\)$/.exec(text);
  if (bracket !== null && !EMPLOYMENT_KIND.test(bracket[2]!)) {
    const [before, inside] = [bracket[1]!, bracket[2]!];
    // "Lagerhelfer (Firma GmbH)" has the place in parentheses, "Goethe-Gymnasium (Abitur)" the title.
    const isTitle = titleScore(inside) > placeScore(inside) && titleScore(before) <= placeScore(before);
    if (placeScore(inside) > placeScore(before) || isTitle) return [before, inside];
  }
  return splitCommas(text, titleScore);
}

/** Names do not begin with these words, and titles do not end with them. */
const FUNCTION_WORD =
  /^(?:of|for|and|in|at|the|to|für|und|der|die|das|des|im|am|zur?m?|als|mit|&|\+|[-–|/])$/iu;

/** "Pädagogische", "Staatliche": the word after it belongs to the same name. */
const ADJECTIVE = /(?:isch|lich)e[mnrs]?$/iu;

/**
 * "Koch Gasthof Linde": a title and a place with no sign between them, cut before a word that begins places, or after the
 * word for the position. Empty if the words do not show both.
 */
export function splitWords(text: string, titleScore: (text: string) => number): string[] {
  const words = text.split(' ');
  const cuts = words.flatMap((word, index): [string, string][] => {
    const [left, right] = [words.slice(0, index).join(' '), words.slice(index).join(' ')];
    const isCut =
      index > 0 &&
      index < words.length - 1 &&
      /^\p{Lu}/u.test(word) &&
      !FUNCTION_WORD.test(word) &&
      !FUNCTION_WORD.test(words[index - 1]!) &&
      titleScore(left) > 0 &&
      placeScore(left) === 0 &&
      titleScore(right) === 0 &&
      placeScore(right) > 0;
    return isCut ? [[left, right]] : [];
  });
  const firstOf = (right: string) => right.split(' ').find((word) => !ADJECTIVE.test(word)) ?? '';
  const lastOf = (left: string) => left.slice(left.lastIndexOf(' ') + 1);
  return (
    cuts.find(([, right]) => placeScore(firstOf(right)) > 0 && !hasLegalForm(firstOf(right))) ??
    cuts.find(([left]) => positionScore(lastOf(left)) > 0) ??
    []
  );
}

function splitCommas(text: string, titleScore: (text: string) => number): string[] {
  const parts = allParts(text, COMMA);
  if (parts.length === 1 && text.includes(': ')) return text.split(/:\s+/).map(trim).slice(0, 2);
  if (parts.length <= 2) return parts;
  // "A-levels: English, History, Calder High School, Halifax": what is before the place is the title.
  const scores = parts.map((part) => placeScore(withoutRemark(part)) - titleScore(part));
  const place = scores.indexOf(Math.max(...scores));
  if (place > 1 && scores[place]! > 0)
    return [parts.slice(0, place).join(', '), parts[place]!, ...parts.slice(place + 1, place + 2)];
  return parts.slice(0, MAXIMUM_PARTS);
}

/** "Halle (zweimal wöchentlich)": how it was, after the city. */
export function withoutRemark(text: string): string {
  return text.replace(/\s+\([^()]*\)$/u, '');
}

/** Whether a text has the form of the name of a city, and nothing that says that it is something else. */
export function looksLikeCity(text: string, titleScore: (text: string) => number): boolean {
  const parts = trim(text).split(/,\s+/);
  if (parts.length > 1 && isRegion(parts.at(-1)!)) parts.pop();
  const plain = parts.join(', ');
  if (isKnownCity(plain) || isKnownCity(withoutRemark(plain))) return true;
  return placeScore(plain) <= 0 && titleScore(plain) <= 0 && isCity(plain);
}

const IN_CITY = /^(.+?)\s+in\s+(\p{Lu}[^,|]+)$/u;
const AFTER_SIGN = /^(.+?)\s+[|·–-]\s+([^,|]+)$/u;

/** Splits "Employer, City", "Employer | City" and "Employer in City". The end of a company's name is not a city. */
export function splitCity(text: string): [name: string, city: string | undefined] {
  const bracket = /^(.+?)\s+\(([^)]+)\)$/u.exec(text);
  if (bracket !== null && isKnownCity(bracket[2]!) && !isKnownCity(text)) return [bracket[1]!, bracket[2]!];
  const parts = text.split(/,\s+/);
  if (parts.length > 2 && isRegion(parts.at(-1)!)) parts.pop();
  const tail = parts.at(-1)!;
  if (parts.length > 1 && isCity(tail)) return [parts.slice(0, -1).join(', '), tail];
  const match = IN_CITY.exec(parts.join(', ')) ?? AFTER_SIGN.exec(parts.join(', '));
  return match !== null && isCity(match[2]!) ? [match[1]!, match[2]!] : [text, undefined];
}

function isCity(text: string): boolean {
  return (
    !COMPANY_TAIL.test(text) &&
    !hasLegalForm(` ${text}`) &&
    text.length <= MAXIMUM_CITY_LENGTH &&
    CITY.test(text)
  );
}
