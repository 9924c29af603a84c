import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { parseArgs, promisify } from 'node:util';
import { ROOT } from './generated.ts';

// npm run sentences -- --count 50 --seed 7: draws random sentences from comments, messages and guides, for a reader who
// compares them with docs/style.md. The same seed draws the same sentences from the same tree.

interface Sentence {
  place: string;
  text: string;
}

const MINIMUM_WORDS = 4;
// Files without English prose (data, German texts of the portal, generated files) and old migrations, which never change.
const EXCLUDED =
  /(^|\/)generated\/|COVERAGE\.md|cv-samples|\/lists\/|texts-de\.ts|catalogs\/|LICENSE|^migrations\/00[0-2]\d|^migrations\/0030/;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    under: { type: 'string', default: '' },
  },
});

const { stdout } = await promisify(execFile)('git', ['ls-files', '*.ts', '*.md', '*.sql'], { cwd: ROOT });
const sentences: Sentence[] = [];
for (const path of stdout.split('\n')) {
  if (path === '' || EXCLUDED.test(path) || !path.startsWith(values.under)) continue;
  const text = await readFile(`${ROOT}/${path}`, 'utf8');
  sentences.push(...(path.endsWith('.md') ? readGuide(path, text) : readSource(path, text)));
}
const random = createRandom(Number(values.seed));
console.log(`${sentences.length} sentences`);
for (let drawn = 1; drawn <= Number(values.count) && sentences.length > 0; drawn++) {
  const [sentence] = sentences.splice(Math.floor(random() * sentences.length), 1);
  console.log(`${drawn}. ${sentence!.text}\n   ${sentence!.place}`);
}

/** Returns the sentences of a guide's paragraphs and table cells, without code and headings. */
function readGuide(path: string, text: string): Sentence[] {
  const found: Sentence[] = [];
  let isCode = false;
  let block: string[] = [];
  let start = 0;
  const flush = () => {
    found.push(...split(block.join(' '), `${path}:${start}`));
    block = [];
  };
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*```/.test(line)) isCode = !isCode;
    if (isCode || /^(\s*```|#|\||\s*$|\s{4})/.test(line)) {
      flush();
      if (!isCode && line.startsWith('|') && !/^\|[\s|:-]+$/.test(line)) {
        for (const cell of line.split('|')) found.push(...split(cell.trim(), `${path}:${index + 1}`));
      }
      continue;
    }
    if (/^\s*([-*]|\d+\.)\s/.test(line)) flush();
    if (block.length === 0) start = index + 1;
    block.push(line.replace(/^\s*([-*>]|\d+\.)\s+/, '').trim());
  }
  flush();
  return found;
}

/** Returns the sentences of comments and of string literals that look like sentences. */
function readSource(path: string, text: string): Sentence[] {
  const found: Sentence[] = [];
  let comment: string[] = [];
  let start = 0;
  const flush = () => {
    if (comment.length > 0) found.push(...split(comment.join(' '), `${path}:${start}`));
    comment = [];
  };
  for (const [index, line] of text.split('\n').entries()) {
    const match = /^\s*(?:\/\/|\/\*\*?|\*\/?|--)(?:\s(.*?))?(?:\*\/)?\s*$/.exec(line);
    if (match !== null) {
      if (comment.length === 0) start = index + 1;
      if ((match[1] ?? '').trim() === '') flush();
      else comment.push(match[1]!.trim());
      continue;
    }
    flush();
    for (const literal of line.matchAll(/'((?:[^'\\]|\\.){20,})'|`([^`]{20,})`|"((?:[^"\\]|\\.){20,})"/g)) {
      const words = (literal[1] ?? literal[2] ?? literal[3])!;
      if (/^[A-Z][a-z'’]+ [^;{}]*[a-z)][.:]?$/.test(words) || /\b(must|cannot|is not|was not)\b/.test(words))
        found.push(...split(words, `${path}:${index + 1}`));
    }
  }
  flush();
  return found;
}

function split(text: string, place: string): Sentence[] {
  return text
    .split(/(?<=[.!?])\s+(?=[A-Z“"`])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.split(/\s+/).length >= MINIMUM_WORDS && !/biome-ignore/.test(sentence))
    .map((sentence) => ({ place, text: sentence }));
}

/** Mulberry32, a small pseudorandom generator. It returns the same numbers on every machine. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
