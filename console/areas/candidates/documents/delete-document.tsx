import { Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../../core/api/call.ts';
import { isStatus } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useFailure } from '../../../core/frame/use-change.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { documentDelete } from '../../../generated/operations.ts';
import type { CandidateDocument } from './document.ts';

interface DeleteDocumentProps {
  candidateId: number;
  /** Undefined while nothing is to be deleted. */
  document: CandidateDocument | undefined;
  close: () => void;
}

/** Asks, with the name of the file, because it cannot be undone. */
export function DeleteDocument({ candidateId, document, close }: DeleteDocumentProps) {
  const texts = useTexts();
  const show = useMessages();
  const fail = useFailure();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: queries.candidate(candidateId).queryKey });
  // The dialog keeps the name while it disappears.
  const last = useRef(document);
  last.current = document ?? last.current;
  const { id = 0, originalFileName = null } = last.current ?? {};
  const name = originalFileName ?? texts.documents.unnamed(String(id));
  const remove = useSending({
    mutationFn: () =>
      call(documentDelete, { path: { documentId: id } }).catch((error: unknown) => {
        // Somebody else was faster.
        if (!isStatus(error, 404)) throw error;
      }),
    onSuccess: async () => {
      close();
      show({ text: texts.documents.deleted(name) });
      await refresh();
    },
    onError: (error) => {
      fail(error);
      return refresh();
    },
  });
  return (
    <Dialog isOpen={document !== undefined} close={close} title={texts.documents.deleteTitle}>
      <p>{texts.documents.deleteLead(name)}</p>
      <Group justify="end" gap="sm">
        <Button variant="default" data-autofocus onClick={close}>
          {texts.documents.cancel}
        </Button>
        <Button color="var(--signal)" loading={remove.isPending} onClick={() => remove.mutate()}>
          {texts.documents.deleteForGood}
        </Button>
      </Group>
    </Dialog>
  );
}
