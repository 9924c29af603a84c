import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, type Tagged } from '../../../core/api/call.ts';
import { queries } from '../../../core/api/queries.ts';
import type { RequestRecord } from '../../../core/api/queries-requests.ts';
import type { RequestOverview } from '../../../core/api/records.ts';
import { type Field, withLimits } from '../../../core/forms/fields.ts';
import { RecordForm } from '../../../core/forms/form-part.tsx';
import { useForm } from '../../../core/forms/use-form.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useFormats, useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { requestSetStatusLimits } from '../../../generated/limits.ts';
import { requestSetStatus } from '../../../generated/operations.ts';
import { CANCELLED } from '../status.tsx';
import classes from './page.module.css';
import { useRequestSource } from './use-request-source.ts';

interface StatusDialogProps {
  current: Tagged<RequestRecord>;
  overview: RequestOverview;
  isOpen: boolean;
  close: () => void;
}

/** Sets the status, or another comment on the one that the request has. */
export function StatusDialog({ isOpen, close, ...props }: StatusDialogProps) {
  const { requests } = useTexts();
  return (
    <Dialog isOpen={isOpen} close={close} title={requests.status.title(props.current.record.title)}>
      <StatusForm {...props} close={close} />
    </Dialog>
  );
}

/** The comment is that of the new status, so the field is empty. */
const toEntry = ({ record: { statusId }, tag }: Tagged<RequestRecord>) => ({
  record: { statusId, comment: null },
  tag,
});

function StatusForm({ current, overview, close }: Omit<StatusDialogProps, 'isOpen'>) {
  const { status: texts } = useTexts().requests;
  const { record } = current;
  const [isAsking, setAsking] = useState(false);
  const form = useStatusForm(current, overview);
  const placed = usePlaced(record.id);
  const isDone = form.form === undefined;
  useEffect(() => {
    if (isDone) close();
  }, [isDone, close]);
  const chosen = overview.possibleStatuses.find(({ id }) => String(id) === form.form?.entries.statusId);
  const submit = () => (chosen?.isFinal === true ? setAsking(true) : form.submit());
  if (isAsking && chosen !== undefined)
    return (
      <FinalQuestion
        title={record.title}
        status={chosen.name}
        freed={chosen.id === CANCELLED ? placed : 0}
        run={() => {
          setAsking(false);
          form.submit();
        }}
        cancel={() => setAsking(false)}
      />
    );
  return (
    <div className={classes.dialog}>
      {overview.possibleStatuses.length === 0 && <p className={classes.quiet}>{texts.over}</p>}
      {!isDone && <RecordForm form={{ ...form, submit }} title={texts.title(record.title)} />}
    </div>
  );
}

/** How many people are placed on the request. Zero for who may not read them. */
function usePlaced(requestId: number): number {
  const mayRead = useMay()('proposals:read');
  const found = useQuery({ ...queries.requestProposals(requestId), enabled: mayRead });
  return found.data?.placed ?? 0;
}

function useStatusForm(current: Tagged<RequestRecord>, { possibleStatuses }: RequestOverview) {
  const { language } = useLanguage();
  const { status: texts } = useTexts().requests;
  const queryClient = useQueryClient();
  const { id, kind, title } = current.record;
  const { read } = useRequestSource(id, kind);
  const key = queries.request(id, kind, language).queryKey;
  return useForm({
    name: `request-${id}-status`,
    fields: useStatusFields(current.record, possibleStatuses),
    current: toEntry(current),
    isOpen: true,
    read: async () => toEntry(await read()),
    save({ statusId, comment }, ifMatch) {
      // Without another status, the comment is on the one that was read last.
      const stored = queryClient.getQueryData(key)?.record.statusId ?? current.record.statusId;
      const body = {
        statusId: (statusId === undefined ? stored : statusId) as number,
        ...(comment == null ? {} : { comment: comment as string }),
      };
      return call(requestSetStatus, { path: { requestId: id }, body, ifMatch });
    },
    said: { saved: texts.saved(title), undone: texts.undone(title) },
    // The service keeps a final status, and every comment.
    canUndo: ({ statusId }) =>
      statusId !== undefined && possibleStatuses.some((one) => one.id === statusId && !one.isFinal),
  });
}

function useStatusFields(
  { statusId, status }: RequestRecord,
  possible: RequestOverview['possibleStatuses'],
): readonly Field[] {
  const { status: texts } = useTexts().requests;
  return withLimits(
    [
      {
        property: 'statusId',
        label: texts.next,
        kind: 'choice',
        isWide: true,
        choices: [
          { value: statusId, label: status ?? String(statusId) },
          ...possible.map(({ id, name, isFinal }) => ({
            value: id,
            label: isFinal ? texts.final(name) : name,
          })),
        ],
      },
      {
        property: 'comment',
        label: texts.comment,
        kind: 'longText',
        help: texts.commentHelp,
        isWide: true,
      },
    ],
    requestSetStatusLimits,
  );
}

interface FinalQuestionProps {
  title: string;
  status: string;
  /** People who are placed on the request, and will not work there. */
  freed: number;
  run: () => void;
  cancel: () => void;
}

function FinalQuestion({ title, status, freed, run, cancel }: FinalQuestionProps) {
  const { requests, forms } = useTexts();
  const { status: texts } = requests;
  const formats = useFormats();
  return (
    <div className={classes.dialog}>
      <p>
        <strong>{texts.finalTitle(status)}</strong>
      </p>
      <p>{texts.finalLead(title)}</p>
      {freed > 0 && <p>{freed === 1 ? texts.onePlaced : texts.placed(formats.number(freed))}</p>}
      <div className={classes.actions}>
        <Button onClick={({ detail }) => detail < 2 && run()}>{texts.finalAction(status)}</Button>
        <Button variant="default" data-autofocus autoFocus onClick={cancel}>
          {forms.cancel}
        </Button>
      </div>
    </div>
  );
}
