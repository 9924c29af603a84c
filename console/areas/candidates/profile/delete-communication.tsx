import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../core/api/call.ts';
import { isStatus } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useFailure } from '../../../core/frame/use-change.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { communicationDelete } from '../../../generated/operations.ts';
import classes from './page.module.css';
import { useCandidateSource } from './source.ts';

interface DeleteCommunicationProps {
  candidateId: number;
  communicationId: number;
  name: string;
  /** Notes have no attachments. */
  isNote: boolean;
  isOpen: boolean;
  close: () => void;
}

/** Asks first, because the attachments are gone for good. */
export function DeleteCommunication(props: DeleteCommunicationProps) {
  const { candidateId, communicationId, name, isNote, isOpen, close } = props;
  const { candidatePage, forms } = useTexts();
  const show = useMessages();
  const fail = useFailure();
  const queryClient = useQueryClient();
  const { readAfter } = useCandidateSource(candidateId);
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: queries.notes(candidateId).queryKey });
    await readAfter();
  };
  const remove = useSending({
    mutationFn: () =>
      call(communicationDelete, { path: { candidateId, communicationId } }).catch((error: unknown) => {
        // Somebody else was faster.
        if (!isStatus(error, 404)) throw error;
      }),
    onSuccess: async () => {
      close();
      show({ text: candidatePage.entryDeleted(name) });
      await refresh();
    },
    onError: (error) => {
      fail(error);
      return refresh();
    },
  });
  return (
    <Dialog isOpen={isOpen} close={close} title={candidatePage.eraseTitle(name)}>
      <p>{isNote ? candidatePage.deleteNote : candidatePage.deleteCommunication}</p>
      <div className={classes.actions}>
        <Button className={classes.dangerous} loading={remove.isPending} onClick={() => remove.mutate()}>
          {candidatePage.eraseNow}
        </Button>
        <Button variant="default" data-autofocus onClick={close}>
          {forms.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
