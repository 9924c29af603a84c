import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../../core/api/queries.ts';
import type { Registration } from '../../../core/api/records.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { More } from '../../../core/ui/more.tsx';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import { ReactivateDialog } from './reactivate-dialog.tsx';
import { RegisterDialog } from './register-dialog.tsx';
import { RegistrationTable, type RowDialog } from './registration-table.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { TestDialog, useTestCall } from './test-call.tsx';

/** The service has no pages of them. */
const SHOWN_ROWS = 100;

/** The addresses that are called, by address and event. */
export function Registrations() {
  const { webhooks } = useTexts();
  const registrations = useQuery(queries.registrations());
  const [shown, setShown] = useState(SHOWN_ROWS);
  const [isRegistering, setRegistering] = useState(false);
  const rows = (registrations.data ?? []).toSorted(byAddress);
  const { opened, open, close } = useRowDialog();
  const test = useTestCall();
  const openRow = (dialog: RowDialog, row: Registration) => {
    if (dialog === 'test') {
      // The one before can still be waiting, and its outcome is that of another registration.
      test.reset();
      test.mutate(row);
    }
    open(dialog, row);
  };
  return (
    <section tabIndex={-1} className={formClasses.part} aria-labelledby="registrations">
      <header className={formClasses.header}>
        <h2 id="registrations">{webhooks.registrations.heading}</h2>
        <Button onClick={() => setRegistering(true)}>{webhooks.registrations.add}</Button>
      </header>
      <p className={formClasses.lead}>{webhooks.registrations.lead}</p>
      {registrations.isPending && <Loading rows={6} />}
      {registrations.isError && <Failed error={registrations.error} retry={() => registrations.refetch()} />}
      {registrations.isSuccess && rows.length === 0 && (
        <Notice title={webhooks.registrations.none}>
          <p>{webhooks.registrations.noneLead}</p>
        </Notice>
      )}
      {rows.length > 0 && <RegistrationTable rows={rows.slice(0, shown)} open={openRow} />}
      {rows.length > shown && <More load={() => setShown(shown + SHOWN_ROWS)} />}
      <RegisterDialog isOpen={isRegistering} close={() => setRegistering(false)} known={rows} />
      <ReactivateDialog row={opened.row} isOpen={opened.dialog === 'reactivate'} close={close} />
      <TestDialog row={opened.row} isOpen={opened.dialog === 'test'} close={close} test={test} />
      <RemoveDialog row={opened.row} isOpen={opened.dialog === 'remove'} close={close} />
    </section>
  );
}

const byAddress = (one: Registration, other: Registration): number =>
  one.url.localeCompare(other.url) || one.event - other.event;

/** The dialog about a row, which keeps its contents while it disappears. */
function useRowDialog() {
  const [opened, setOpened] = useState<{ dialog?: RowDialog; row?: Registration }>({});
  return {
    opened,
    open: (dialog: RowDialog, row: Registration) => setOpened({ dialog, row }),
    close: () => setOpened(({ row }) => ({ row })),
  };
}
