import { useMutation } from '@tanstack/react-query';
import { call, download } from '../../../core/api/call.ts';
import { faultsIn } from '../../../core/api/errors.ts';
import { toDataUrl } from '../../../core/api/upload.ts';
import { saveFile } from '../../../core/documents/save.ts';
import { forgetKey, keyOf } from '../../../core/drafts/upload-keys.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { FileButton } from '../../../core/ui/file-button.tsx';
import { communicationAddAttachment, communicationReadAttachment } from '../../../generated/operations.ts';
import classes from './parts.module.css';
import { type Candidate, useCandidateSource } from './source.ts';
import { useFileFault } from './use-file-fault.ts';

/** The service accepts no larger file. */
const MAXIMUM_MB = 25;

interface AttachmentsProps {
  communication: Candidate['communications'][number];
  /** Of the communication. */
  name: string;
}

/** The files of a communication. Every download is written to the access log. */
export function Attachments({ communication: { id, attachments }, name }: AttachmentsProps) {
  const { candidatePage } = useTexts();
  if (attachments.length === 0) return null;
  return (
    <ul className={classes.attachments} aria-label={candidatePage.attachmentsOf(name)}>
      {attachments.map(({ id: attachmentId, originalFileName }) => (
        <li key={attachmentId}>
          <Download
            communicationId={id}
            attachmentId={attachmentId}
            name={originalFileName ?? candidatePage.unnamedAttachment(String(attachmentId))}
          />
        </li>
      ))}
    </ul>
  );
}

interface AddAttachmentProps {
  candidateId: number;
  communicationId: number;
  /** Of the communication. */
  name: string;
}

/** The button that adds a file, and why one was not stored. */
export function AddAttachment({ candidateId, communicationId, name }: AddAttachmentProps) {
  const { candidatePage } = useTexts();
  const add = useAddAttachment(candidateId, communicationId);
  const fault = useFileFault(add.error, MAXIMUM_MB, candidatePage.emptyFile);
  return (
    <>
      <FileButton onChange={(file) => file !== null && add.mutate(file)}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            size="compact-sm"
            loading={add.isPending}
            aria-label={candidatePage.attachTo(name)}
          >
            {candidatePage.attach}
          </Button>
        )}
      </FileButton>
      {fault !== undefined && (
        <p role="alert" className={classes.fault}>
          {fault}
        </p>
      )}
    </>
  );
}

function useAddAttachment(candidateId: number, id: number) {
  const { candidatePage } = useTexts();
  const show = useMessages();
  const { readAfter } = useCandidateSource(candidateId);
  return useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MAXIMUM_MB * 2 ** 20) throw new RangeError('The file is too large.');
      const body = { file: await toDataUrl(file), filename: file.name };
      const sent = { to: `candidate-${candidateId}-communication-${id}`, file };
      try {
        const idempotencyKey = keyOf(sent);
        await call(communicationAddAttachment, { path: { candidateId, id }, body, idempotencyKey });
        forgetKey(sent);
      } catch (error) {
        if (faultsIn(error).length > 0) forgetKey(sent);
        throw error;
      }
      await readAfter();
    },
    onSuccess: (_, { name }) => show({ text: candidatePage.added(name) }),
  });
}

function Download(props: { communicationId: number; attachmentId: number; name: string }) {
  const { communicationId, attachmentId, name } = props;
  const { states } = useTexts();
  const show = useMessages();
  const save = useMutation({
    mutationFn: () => download(communicationReadAttachment, { path: { communicationId, attachmentId } }),
    onSuccess: saveFile,
    onError: () => show({ text: states.failed, isFailure: true }),
  });
  return (
    <button type="button" className={classes.file} onClick={() => !save.isPending && save.mutate()}>
      {name}
    </button>
  );
}
