import { SETTINGS } from '../../config.ts';
import { table } from './operation-tables.ts';

// The table of all settings in the guide for operators, which `npm run gen` writes:
//
//     <!-- settings -->
//     …
//     <!-- end of settings -->

const BEGINNING = '<!-- settings -->';
const END = '<!-- end of settings -->';
const HEADINGS = ['setting', 'default', 'values', 'meaning'];

/** The guide that has the table. */
export const SETTINGS_GUIDE = 'docs/operations.md';

/** Returns the guide with its table rewritten. */
export function withSettingTable(text: string): string {
  const [before, ...rest] = text.split(BEGINNING);
  const after = rest.join(BEGINNING).split(END)[1];
  if (after === undefined) throw new Error(`${SETTINGS_GUIDE} must contain ${BEGINNING} and ${END}.`);
  const rows = SETTINGS.map(({ name, default: standard, limits, meaning }) =>
    [`\`${name}\``, standard, limits ?? '', meaning].map((cell) => cell.replaceAll('|', '\\|')),
  );
  return `${before}${BEGINNING}\n\n${table([HEADINGS, ...rows])}\n\n${END}${after}`;
}
