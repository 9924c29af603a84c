import type { TextLine } from '../text/lines.ts';

// Addresses whose parts have labels of their own, as forms print them: "PLZ: 08056" above "Ort: Zwickau".

type Part = 'street' | 'number' | 'code' | 'city';

const LABELS: readonly [Part, RegExp][] = [
  [
    'street',
    /^(?:stra(?:ß|ss)e(?:,? ?(?:\/|und|&)? ?(?:haus)?(?:nummer|-?nr\.?))?|street(?: address)?|address line 1)$/iu,
  ],
  ['number', /^(?:haus(?:nummer|-?nr\.?)|house number)$/iu],
  ['code', /^(?:plz|postleitzahl|post ?code|postal code|zip(?: ?code)?)$/iu],
  ['city', /^(?:(?:wohn)?ort|stadt|city|town|city ?\/ ?town|town ?\/ ?city)$/iu],
];
/** Lines from one part of an address to the next. A state or a district can stand between them. */
const MAXIMUM_DISTANCE = 2;

interface Labelled {
  part: Part;
  text: string;
}

function partOf({ cells }: TextLine): Labelled | undefined {
  const [first, second, third] = cells;
  if (first === undefined || third !== undefined) return undefined;
  const [label, own] = second === undefined ? splitLabel(first.text) : [first.text, second.text];
  const part = LABELS.find(([, pattern]) => pattern.test(label.replace(/\s*:$/, '').trim()))?.[0];
  return part === undefined || own === '' ? undefined : { part, text: own };
}

function splitLabel(text: string): [label: string, own: string] {
  const colon = text.indexOf(':');
  return colon === -1 ? ['', ''] : [text.slice(0, colon), text.slice(colon + 1).trim()];
}

/** Lines with the parts of such an address as a letter has them: the street, and the postal code beside the city. */
export function joinLabelledAddress(source: readonly TextLine[]): TextLine[] {
  const parts = source.map(partOf);
  const code = parts.findIndex((one) => one?.part === 'code');
  const find = (part: Part, from: number) =>
    parts.findIndex((one, at) => one?.part === part && Math.abs(at - from) <= MAXIMUM_DISTANCE);
  const city = code === -1 ? -1 : find('city', code);
  if (city === -1) return [...source];
  const first = Math.min(code, city);
  const [street, number] = [find('street', first - 1), find('number', first - 1)];
  const textOf = (at: number) => (at === -1 ? '' : parts[at]!.text);
  const place = /\p{L}/u.test(textOf(code)) ? [city, code] : [code, city];
  const lineOf = (at: number, text: string): TextLine => ({
    ...source[at]!,
    cells: [{ x: source[at]!.cells[0]!.x, text }],
  });
  const used = new Set([code, city, street, number]);
  return source.flatMap((line, index) => {
    if (index === first)
      return [
        ...(street === -1 ? [] : [lineOf(street, `${textOf(street)} ${textOf(number)}`.trim())]),
        lineOf(first, place.map(textOf).join(' ')),
      ];
    return used.has(index) ? [] : [line];
  });
}
