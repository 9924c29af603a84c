import type { Block } from '../cv-samples/document.ts';

/** Letters across the page, over which the cells of a row are spread. */
const LINE_LETTERS = 90;

/** The blocks as typed text, with spaces between the cells of a row. */
export function writeText(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      switch (block.kind) {
        case 'gap':
        case 'pageBreak':
          return '';
        case 'bullet':
          return `${block.sign} ${block.text}`;
        case 'heading':
          return `\n${block.text}\n`;
        case 'row':
          return block.cells
            .map((cell, index) =>
              index === block.cells.length - 1
                ? cell
                : `${cell.padEnd(Math.round(block.widths[index]! * LINE_LETTERS))}  `,
            )
            .join('')
            .trimEnd();
        default:
          return block.text;
      }
    })
    .join('\n');
}
