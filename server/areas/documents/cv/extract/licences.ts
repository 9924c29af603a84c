import { lineText, type TextLine } from '../text/lines.ts';

/** Ids in the list of driving licences: the European classes, then other licences that German employers ask for. */
const CLASSES: Record<string, number> = {
  A: 334,
  A1: 337,
  B: 339,
  BE: 341,
  C: 333,
  CE: 322,
  C1: 314,
  C1E: 331,
  D: 329,
  DE: 324,
  D1: 319,
  D1E: 328,
  L: 313,
  M: 325,
  S: 323,
  T: 317,
};
const FORKLIFT = 326;
const DRIVER_CARD = 318;
const PASSENGERS = 340;
const OTHERS: readonly [RegExp, number][] = [
  [
    /(?<!\p{L})(?:gabel)?stapler(?:schein|führerschein|fahrer(?:schein|ausweis))|flurförder(?:mittel|zeug)?schein|forklift (?:licen[cs]e|certificate|truck licen[cs]e)/iu,
    FORKLIFT,
  ],
  [/fahrerkarte|driver card/i, DRIVER_CARD],
  [/personenbeförderungsschein|p-schein/i, PASSENGERS],
];
const MENTION =
  /führerschein|führerausweis|fahrausweis|fahrerlaubnis|driving licen[cs]e|driver'?s? licen[cs]e|pkw-|lkw-|\b(?:klassen?|class(?:es)?|category|categories|kat(?:egorien?)?)\b/i;
/** "C+E": the class for the same vehicles with a trailer. */
const WITH_TRAILER = /(?<![\p{L}\d])([BCD]1?) ?\+ ?E(?![\p{L}\d])/gu;
/** No class: "C++", "C#", "A-levels". One: "B-Führerschein". */
const CLASS =
  /(?<![\p{L}\d-])([ABCDLMST]1?E?)(?![\p{L}\d#]|\+\+|-(?!(?:[Ff]ührer)?[Ss]chein|[Ff]ührerausweis|[Ff]ahrerlaubnis|[Kk]lasse)\p{L})/gu;
// Before 1999, German classes had numbers. Class 3 is the usual one.
const OLD_CLASS_3 = /\b(?:klasse|kl\.?) ?3\b/i;

/** `isSection` says that the line is under a heading about licences, where single letters are classes. */
export function findLicences(lines: readonly { line: TextLine; isSection: boolean }[]): number[] {
  const found = new Set<number>();
  for (const { line, isSection } of lines) {
    const text = lineText(line);
    for (const [pattern, id] of OTHERS) if (pattern.test(text)) found.add(id);
    const mention = MENTION.exec(text);
    if (
      !isSection &&
      (mention === null ||
        /^(?:klassen?|class(?:es)?|category|categories|kat(?:egorien?)?)$/i.test(mention[0]))
    )
      continue;
    const rest = (isSection ? text : text.slice(mention!.index)).replaceAll(WITH_TRAILER, '$1E');
    if (OLD_CLASS_3.test(rest)) for (const name of ['B', 'BE', 'C1', 'C1E']) found.add(CLASSES[name]!);
    for (const [, name] of rest.matchAll(CLASS)) {
      const id = CLASSES[name!];
      if (id !== undefined) found.add(id);
    }
  }
  return [...found];
}
