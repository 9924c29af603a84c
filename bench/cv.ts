import { FIELD_NAMES, f1, measure, readLabels } from '../server/checks/cv-samples/measure.ts';
import { readForeign, toTable } from './foreign-cvs.ts';
import { writeSection } from './results.ts';

// npm run bench:cv [-- --mistakes]: measures how well CVs are read, both those that the rules were developed with and
// those that were held out. Mistakes are printed only for the former. CVs of others are measured too if they lie beside
// the checkout, in ../shared/cv or in the directory of --foreign.

const TARGETS: Record<string, number> = {
  'e-mail': 0.98,
  phone: 0.98,
  name: 0.95,
  'jobs (all four)': 0.8,
  'educations (all four)': 0.8,
  'languages with level': 0.9,
};
const printsMistakes = process.argv.includes('--mistakes');

const open = await readLabels('open');
const openScores = await measure(
  open,
  printsMistakes
    ? (id, field, missing, extra) =>
        console.log(
          `${id}  ${field}\n  missing ${missing.join('\n          ')}\n  extra   ${extra.join('\n          ')}`,
        )
    : undefined,
);
if (!printsMistakes) {
  const heldOut = await readLabels('held-out');
  const heldOutScores = await measure(heldOut);
  const share = (part: number, whole: number) => (whole === 0 ? '' : (part / whole).toFixed(3));
  const rows = FIELD_NAMES.map((name) => {
    const [known, unseen] = [openScores.get(name)!, heldOutScores.get(name)!];
    return `| ${name} | ${f1(known).toFixed(3)} | ${share(unseen.right, unseen.found)} | ${share(unseen.right, unseen.expected)} | ${f1(unseen).toFixed(3)} | ${unseen.expected} | ${TARGETS[name] ?? ''} |`;
  });
  const layouts = (labels: typeof open) => new Set(labels.map(({ layout }) => layout));
  const unseenLayouts = [...layouts(heldOut)].filter((layout) => !layouts(open).has(layout));
  const table = [
    '| field | F1, open part | precision, held out | recall, held out | F1, held out | items held out | target |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...rows,
  ];
  console.log(table.join('\n'));
  await writeSection(
    'cv',
    'Reading CVs',
    `Measured by \`npm run bench:cv\` on ${open.length + heldOut.length} generated CVs with known contents (\`server/checks/cv-samples\`): PDF, DOCX, ODT, RTF and text, German and English. The rules were developed with ${open.length} of them; ${heldOut.length} were held out by hash before the first rule, including all of the layouts ${unseenLayouts.join(', ')}, and use words that the open ones do not. An entry is correct if its title, place and both dates are.`,
    table,
  );
  const foreign = readForeign();
  // Without them, the section of the last run that had them stays.
  if (foreign !== undefined) {
    const foreignTable = toTable(foreign);
    console.log(['', ...foreignTable].join('\n'));
    await writeSection(
      'cv-foreign',
      'Reading CVs in layouts of others',
      `Measured by \`npm run bench:cv\` on ${foreign.length} CVs in layouts that nobody on the project made (templates, classes, portals and programs that export CVs), of which ${foreign.filter(({ reason }) => reason === undefined).length} have text. They lie beside the repository and are not part of it. The rules were developed with them, so the numbers for CVs of others are lower.`,
      foreignTable,
    );
  }
}
