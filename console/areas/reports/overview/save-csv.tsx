import { type Cell, MAXIMUM_CSV_ROWS } from '../../../core/csv.ts';
import { saveCsv } from '../../../core/save-csv.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import classes from './page.module.css';
import type { Days } from './periods.ts';

interface SaveCsvProps {
  title: string;
  period: Days;
  head: readonly string[];
  /** All rows, also of the pages that are not shown. */
  rows: readonly (readonly Cell[])[];
}

export function SaveCsv({ title, period: { from, to }, head, rows }: SaveCsvProps) {
  const { texts, formats, language } = useLanguage();
  const { reports } = texts;
  const save = () => saveCsv([title, from, to], [head, ...rows.slice(0, MAXIMUM_CSV_ROWS)], language);
  return (
    <div className={classes.csv}>
      <Button variant="default" onClick={save}>
        {reports.csv}
      </Button>
      {rows.length > MAXIMUM_CSV_ROWS && (
        <p className={classes.selection}>
          {reports.csvCut(formats.number(MAXIMUM_CSV_ROWS), formats.number(rows.length))}
        </p>
      )}
    </div>
  );
}
