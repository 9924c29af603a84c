// Whether a text says that something is not needed. Only what stands in the same part of a sentence is judged: a requirement that is lost
// does more harm than one too many, which people see in the list.

const PART_END = /[.,;:!?()\n•–]/u;
const LONGEST_PART = 200;

const NO = /^(?:kein(?:e[nrsm]?|erlei)?|ohne|weder|no|without|neither)$/iu;
const WITHOUT = /^(?:ohne|without)$/iu;
const NOT = /^(?:nicht|not|cannot|\p{L}+n['’]t|no|kein(?:e[nrsm]?)?)$/iu;
const OR = /^(?:oder|noch|or|nor)$/iu;
/** "Kein Wort Deutsch", "no need for a driving licence". */
const BEFORE_NAME =
  /^(?:wort|kenntnisse|in|der|von|knowledge|need|of|for|an?|any|the|own|valid|full|clean|formal|special)$/iu;
/** In lower case, so that the noun of "ohne Ausbildung Führerschein" is none. */
const ADJECTIVE = /^(?!(?:aber|au(?:ß|ss)er|oder|über|unter|sondern)$)\p{Ll}[\p{Ll}-]*e[nrsm]?$/u;

const NEEDED =
  '(?:erforderlich|nötig|notwendig|benötigt|verlangt|gebraucht|vorausgesetzt|zwingend|[Pp]flicht|[Vv]oraussetzung|[Bb]edingung|[Mm]uss|' +
  'required|needed|necessary|mandatory|essential|must|requirement)(?!\\p{L})';
/** What ends the statement about the name: in "Staplerschein vorhanden und Englisch nicht nötig", the rest is about English. */
const STATED = `(?:${NEEDED}|(?:vorhanden|wünschenswert|gewünscht|erwünscht|mit(?:bringen)?|aber|sondern|but|with|nicht|keine?[nrs]?|not?)(?!\\p{L}))`;
const BETWEEN = `(?:(?:und|oder|sowie|and|or)\\s+[\\p{L}\\p{N}-]+|(?:für|for)\\s+\\p{L}+\\s+[\\p{L}-]+|[ABC][12]|(?!${STATED})\\p{Ll}+)\\s+`;
const REFUSES = [
  `(?:(?:nicht|not|isn['’]t|aren['’]t)\\s+(?:\\p{Ll}+\\s+){0,2}?${NEEDED}`,
  `|(?:keine?|no)\\s+(?:\\p{Ll}+\\s+)?${NEEDED}`,
  '|(?:muss|müssen)\\s+nicht\\s+(?:sein|vorhanden|vorliegen)(?!\\p{L})',
  '|(?:unnötig|entbehrlich|verzichtbar|optional|unnecessary)(?!\\p{L}))',
].join('');
const NOT_NEEDED = new RegExp(`^[^\\p{L}]*(?:${BETWEEN}){0,3}${REFUSES}`, 'u');
/** "Von Vorteil, aber kein Muss" */
const WISHED = new RegExp(
  `^(?:\\s+(?:(?!${NEEDED})\\p{Ll}+|Vorteil)){0,4},?\\s+(?:aber|jedoch|doch|but)\\s+(?:(?:ist|is)\\s+)?${REFUSES}`,
  'u',
);
/** As in a form: "Führerschein: nein". */
const NONE = /^\s*(?:nein|entfällt|:\s*(?:nein|keine?[rs]?|nicht|no|none|entfällt))\s*(?:$|[.,;\n])/iu;
const OPENING = /^\s*[:(–]/u;
const CAPITALS = /\p{Lu}{3,}/gu;

/** Whether the text says that what stands from `start` to `end` is not needed. */
export function isRefused(text: string, start: number, end: number): boolean {
  const written = text.slice(Math.max(0, start - LONGEST_PART), start);
  const before = written.split(PART_END).at(-1)!;
  const rest = text.slice(end, end + LONGEST_PART);
  const after = rest.replace(OPENING, ' ').split(PART_END)[0]!;
  return (
    isRefusedBefore(before, after) ||
    NONE.test(rest) ||
    NOT_NEEDED.test(withoutCapitals(after)) ||
    WISHED.test(withoutCapitals(rest))
  );
}

/** Without emphasis, as in "NICHT erforderlich". */
function withoutCapitals(text: string): string {
  return text.replaceAll(CAPITALS, (word) => word.toLowerCase());
}

function isRefusedBefore(before: string, after: string): boolean {
  // "keinen EU-Führerschein"
  const words = before
    .replace(/[\p{L}\p{N}]+-$/u, '')
    .split(/\s+/u)
    .filter((word) => word !== '');
  for (let index = words.length - 1; index >= 0; index--) {
    const word = words[index]!;
    if (NO.test(word)) {
      const isDouble = NOT.test(words[index - 1] ?? '');
      // "Ohne Führerschein keine Einstellung"
      return !isDouble && !(WITHOUT.test(word) && after.split(/\s+/u).some((one) => NOT.test(one)));
    }
    if (NOT.test(word)) return words[index + 1] === 'need';
    // The other thing that is not needed either.
    if (OR.test(word)) index--;
    else if (!BEFORE_NAME.test(word) && !ADJECTIVE.test(word)) return false;
  }
  return false;
}
