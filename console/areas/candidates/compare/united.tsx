import { useLanguage } from '../../../core/texts/language.tsx';
import tableClasses from '../../../core/ui/table.module.css';
import type { Candidate } from '../profile/source.ts';
import classes from './page.module.css';

type List =
  | 'applies'
  | 'documents'
  | 'communications'
  | 'contactChannels'
  | 'languages'
  | 'professionObjects';
type Skills = 'qualifications' | 'driversLicences' | 'keywords';

const LISTS = [
  'applies',
  'documents',
  'communications',
  'contactChannels',
  'languages',
  'professionObjects',
  'qualifications',
  'driversLicences',
  'keywords',
  'resume',
] as const satisfies readonly (List | Skills | 'resume')[];

function countOf(candidate: Candidate, list: (typeof LISTS)[number]): number {
  if (list === 'resume')
    return Object.values(candidate.resume).reduce((sum, entries) => sum + entries.length, 0);
  return candidate[list].length;
}

/** How much of each there is on both sides. */
export function United({ kept, merged }: { kept: Candidate; merged: Candidate }) {
  const { texts, formats } = useLanguage();
  const { compare } = texts;
  const rows = LISTS.map((list) => ({
    list,
    counts: [countOf(kept, list), countOf(merged, list)] as const,
  })).filter(({ counts }) => counts.some((count) => count > 0));
  return (
    <section aria-labelledby="united" className={classes.part}>
      <h2 id="united">{compare.united}</h2>
      <p className={classes.quiet}>{compare.unitedLead}</p>
      {rows.length > 0 && (
        <table className={tableClasses.table} aria-label={compare.unitedCaption}>
          <thead>
            <tr>
              <th scope="col">{compare.what}</th>
              <th scope="col" className="number">
                {compare.keeps}
              </th>
              <th scope="col" className="number">
                {compare.disappears}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ list, counts }) => (
              <tr key={list}>
                <th scope="row">{compare.lists[list]}</th>
                <td className="number">{formats.number(counts[0])}</td>
                <td className="number">{formats.number(counts[1])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
