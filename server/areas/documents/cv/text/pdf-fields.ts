import { type Affine, applyToRectangle } from '../recognize/affine.ts';
import type { PdfPage } from '../recognize/pdf-pictures.ts';
import type { Segment } from './segment.ts';

// The values of a form's fields. They are not in the contents of a page, but in annotations over it.

/** A form has some dozens on a page. */
const MAXIMUM_FIELDS = 500;
/** Letters of the values of a page, which are a few thousand if it is full. */
const MAXIMUM_LETTERS = 20_000;
/** Points. Of the letters in a field that fits them to its height, and at most. */
const USUAL_SIZE = 12;
const FITTED_SHARE = 0.7;
/** In letter heights. */
const DESCENT = 0.22;
const LEADING = 1.15;
const LETTER_WIDTH = 0.5;

/** What the library says about a field, as far as it is needed. Anything in it can be missing. */
interface Widget {
  subtype?: string;
  fieldType?: string;
  fieldValue?: unknown;
  rect?: number[];
  multiLine?: boolean;
  password?: boolean;
  hidden?: boolean;
  noView?: boolean;
  defaultAppearanceData?: { fontSize?: number };
  options?: { exportValue?: unknown; displayValue?: unknown }[];
}

/**
 * The values of text and choice fields as texts at their places. A value that the page shows at this place itself is left out. `texts`
 * are those of the page, where `turn` has put them.
 */
export async function readFields(
  page: PdfPage,
  number: number,
  texts: readonly Segment[],
  turn: Affine | undefined,
): Promise<Segment[]> {
  // A damaged form must not keep the page from being read.
  const widgets: Widget[] = await page.getAnnotations().catch(() => []);
  const found: Segment[] = [];
  let fields = 0;
  let letters = 0;
  for (const widget of widgets) {
    const value = shownValue(widget);
    const [left, bottom, right, top] = widget.rect ?? [];
    if (
      value === '' ||
      left === undefined ||
      bottom === undefined ||
      right === undefined ||
      top === undefined
    )
      continue;
    fields += 1;
    letters += value.length;
    if (fields > MAXIMUM_FIELDS || letters > MAXIMUM_LETTERS) break;
    const own = { left, bottom, right, top };
    const box = turn === undefined ? own : applyToRectangle(turn, own);
    const inside = texts.filter((text) => isInside(text, box) && text.text.trim() !== '');
    if (inside.some(({ text }) => value.includes(text.trim()))) continue;
    found.push(...place(value, widget, box, texts, number));
  }
  return found;
}

interface Box {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

function isInside({ x, y }: Segment, { left, bottom, right, top }: Box): boolean {
  return x >= left && x < right && y >= bottom && y < top;
}

/** What a person sees in the field. Empty for check boxes, buttons, and fields that nobody sees. */
function shownValue({ subtype, fieldType, fieldValue, password, hidden, noView, options }: Widget): string {
  if (subtype !== 'Widget' || password === true || hidden === true || noView === true) return '';
  if (fieldType !== 'Tx' && fieldType !== 'Ch') return '';
  const shown = (value: unknown) =>
    options?.find(({ exportValue }) => exportValue === value)?.displayValue ?? value;
  return [fieldValue]
    .flat()
    .map(shown)
    .filter((value) => typeof value === 'string')
    .map((value) => value.trim())
    .filter((value) => value !== '')
    .join(', ');
}

function place(
  value: string,
  { multiLine, defaultAppearanceData }: Widget,
  { left, bottom, right, top }: Box,
  texts: readonly Segment[],
  page: number,
): Segment[] {
  const height = top - bottom;
  const set = defaultAppearanceData?.fontSize ?? 0;
  const size = set > 0 ? set : Math.max(1, Math.min(USUAL_SIZE, height * FITTED_SHARE));
  const lines = value.split(/\r\n|[\r\n]/);
  const step = Math.min(size * LEADING, Math.max(height, size) / lines.length);
  // The text of a field with one line is in the middle of its height.
  const first =
    multiLine === true
      ? top - size * (LEADING - DESCENT)
      : bottom + (height - size) / 2 + size * DESCENT + step * (lines.length - 1);
  return lines.flatMap((text, index) => {
    const y = first - index * step;
    const label = findLabel(texts, left, y, size / 2);
    const end = Math.max(left + 1, Math.min(right, left + text.length * size * LETTER_WIDTH));
    // With the font and the baseline of its label, the value is not taken for a heading or for another line.
    const font = label?.font ?? texts.at(-1)?.font ?? '';
    return text.trim() === ''
      ? []
      : [{ x: left, end, y: label?.y ?? y, size, font, text: text.trim(), page }];
  });
}

/** The text beside the field whose baseline is nearest. */
function findLabel(
  texts: readonly Segment[],
  left: number,
  y: number,
  distance: number,
): Segment | undefined {
  const away = (text: Segment) => Math.abs(text.y - y);
  return texts
    .filter((text) => text.x < left && text.text.trim() !== '' && away(text) < distance)
    .reduce<Segment | undefined>(
      (best, text) => (best === undefined || away(text) < away(best) ? text : best),
      undefined,
    );
}
