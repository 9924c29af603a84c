import { lineText, type TextCell, type TextLine } from '../text/lines.ts';
import { toPeriod } from './career.ts';
import { readEntries } from './entries.ts';
import { splitStrongly } from './entry-texts.ts';
import { courseScore, educationScore, placeScore, positionScore } from './evidence.ts';
import type { CvFacts } from './facts.ts';
import { statesPerson } from './personal.ts';

// Lists of further training. Most have dates. Where they have none, each line is one, or each pair of title and provider.

type Course = CvFacts['educations'][number];

/** Courses without dates. More of them are a text. */
const MAXIMUM_UNDATED_COURSES = 15;
/** Letters. */
const MAXIMUM_COURSE_LENGTH = 90;
/** In points, in a PDF. A wrapped line is indented at most this far. */
const MAXIMUM_INDENT = 20;
const HAS_WORD = /\p{L}{2}/u;
const DATE_IN_BRACKETS = /\((?:[^()]*\D)?(?:19|20)\d\d\)\s*$/u;
const ENDS_OPEN =
  /(?:(?<=\p{L})-|[,&]|\s(?:von|of|für|for|in|im|und|and|der|des|the|mit|with|zur|zum|on|–))$/u;

/** What is after such a label is a fact about the person, and no course. */
const LABEL =
  /^(?:(?:führerschein|fahrerlaubnis|führerausweis|driving licen[cs]es?|driver[’']?s licen[cs]e|(?:fremd)?sprachen|languages?)(?=\s*:|\s+(?:der )?(?:klassen?|kl\.|class(?:es)?|categor|kat(?:egorie|\.))(?!\p{L}))|(?:staatsangehörigkeit|staatsbürgerschaft|nationalität|nationality|citizenship|familienstand|marital status|geburts(?:datum|ort|tag)|date of birth|place of birth)(?=\s*:))/iu;

/** Whether a line says something of the person under a label that is known. */
const isOfPerson = ({ cells }: TextLine) =>
  cells.some(({ text }) => LABEL.test(text) || (/^[^:]{1,40}:/u.test(text) && statesPerson(text)));

/** Each section has a list of its own. Lines without dates are courses only if no section has dates. */
export function extractCourses(sections: readonly (readonly TextLine[])[]): Course[] {
  const lists = sections.map((source) =>
    splitBeside(joinOpenBrackets(source.filter((line) => !isOfPerson(line)))),
  );
  const lines = lists.flat();
  const entries = lists.flatMap((list) => readEntries(list, courseScore, true));
  if (entries.length === 0) return joinAtDashes(toUndated(lines), lines);
  const courses = entries.flatMap((entry): Course[] => {
    const title = entry.title || entry.place;
    const provider = entry.title === '' ? undefined : entry.place || undefined;
    return HAS_WORD.test(title) ? [{ title, provider, ...toPeriod(entry) }] : [];
  });
  return joinAtDashes(courses, lines);
}

/** Whether the words of a text are those of an institution rather than of a course or a certificate. */
const isInstitution = (text: string) =>
  placeScore(text) > Math.max(educationScore(text), positionScore(text));

/**
 * "Certified Architect – Associate" is one title. What is after a dash is the provider only if its words say so, or those of the
 * others of the list that have a dash. What is before it, only if its words say so.
 */
function joinAtDashes(courses: readonly Course[], lines: readonly TextLine[]): Course[] {
  const texts = lines.flatMap(({ cells }) => cells.map(({ text }) => text));
  const wholes = courses.map(({ title, provider }) => {
    if (provider === undefined) return undefined;
    return texts.flatMap((text) => wholeAtDash(text, title, provider) ?? []).at(0);
  });
  const areProviders = courses.some(
    ({ title, provider }, index) =>
      wholes[index]?.startsWith(title) && provider !== undefined && isInstitution(provider),
  );
  return courses.map((course, index) => {
    const whole = wholes[index];
    if (whole === undefined || isInstitution(course.provider!)) return course;
    const isAfter = whole.startsWith(course.title);
    return isAfter && areProviders ? course : { ...course, title: whole, provider: undefined };
  });
}

/** The part of a text that is a title and a provider, in any order, with a dash between them. */
function wholeAtDash(text: string, title: string, provider: string): string | undefined {
  for (const [left, right] of [
    [title, provider],
    [provider, title],
  ] as const) {
    const start = text.indexOf(left);
    const end = text.indexOf(right, start + left.length);
    if (start !== -1 && end !== -1 && /^\s+[–—-]\s+$/u.test(text.slice(start + left.length, end)))
      return text.slice(start, end + right.length);
  }
  return undefined;
}

/** A line that closes a parenthesis of the line above, adds one, or follows a sign, goes on with it in all of its cells. */
function joinOpenBrackets(lines: readonly TextLine[]): TextLine[] {
  const result: TextLine[] = [];
  for (const line of lines) {
    const above = result.at(-1);
    const targets = line.cells.map((cell) =>
      above?.cells.find(({ x }) => cell.x - x >= -1 && cell.x - x < MAXIMUM_INDENT),
    );
    const isRest = line.cells.some(({ text }, index) => {
      const target = targets[index]?.text ?? '';
      if (/[·|]$/u.test(target)) return true;
      return /\([^)]*$/u.test(target) ? /^[^(]*\)/u.test(text) : target !== '' && /^\(/u.test(text);
    });
    if (above === undefined || !isRest || line.isBullet || line.hasGapBefore || targets.includes(undefined)) {
      result.push(line);
      continue;
    }
    const restOf = (cell: TextCell) => line.cells.filter((_, index) => targets[index] === cell);
    const cells = above.cells.map((cell) => ({
      ...cell,
      text: [cell, ...restOf(cell)].map(({ text }) => text).join(' '),
    }));
    result[result.length - 1] = { ...above, cells };
  }
  return result;
}

/** Courses beside each other, each with its date in parentheses. */
function splitBeside(lines: readonly TextLine[]): TextLine[] {
  return lines.flatMap((line) => {
    const cells = line.cells.map((cell) =>
      DATE_IN_BRACKETS.test(cell.text)
        ? {
            ...cell,
            text: cell.text.replaceAll(/(?<=\S)·\s+/gu, ' · ').replace(/(?<=\S)\((?=[^()]*$)/u, ' ('),
          }
        : cell,
    );
    return cells.length > 1 && cells.every(({ text }) => DATE_IN_BRACKETS.test(text))
      ? cells.map((cell) => ({ ...line, cells: [cell] }))
      : [{ ...line, cells }];
  });
}

function toUndated(lines: readonly TextLine[]): Course[] {
  const pairs = pairStyles(lines) ?? pairBlocks(lines);
  const courses = pairs ?? joinOpenLines(lines).flatMap(toCourse);
  return courses.length > MAXIMUM_UNDATED_COURSES ? [] : courses;
}

interface Run {
  style: string;
  text: string;
  hasGapBefore: boolean;
}

/** Lines of one style that stand together are one text. */
function toRuns(lines: readonly TextLine[]): Run[] {
  const runs: Run[] = [];
  for (const line of lines) {
    const style = `${line.size} ${line.isBold}`;
    const last = runs.at(-1);
    if (last !== undefined && last.style === style && !line.hasGapBefore && !line.isBullet)
      last.text = joinTexts(last.text, lineText(line));
    else runs.push({ style, text: lineText(line), hasGapBefore: line.hasGapBefore || line.isBullet });
  }
  return runs;
}

/** Titles in one style, each with its provider below it in another. */
function pairStyles(lines: readonly TextLine[]): Course[] | undefined {
  const runs = toRuns(lines);
  const [title, provider] = new Set(runs.map(({ style }) => style));
  const isOther = (run: Run | undefined) => run !== undefined && run.style === provider;
  const isPaired = runs.every(
    (run, index) => run.style === title || (isOther(run) && !isOther(runs[index - 1]) && !run.hasGapBefore),
  );
  if (provider === undefined || !isPaired) return undefined;
  return runs.flatMap((run, index) => {
    const below = runs[index + 1];
    return run.style === title
      ? [{ title: run.text, provider: isOther(below) ? below!.text : undefined }]
      : [];
  });
}

/** Blocks of a title and a provider. */
function pairBlocks(lines: readonly TextLine[]): Course[] | undefined {
  const blocks: TextLine[][] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    if (last === undefined || line.hasGapBefore || line.isBullet) blocks.push([line]);
    else last.push(line);
  }
  const isPair = ([title, provider, ...others]: TextLine[]) =>
    title !== undefined &&
    provider !== undefined &&
    others.length === 0 &&
    placeScore(lineText(provider)) > placeScore(lineText(title)) &&
    splitStrongly(lineText(title)).length === 1;
  if (blocks.length === 0 || !blocks.every(isPair)) return undefined;
  return blocks.map(([title, provider]) => ({ title: lineText(title!), provider: lineText(provider!) }));
}

function joinTexts(above: string, below: string): string {
  return /\p{L}-$/u.test(above) ? above + below : `${above} ${below}`;
}

/** A line that ends with a hyphen or a small word goes on below. */
function joinOpenLines(lines: readonly TextLine[]): TextLine[] {
  const result: TextLine[] = [];
  for (const line of lines) {
    const above = result.at(-1);
    const isRest =
      above !== undefined && !line.isBullet && !line.hasGapBefore && ENDS_OPEN.test(lineText(above));
    if (!isRest) result.push(line);
    else
      result[result.length - 1] = {
        ...above,
        cells: [{ x: above.cells[0]!.x, text: joinTexts(lineText(above), lineText(line)) }],
      };
  }
  return result;
}

function toCourse(line: TextLine): Course[] {
  const text = lineText(line);
  if (text.length > MAXIMUM_COURSE_LENGTH || /[.:!?]$/.test(text) || !HAS_WORD.test(text)) return [];
  const [title, provider] = splitStrongly(text);
  return title === undefined ? [] : [{ title, provider }];
}
