import type { TextCell, TextLine } from '../text/lines.ts';

// Labels of the forms that Europe had for CVs until 2012. They are long, stand before their text without a colon, and
// narrow columns break them, so that the text is between the two parts.

const LABELS: readonly string[] = [
  'beruf oder funktion',
  'wichtigste tätigkeiten und zuständigkeiten',
  'name und adresse des arbeitgebers',
  'tätigkeitsbereich oder branche',
  'bezeichnung der erworbenen qualifikation',
  'hauptfächer/berufliche fähigkeiten',
  'hauptfächer / berufliche fähigkeiten',
  'name und art der bildungs- oder ausbildungseinrichtung',
  'stufe der nationalen oder internationalen klassifikation',
  'occupation or position held',
  'main activities and responsibilities',
  'name and address of employer',
  'name and address of the employer',
  'type of business or sector',
  'title of qualification awarded',
  'principal subjects/occupational skills covered',
  'principal subjects / occupational skills covered',
  'name and type of organisation providing education and training',
  'name and type of organization providing education and training',
  'level in national or international classification',
];
const WORDS = LABELS.map((label) => label.split(' '));
/** So many words of a label show that it is one. */
const MINIMUM_WORDS = 3;

const isSame = (word: string, expected: string | undefined, isLast: boolean) =>
  (isLast ? word.replace(/:$/u, '') : word).toLowerCase() === expected;

/** How many words of a label, from one of its words on, a text begins with. */
function countWords(words: readonly string[], label: readonly string[], from: number): number {
  let count = 0;
  while (
    count < words.length &&
    from + count < label.length &&
    isSame(words[count]!, label[from + count], from + count === label.length - 1)
  )
    count += 1;
  return count;
}

interface Begun {
  label: readonly string[];
  count: number;
}

function begunLabel(text: string): Begun | undefined {
  const words = text.split(/\s+/u);
  const found = WORDS.map((label): Begun => ({ label, count: countWords(words, label, 0) }));
  const best = found.reduce((one, other) => (other.count > one.count ? other : one));
  return best.count >= Math.min(MINIMUM_WORDS, best.label.length) ? best : undefined;
}

/** The cells of a line without as many words at their beginning. */
function dropWords({ cells }: TextLine, count: number): TextCell[] {
  let left = count;
  return cells.flatMap((cell): TextCell[] => {
    const words = cell.text.split(/\s+/u);
    const own = Math.min(left, words.length);
    left -= own;
    if (own === 0) return [cell];
    const text = words.slice(own).join(' ');
    return text === '' ? [] : [{ x: cell.x + 1, text }];
  });
}

const textOf = ({ cells }: TextLine) => cells.map(({ text }) => text).join(' ');

/** Lines with such a label have it in a cell of its own, and after it all of its text. */
export function partFormLabels(source: readonly TextLine[]): TextLine[] {
  const lines = [...source];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!;
    const begun = begunLabel(textOf(line));
    if (begun === undefined) continue;
    const { label } = begun;
    const rest = dropWords(line, begun.count);
    for (let { count } = begun; count < label.length; ) {
      const next = lines[index + 1];
      const more = next === undefined ? 0 : countWords(textOf(next).split(/\s+/u), label, count);
      if (more === 0) break;
      rest.push(...dropWords(next!, more));
      count += more;
      lines.splice(index + 1, 1);
    }
    const text = rest.map((cell) => cell.text).join(' ');
    const own: TextCell = { x: line.cells[0]!.x, text: `${label.join(' ')}:` };
    lines[index] = {
      ...line,
      isBullet: false,
      cells: text === '' ? [own] : [own, { x: rest[0]!.x, text }],
    };
  }
  return lines;
}
