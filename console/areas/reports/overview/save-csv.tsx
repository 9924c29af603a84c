import { type Cell, MAXIMUM_CSV_ROWS, toCsv } from '../../../core/csv.ts';
import { saveAs } from '../../../core/documents/save.ts';
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
  const save = () => {
    const name = [title, from, to].filter(Boolean).join('_').replaceAll(/\s/g, '-');
    const text = toCsv([head, ...rows.slice(0, MAXIMUM_CSV_ROWS)], language);
    saveAs(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
  };
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
