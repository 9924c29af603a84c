import type { Row } from './table.ts';

/** What is wrong with the cells of a row. */
export function findCellFault(
  { cells, lacksLineBreak, looseQuoteUntil }: Row,
  header: readonly string[],
): string | undefined {
  if (looseQuoteUntil !== undefined)
    return `A quote in this row may not be closed: the row would then contain the rows up to line ${looseQuoteUntil}. Close it, and write each quote within quotes twice.`;
  const columns = countNamed(header);
  if (cells.slice(columns).some((cell) => cell.trim() !== ''))
    return `The row has ${cells.length} cells, but the file has ${columns} columns with a heading. Put a cell that contains the separator in quotes, or give every column a heading.`;
  if (lacksLineBreak && cells.length < columns)
    return `The file ends in the middle of this row, after ${cells.length} of ${columns} cells. Export the file again. If the row is complete, add a line break after it.`;
  return undefined;
}

/** Not a fault: some programs leave out the empty cells at the end of a row. Or a cell has a line break and no quotes. */
export function remarkMissingCells(
  { cells, lacksLineBreak }: Row,
  header: readonly string[],
): string | undefined {
  const columns = countNamed(header);
  if (cells.length >= columns || lacksLineBreak) return undefined;
  return `The row has ${cells.length} of ${columns} cells. The missing ones are read as empty. If they are not empty, a line break in a cell may lack quotes.`;
}

/** Headings can end with separators, and rows without them. */
const countNamed = (header: readonly string[]) => header.findLastIndex((heading) => heading !== '') + 1;
