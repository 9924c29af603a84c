import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../../core/api/call.ts';
import { CallError, isStatus } from '../../../core/api/errors.ts';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { paths } from '../../../core/paths.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import { candidateMergeUndo } from '../../../generated/operations.ts';
import type { SchemaNotRestoredDto } from '../../../generated/types.ts';

/** Takes two candidates apart, says what is not as before, and opens the new one. */
export function useUndoMerge() {
  const { texts, formats } = useLanguage();
  const show = useMessages();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const names: Readonly<Record<string, string>> = {
    ...texts.candidatePage.properties,
    ...texts.compare.parts,
    ...texts.compare.lists,
    ...texts.duplicates.lists,
  };
  const say = ({ what, reason }: SchemaNotRestoredDto) =>
    `${names[what] ?? what} (${texts.duplicates.reasons[reason]})`;
  const undo = useSending({
    mutationFn: (path: { candidateId: number; mergeId: number }) => call(candidateMergeUndo, { path }),
    onSuccess: async ({ candidateId, notRestored }) => {
      await Promise.all(
        ['candidates', 'duplicates', 'applications', 'tasks'].map((kind) =>
          queryClient.invalidateQueries({ queryKey: [kind] }),
        ),
      );
      const rest =
        notRestored.length === 0
          ? ''
          : ` ${texts.duplicates.notRestored(formats.list(notRestored.map(say)))}`;
      show({ text: `${texts.duplicates.undone}${rest}` });
      await navigate({ to: paths.candidate(candidateId) });
    },
  });
  const toRefusal = (error: unknown) => refusalOf(error, texts.duplicates);
  return { ...undo, toRefusal, refusal: toRefusal(undo.error) };
}

/** Why the service refuses it, in the words of the page. The refusals differ in nothing but their messages. */
function refusalOf(
  error: unknown,
  { tooLate, undoOnHold, notLast }: { tooLate: string; undoOnHold: string; notLast: string },
): string | undefined {
  if (!isStatus(error, 409)) return undefined;
  const message = error instanceof CallError ? error.message : '';
  if (/on hold/.test(message)) return undoOnHold;
  return /merged into this one later/.test(message) ? notLast : tooLate;
}
