import { type AnyEndpoint, operationsOf } from '../../core/http/index.ts';
import { ENDPOINTS } from '../../endpoints.ts';

// The tables of operations in the guides. A page names areas, and `npm run gen` writes their operations below:
//
//     <!-- operations: Users, Branches -->
//     …
//     <!-- end of operations -->

const BLOCK = /^<!-- operations: (.+) -->\n[\s\S]*?^<!-- end of operations -->$/gm;
const HEADINGS = ['operation', 'permission', 'what it does'];

/** The lines that begin and end such a table, or the table of events. */
export function isTableMark(line: string): boolean {
  return /^<!-- (operations: .+|events|end of (operations|events)) -->$/.test(line);
}

/** Returns the page with its tables rewritten. */
export function withOperationTables(text: string): string {
  return text.replaceAll(BLOCK, (_, areas: string) => {
    const rows = areas.split(', ').flatMap(rowsOf);
    return `<!-- operations: ${areas} -->\n\n${table([HEADINGS, ...rows])}\n\n<!-- end of operations -->`;
  });
}

function rowsOf(area: string): string[][] {
  const operations = operationsOf('integration', ENDPOINTS).filter((endpoint) => endpoint.area === area);
  if (operations.length === 0) throw new Error(`The area "${area}" has no operations.`);
  return operations.map(rowOf);
}

function rowOf({ method, path, permission, summary }: AnyEndpoint): string[] {
  return [`\`${method} ${path}\``, permission === null ? 'none' : `\`${permission}\``, summary];
}

export function table([headings = [], ...rows]: string[][]): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]!.length)),
  );
  const line = (cells: string[], filler: string) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!, filler)).join(' | ')} |`;
  return [
    line(headings, ' '),
    line(
      headings.map(() => ''),
      '-',
    ),
    ...rows.map((row) => line(row, ' ')),
  ].join('\n');
}
