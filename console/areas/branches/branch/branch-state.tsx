import { useState } from 'react';
import { call } from '../../../core/api/call.ts';
import { queries } from '../../../core/api/queries.ts';
import type { Branch } from '../../../core/api/records.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { useChange } from '../../../core/frame/use-change.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { Confirm } from '../../../core/ui/confirm.tsx';
import { branchChange } from '../../../generated/operations.ts';

/** Whether new records can refer to the branch. Closing it asks, because it changes what everybody can choose. */
export function BranchState({ branch }: { branch: Branch }) {
  const { branches: words } = useTexts();
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  const { id: branchId, name, isActive } = branch;
  const change = useChange([queries.branches().queryKey]);
  const set = (isOpen: boolean) => () =>
    call(branchChange, { path: { branchId }, body: { isActive: isOpen } });
  const close = () =>
    change.mutate(
      {
        run: set(false),
        done: words.wasClosed(name),
        undo: set(true),
        undone: words.wasReopened(name),
        isQuiet: true,
      },
      { onSuccess: () => setAsking(false) },
    );
  const reopen = () =>
    change.mutate({
      run: set(true),
      done: words.wasReopened(name),
      undo: set(false),
      undone: words.wasClosed(name),
    });
  const ask = () => {
    change.reset();
    setAsking(true);
  };
  return (
    <section className={formClasses.part} aria-labelledby="state">
      <header className={formClasses.header}>
        <h2 id="state">{words.parts.state}</h2>
        {may('branches:write') && (
          <Button
            variant="default"
            size="compact-sm"
            loading={change.isPending && !isAsking}
            onClick={isActive ? ask : reopen}
          >
            {isActive ? words.close : words.reopen}
          </Button>
        )}
      </header>
      <p className={formClasses.lead}>{isActive ? words.openLead : words.closedLead}</p>
      <Confirm
        isOpen={isAsking}
        close={() => setAsking(false)}
        title={words.closeTitle(name)}
        action={words.closeNow}
        isRunning={change.isPending}
        error={change.error}
        run={close}
      >
        <p>{words.closeText}</p>
      </Confirm>
    </section>
  );
}
