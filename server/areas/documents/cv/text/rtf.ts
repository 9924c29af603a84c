import { MAXIMUM_TEXT_LENGTH, type TextCell, type TextLine, toLine } from './lines.ts';

// Destinations whose text is not text of the document; all others that begin with \* are passed over too.
const SKIPPED = new Set([
  'fonttbl',
  'colortbl',
  'stylesheet',
  'info',
  'pict',
  'object',
  'header',
  'footer',
  'headerl',
  'headerr',
  'footerl',
  'footerr',
  'footnote',
  'fldinst',
  'themedata',
  'listtable',
  'listoverridetable',
  'rsidtbl',
  'xmlnstbl',
  'datastore',
  'pntext',
  'listtext',
]);
const SIGNS: Record<string, string> = {
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  tab: '\t',
  line: '\n',
  '~': ' ',
  _: '-',
};
const CELL_X = 1000;

interface State {
  isSkipped: boolean;
  isBold: boolean;
  /** Letters of the substitute after \u that a reader of Unicode passes over. */
  substituteLength: number;
}

/** Lines of a Rich Text Format file (RTF 1.9), text and tables only. Groups are counted, not recursed into. */
export function readRtf(bytes: Uint8Array): TextLine[] {
  const source = new TextDecoder('latin1').decode(bytes);
  const decoder = new TextDecoder(`windows-${/\\ansicpg(125\d)/.exec(source.slice(0, 1000))?.[1] ?? '1252'}`);
  const lines: TextLine[] = [];
  const stack: State[] = [];
  let state: State = { isSkipped: false, isBold: false, substituteLength: 1 };
  let cells: TextCell[] = [];
  let text = '';
  let boldLetters = 0;
  let letters = 0;
  let total = 0;
  let toPass = 0;
  let hasGap = false;
  let isBullet = false;

  const endLine = () => {
    const parts = text.split('\n');
    parts.forEach((part, index) => {
      const own =
        index === parts.length - 1 || cells.length === 0
          ? [...(index === 0 ? cells : []), { x: cells.length * CELL_X, text: part }]
          : [{ x: 0, text: part }];
      const line = toLine(own, {
        isBold: letters > 0 && boldLetters > letters / 2,
        hasGapBefore: hasGap,
        isBullet,
      });
      hasGap = line === undefined;
      if (line !== undefined) lines.push(line);
    });
    cells = [];
    text = '';
    boldLetters = 0;
    letters = 0;
    isBullet = false;
  };
  const add = (part: string) => {
    if (state.isSkipped || total > MAXIMUM_TEXT_LENGTH) return;
    total += part.length;
    text += part;
    letters += part.length;
    if (state.isBold) boldLetters += part.length;
  };
  const addLetter = (part: string) => {
    if (toPass > 0) toPass -= 1;
    else add(part);
  };

  const token = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/giy;
  for (let match = token.exec(source); match !== null; match = token.exec(source)) {
    const [, word, parameter, hex, sign, brace, plain] = match;
    if (brace === '{') {
      stack.push({ ...state });
      toPass = 0;
    } else if (brace === '}') {
      state = stack.pop() ?? state;
      toPass = 0;
    } else if (plain !== undefined) {
      if (toPass >= plain.length) toPass -= plain.length;
      else {
        add(plain.slice(toPass));
        toPass = 0;
      }
    } else if (hex !== undefined) {
      addLetter(decoder.decode(Uint8Array.of(Number.parseInt(hex, 16))));
    } else if (sign !== undefined) {
      if (sign === '*') state.isSkipped = true;
      else if ('\\{}'.includes(sign)) addLetter(sign);
      else if (SIGNS[sign] !== undefined) add(SIGNS[sign]);
    } else if (word !== undefined) {
      const name = word.toLowerCase();
      if (SKIPPED.has(name)) {
        if (name === 'pntext' || name === 'listtext') isBullet ||= !state.isSkipped;
        state.isSkipped = true;
      } else if (state.isSkipped) {
        if (name === 'bin') token.lastIndex += Math.max(0, Number(parameter ?? 0));
      } else if (name === 'u') {
        const code = Number(parameter ?? 0);
        add(String.fromCharCode(code < 0 ? code + 65536 : code));
        toPass = state.substituteLength;
      } else if (name === 'uc') state.substituteLength = Math.min(10, Math.max(0, Number(parameter ?? 1)));
      else if (name === 'b') state.isBold = parameter !== '0';
      else if (name === 'plain') state.isBold = false;
      else if (name === 'par' || name === 'row' || name === 'page' || name === 'sect') endLine();
      else if (name === 'cell') {
        cells.push({ x: cells.length * CELL_X, text });
        text = '';
      } else if (SIGNS[name] !== undefined) add(SIGNS[name]);
    }
    // A stray backslash at the end matches nothing and ends the loop.
  }
  endLine();
  return lines;
}
