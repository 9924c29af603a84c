import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../../core/api/queries.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Failed } from '../../../core/ui/states.tsx';
import { HoldDialog } from './hold-dialog.tsx';
import { HoldActions, SetBy, Until } from './hold-parts.tsx';
import classes from './holds.module.css';
import type { HeldCandidate } from './use-release.ts';

const NOTE_ID = 'hold';

/** Says that the candidate is on hold, on every tab. Only for roles that may read it. */
export function HoldNote({ candidate }: { candidate: HeldCandidate }) {
  const { privacy } = useTexts();
  const may = useMay();
  const holds = useQuery({ ...queries.candidateHold(candidate.id), enabled: may('privacy:read') });
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const hold = holds.data?.record.hold ?? null;
  // Nothing would say that there is no hold.
  if (holds.isError && holds.data === undefined)
    return <Failed error={holds.error} retry={() => holds.refetch()} />;
  return (
    <div>
      {hold !== null && (
        <section id={NOTE_ID} tabIndex={-1} className={classes.note} aria-labelledby="hold-title">
          <div className={classes.noteText}>
            <h2 id="hold-title">
              {privacy.hold.title} <Until until={hold.until} />
            </h2>
            <p className={classes.reason}>{hold.reason}</p>
            <span className={classes.secondary}>
              {privacy.hold.setBy}: <SetBy {...hold} />
            </span>
          </div>
          {may('privacy:write') && (
            <HoldActions candidate={candidate} hold={hold} change={() => setOpen(true)} />
          )}
        </section>
      )}
      <HoldDialog candidate={candidate} isOpen={isOpen} close={close} />
    </div>
  );
}

/** Goes to the note, after the page has drawn it. */
export function focusHoldNote(): void {
  requestAnimationFrame(() => document.getElementById(NOTE_ID)?.focus());
}
