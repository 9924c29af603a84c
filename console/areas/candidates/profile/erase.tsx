import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { queries } from '../../../core/api/queries.ts';
import { discardChangedForms } from '../../../core/forms/changed-forms.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { paths } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { EraseDialog } from '../../privacy/erase/erase-dialog.tsx';
import { HoldDialog } from '../../privacy/holds/hold-dialog.tsx';
import { focusHoldNote } from '../../privacy/holds/hold-note.tsx';
import { EarlierHolds } from '../../privacy/holds/hold-parts.tsx';
import { RetentionNote } from '../../privacy/retention/retention-note.tsx';
import classes from './page.module.css';
import type { Candidate } from './source.ts';

/** Erases the candidate, or forbids it, and lists the earlier holds. Only for roles that may read them. */
export function Erase({ candidate }: { candidate: Candidate }) {
  const { candidatePage, privacy } = useTexts();
  const may = useMay();
  const holds = useQuery(queries.candidateHold(candidate.id));
  const isHeld = holds.data !== undefined && holds.data.record.hold !== null;
  return (
    <section className={formClasses.part} aria-labelledby="erase">
      <h2 id="erase">{candidatePage.parts.erase}</h2>
      <p className={formClasses.lead}>{isHeld ? privacy.hold.forbids : candidatePage.eraseLead}</p>
      <RetentionNote candidateId={candidate.id} />
      {may('privacy:write') && <Actions candidate={candidate} isHeld={isHeld} />}
      <EarlierHolds earlier={holds.data?.record.earlier ?? []} />
    </section>
  );
}

function Actions({ candidate, isHeld }: { candidate: Candidate; isHeld: boolean }) {
  const { candidatePage, privacy } = useTexts();
  const [dialog, setDialog] = useState<'erase' | 'hold'>();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const close = () => setDialog(undefined);
  const leave = () => {
    discardChangedForms();
    return navigate({ to: paths.applications });
  };
  const showHold = async () => {
    await queryClient.refetchQueries(queries.candidateHold(candidate.id));
    close();
    focusHoldNote();
  };
  return (
    <div className={classes.actions}>
      {isHeld ? (
        <Button variant="default" onClick={focusHoldNote}>
          {privacy.hold.show}
        </Button>
      ) : (
        <>
          <Button variant="default" className={classes.danger} onClick={() => setDialog('erase')}>
            {candidatePage.erase}
          </Button>
          <Button variant="default" onClick={() => setDialog('hold')}>
            {privacy.hold.put}
          </Button>
        </>
      )}
      <EraseDialog
        candidate={candidate}
        isOpen={dialog === 'erase'}
        close={close}
        leave={leave}
        showHold={showHold}
      />
      <HoldDialog candidate={candidate} isOpen={dialog === 'hold'} close={close} />
    </div>
  );
}
