import { isSameColumn, lineText, type TextLine } from '../text/lines.ts';
import type { HeadPeriod } from './entry-dates.ts';
import { educationScore, placeScore, positionScore } from './evidence.ts';

// Lines above the first dates that are no part of the first entry, but a remark about the list: "(newest first)". As the first entry
// shows how many lines the others have above their dates, such a line gives each of them the employer of the one above it.

type Anchor = Pick<HeadPeriod, 'beside'> & { index: number };
type Kind = 'title' | 'place' | undefined;

/** What the words of a text say that it is. */
function kindOf(text: string): Kind {
  const [title, place] = [Math.max(positionScore(text), educationScore(text)), placeScore(text)];
  if (title === place) return undefined;
  return title > place ? 'title' : 'place';
}

/** What most texts are, if none is the other. */
function commonKind(texts: readonly string[]): Kind {
  const kinds = texts.map(kindOf);
  const named = kinds.filter((kind) => kind !== undefined);
  return new Set(named).size === 1 && named.length * 2 > kinds.length ? named[0] : undefined;
}

/** Whether the other entries of a list, whose dates are `anchors`, show that it begins with the first dates. */
export function isRemarkAbove(lines: readonly TextLine[], anchors: readonly Anchor[]): boolean {
  const [first, ...others] = anchors;
  if (first === undefined || first.index === 0 || others.length === 0) return false;
  const above = lines.slice(0, first.index).map((line) => kindOf(lineText(line)));
  return (
    (beginAfterSpaces(lines, anchors) && !above.includes('place')) ||
    areCompleteBelow(lines, anchors, above) ||
    areCompleteBeside(lines, anchors, above) ||
    isLeftBelowLast(lines, anchors, above)
  );
}

/** Whether spaces part the entries, and each begins with its dates. */
function beginAfterSpaces(lines: readonly TextLine[], anchors: readonly Anchor[]): boolean {
  return anchors
    .slice(1)
    .every(
      ({ index }, order) =>
        lines[index]!.hasGapBefore &&
        !lines.slice(anchors[order]!.index + 1, index).some(({ hasGapBefore }) => hasGapBefore),
    );
}

/** Whether all heads have their title beside the dates and their place below, or the reverse, and nothing more above. */
function areCompleteBelow(
  lines: readonly TextLine[],
  anchors: readonly Anchor[],
  above: readonly Kind[],
): boolean {
  const beside = anchors.map((anchor) => anchor.beside.join(', '));
  const below = anchors.map(({ index }) => lines[index + 1]);
  const next = new Set(anchors.map(({ index }) => index));
  if (beside.includes('') || anchors.some(({ index }) => next.has(index + 1))) return false;
  if (!below.every(isPlain)) return false;
  const [ofBeside, ofBelow] = [commonKind(beside), commonKind(below.map(lineText))];
  const isHead = ofBeside !== undefined && ofBelow !== undefined && ofBeside !== ofBelow;
  return isHead && !above.includes(ofBelow) && !haveLineAbove(lines, anchors, 1);
}

/** What parts a title and a place on one line. */
const PART = /\s+[|·•–—/-]\s+|[,;:]\s+|\s+(?:bei|at)\s+/iu;

/** Whether most heads have their title and their place beside the dates, and nothing above. */
function areCompleteBeside(
  lines: readonly TextLine[],
  anchors: readonly Anchor[],
  above: readonly Kind[],
): boolean {
  const complete = anchors.filter(({ beside }) => {
    const kinds = new Set(beside.flatMap((text) => text.split(PART)).map(kindOf));
    return kinds.has('title') && kinds.has('place');
  });
  return (
    complete.length * 2 > anchors.length && !above.includes('place') && !haveLineAbove(lines, anchors, 0)
  );
}

/** Whether an entry may have a line above its dates: one that is neither in the `head` lines below the dates before, nor apart. */
function haveLineAbove(lines: readonly TextLine[], anchors: readonly Anchor[], head: number): boolean {
  return anchors
    .slice(1)
    .some(
      ({ index }, order) =>
        index - 1 > anchors[order]!.index + head &&
        !lines[index]!.hasGapBefore &&
        !lines[index - 1]!.isBullet,
    );
}

/** Whether what would be above the dates of the others is below the last ones too, and the first line is of another kind. */
function isLeftBelowLast(
  lines: readonly TextLine[],
  anchors: readonly Anchor[],
  above: readonly Kind[],
): boolean {
  const distances = anchors.slice(1).map(({ index }, order) => index - anchors[order]!.index - 1);
  const [distance = 0] = distances;
  if (distance === 0 || new Set(distances).size > 1) return false;
  const last = anchors.map(({ index }) => lines[index + distance]);
  if (!last.every(isPlain)) return false;
  const kind = commonKind(last.map(lineText));
  return kind !== undefined && kindOf(lineText(last.at(-1)!)) === kind && !above.includes(kind);
}

const isPlain = (line: TextLine | undefined): line is TextLine =>
  line !== undefined && !line.isBullet && !line.hasGapBefore;

/** Whether the line above the first dates is in another column than the lines above all others, and names no place. */
export function isInOtherColumn(lines: readonly TextLine[], anchors: readonly Anchor[]): boolean {
  const [first, ...others] = anchors.map(({ index }) => lines[index - 1]);
  const [column] = others.map((line) => line?.cells[0]?.x);
  if (first === undefined || column === undefined) return false;
  return (
    others.every((line) => line !== undefined && isSameColumn(line.cells[0]!.x, column)) &&
    !first.cells.some(({ x }) => isSameColumn(x, column)) &&
    kindOf(lineText(first)) !== 'place'
  );
}
