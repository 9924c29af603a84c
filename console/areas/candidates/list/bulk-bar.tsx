import { CloseButton } from '@mantine/core';
import { useState } from 'react';
import type { CandidateHit } from '../../../core/api/records.ts';
import classes from '../../../core/list/list.module.css';
import { useMay } from '../../../core/session/use-session.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { BulkDialog, type BulkKind } from './bulk-dialog.tsx';
import type { Selection } from './selection.ts';
import { type Bulk, useBulk } from './use-bulk.ts';

interface BulkBarProps {
  candidates: readonly CandidateHit[];
  selection: Selection;
}

/** What can be done with the selected candidates, and how far it is. */
export function BulkBar({ candidates, selection }: BulkBarProps) {
  const texts = useTexts();
  const formats = useFormats();
  const may = useMay();
  const bulk = useBulk();
  const [kind, setKind] = useState<BulkKind | undefined>();
  const selected = candidates.filter(({ id }) => selection.ids.has(id));
  const { progress } = bulk;
  const kinds: BulkKind[] = [
    ...(may('masterdata:read') ? (['status'] as const) : []),
    ...(may('users:read') ? (['responsible'] as const) : []),
    ...(may('branches:read') ? (['branch'] as const) : []),
    'keyword',
  ];
  const count = formats.number(selected.length);
  return (
    <>
      {selected.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form.
        <div className={classes.selection} role="group" aria-label={texts.candidates.selection}>
          <strong role="status">
            {selection.isFull ? texts.candidates.selectedMost(count) : texts.candidates.selected(count)}
          </strong>
          {kinds.map((each) => (
            <Button
              key={each}
              variant="default"
              size="compact-md"
              disabled={progress !== undefined}
              onClick={() => setKind(each)}
            >
              {texts.bulk.buttons[each]}
            </Button>
          ))}
          <button type="button" className={classes.link} onClick={selection.clear}>
            {texts.candidates.clear}
          </button>
        </div>
      )}
      {progress !== undefined && (
        <p className={classes.progress}>
          <progress aria-label={texts.bulk.progress} value={progress.done} max={progress.all} />
          {texts.bulk.running(formats.number(progress.done), formats.number(progress.all))}
        </p>
      )}
      {bulk.failures.length > 0 && <Failures bulk={bulk} />}
      {kind !== undefined && (
        <BulkDialog
          kind={kind}
          candidates={selected}
          close={() => setKind(undefined)}
          run={async (action) => {
            setKind(undefined);
            const interrupted = await bulk.run(action, selected);
            if (interrupted.length > 0) selection.keepOnly(interrupted.map(({ id }) => id));
          }}
        />
      )}
    </>
  );
}

/** Who could not be changed, or changed back, and why. */
function Failures({ bulk }: { bulk: Bulk }) {
  const texts = useTexts();
  return (
    <section className={classes.failures} aria-labelledby="failures">
      <header>
        <h2 id="failures">{bulk.isUndone ? texts.bulk.undoFailures : texts.bulk.failures}</h2>
        <CloseButton aria-label={texts.frame.close} onClick={bulk.forgetFailures} />
      </header>
      <ul>
        {bulk.failures.map(({ id, name, reason }) => (
          <li key={id}>
            <strong>{name}</strong> {reason}
          </li>
        ))}
      </ul>
    </section>
  );
}
