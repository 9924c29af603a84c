import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../../core/api/call.ts';
import { queries } from '../../../core/api/queries.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { useReturnedFocus } from '../../../core/forms/use-returned-focus.ts';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import confirmClasses from '../../../core/ui/confirm.module.css';
import { Confirm } from '../../../core/ui/confirm.tsx';
import { CopiedText } from '../../../core/ui/copied-text.tsx';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { SecretDialog } from '../../../core/ui/secret-dialog.tsx';
import { Failed, Loading } from '../../../core/ui/states.tsx';
import tableClasses from '../../../core/ui/table.module.css';
import { WhenRead } from '../../../core/ui/when-read.tsx';
import { webhookSecretList, webhookSecretRotate } from '../../../generated/operations.ts';

/** The secrets that sign calls. Each is shown when somebody asks for it. */
export function Secrets() {
  const { secrets: words } = useTexts().webhooks;
  const secrets = useQuery(queries.signingSecrets());
  return (
    <section className={formClasses.part} aria-labelledby="secrets">
      <header className={formClasses.header}>
        <h2 id="secrets">{words.heading}</h2>
        {secrets.data !== undefined && <Rotation hasPrevious={secrets.data.length > 1} />}
      </header>
      <p className={formClasses.lead}>{words.lead}</p>
      <WhenRead read={secrets} rows={2}>
        {(data) => <SecretTable secrets={data} />}
      </WhenRead>
    </section>
  );
}

function SecretTable({ secrets }: { secrets: readonly { isCurrent: boolean }[] }) {
  const { secrets: words, actions } = useTexts().webhooks;
  return (
    <table className={tableClasses.table} aria-labelledby="secrets">
      <thead>
        <tr>
          <th scope="col">{words.name}</th>
          <th scope="col" className={tableClasses.medium}>
            {words.role}
          </th>
          <th scope="col">
            <span className="visually-hidden">{actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {secrets.map(({ isCurrent }) => (
          <tr key={String(isCurrent)}>
            <td>
              {isCurrent ? words.current : words.previous}
              <span className={tableClasses.lowest}>{isCurrent ? words.currentUse : words.previousUse}</span>
            </td>
            <td className={tableClasses.medium}>{isCurrent ? words.currentUse : words.previousUse}</td>
            <td className={tableClasses.actionColumn}>
              <Display isCurrent={isCurrent} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const readSecret = async (which: boolean): Promise<string | undefined> =>
  (await call(webhookSecretList)).secrets.find(({ isCurrent }) => isCurrent === which)?.secret;

/** Shows a secret in a dialog. It is read for that, and only in the memory of the page until the dialog is closed. */
function Display({ isCurrent }: { isCurrent: boolean }) {
  const texts = useTexts();
  const { secrets: words } = texts.webhooks;
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const reading = useSending({ mutationFn: () => readSecret(isCurrent), gcTime: 0 });
  const open = () => {
    setOpen(true);
    reading.mutate();
  };
  const close = () => {
    setOpen(false);
    reading.reset();
    // Not before: a secret that has ended disappears from the table, with this dialog.
    void queryClient.invalidateQueries({ queryKey: queries.signingSecrets().queryKey });
  };
  const name = isCurrent ? words.current : words.previous;
  return (
    <>
      <Button variant="default" size="compact-sm" aria-label={words.showOf(name)} onClick={open}>
        {words.show}
      </Button>
      <Dialog isOpen={isOpen} close={close} title={name}>
        <div className={confirmClasses.question}>
          {reading.isPending && <Loading rows={2} />}
          {reading.isError && <Failed error={reading.error} retry={() => reading.mutate()} />}
          {reading.isSuccess &&
            (reading.data === undefined ? (
              <p>{words.gone}</p>
            ) : (
              <>
                <p>{words.showLead}</p>
                <CopiedText label={words.label} text={reading.data} />
              </>
            ))}
          <div className={formClasses.actions}>
            <Button variant="default" onClick={close}>
              {texts.frame.close}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}

/**
 * Rotates at most once until it is reset, and returns the new secret. Another try after a lost response finds the one that the first try
 * has made: a second rotation would end the secret that the receivers use.
 */
function useRotateOnce() {
  const replaced = useRef<string>(undefined);
  return {
    async run(): Promise<string> {
      const current = await readSecret(true);
      if (replaced.current !== undefined && current !== undefined && current !== replaced.current)
        return current;
      replaced.current = current;
      return (await call(webhookSecretRotate)).secret;
    },
    reset() {
      replaced.current = undefined;
    },
  };
}

/** Asks before it rotates, and shows the new secret once. */
function Rotation({ hasPrevious }: { hasPrevious: boolean }) {
  const { secrets: words } = useTexts().webhooks;
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [secret, setSecret] = useState<string>();
  const rotate = useRotateOnce();
  const rotation = useSending({
    mutationFn: async () => setSecret(await rotate.run()),
    onSuccess: () => {
      rotate.reset();
      setAsking(false);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queries.signingSecrets().queryKey }),
  });
  const button = useReturnedFocus(isAsking || secret !== undefined);
  const close = () => {
    setAsking(false);
    rotate.reset();
    rotation.reset();
  };
  return (
    <>
      <Button ref={button} variant="default" onClick={() => setAsking(true)}>
        {words.rotate}
      </Button>
      <Confirm
        isOpen={isAsking}
        close={close}
        title={words.title}
        action={words.submit}
        isRunning={rotation.isPending}
        error={rotation.error}
        unsure={words.unsure}
        run={() => rotation.mutate()}
      >
        <p>{words.warning}</p>
        {hasPrevious && (
          <p>
            <strong>{words.warningPrevious}</strong>
          </p>
        )}
      </Confirm>
      <SecretDialog
        title={words.newTitle}
        secret={secret}
        isExpected={rotation.isPending}
        label={words.label}
        close={() => setSecret(undefined)}
      >
        <p>{words.newLead}</p>
      </SecretDialog>
    </>
  );
}
