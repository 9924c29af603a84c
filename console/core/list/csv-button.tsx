import { useRef } from 'react';
import { useFormats, useTexts } from '../texts/language.tsx';
import { Button } from '../ui/button.tsx';
import classes from './list.module.css';
import type { CsvFile, CsvList } from './use-csv-file.ts';

interface CsvButtonProps {
  file: CsvFile;
  list: CsvList;
}

/** Saves a list as a file, and says how far it is. */
export function CsvButton({ file: { progress, save, cancel }, list }: CsvButtonProps) {
  const { csv } = useTexts();
  const formats = useFormats();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className={classes.csv}>
      <Button
        ref={button}
        variant="default"
        size="compact-md"
        disabled={progress !== undefined}
        onClick={() => void save(list)}
      >
        {csv.save}
      </Button>
      {/* Always there, because screen readers announce only what changes in a region that they know. */}
      <span role="status" className="visually-hidden">
        {progress === undefined ? '' : csv.started}
      </span>
      {progress !== undefined && (
        <>
          <p className={classes.progress}>
            <progress aria-label={csv.progress} value={progress.all && progress.done} max={progress.all} />
            {progress.all !== undefined &&
              csv.rows(formats.number(progress.done), formats.number(progress.all))}
          </p>
          <Button
            variant="default"
            size="compact-md"
            onClick={() => {
              // This button goes, and the focus would go with it.
              button.current?.focus();
              cancel();
            }}
          >
            {csv.cancel}
          </Button>
        </>
      )}
    </div>
  );
}
