import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { notificationChange, notificationReadAll } from '../../generated/operations.ts';
import type { SchemaNotificationDto } from '../../generated/types.ts';
import { call } from '../api/call.ts';
import { queries } from '../api/queries.ts';
import { useFailure } from '../frame/use-change.ts';
import { paths } from '../paths.ts';
import { useFormats, useTexts } from '../texts/language.tsx';
import type { Texts } from '../texts/texts-de.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Ago } from '../ui/when.tsx';
import { WhenRead } from '../ui/when-read.tsx';
import classes from './notifications.module.css';

const MOST_SHOWN = 99;

/** The bell with the number of unread notifications, and the dialog that lists them. */
export function Notifications() {
  const texts = useTexts();
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  const unread = useQuery(queries.unreadNotifications()).data?.unread ?? 0;
  const count = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : formats.number(unread);
  const name = unread === 0 ? texts.notifications.heading : texts.notifications.unread(count);
  return (
    <>
      <button
        type="button"
        className={classes.bell}
        aria-label={name}
        title={name}
        onClick={() => setOpen(true)}
      >
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path
            d="M6 16V11a6 6 0 0 1 12 0v5l1.5 2.5h-15zM10 21h4"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        {unread > 0 && (
          <span className={classes.count} aria-hidden="true">
            {count}
          </span>
        )}
      </button>
      <Dialog isOpen={isOpen} close={() => setOpen(false)} title={texts.notifications.heading}>
        <List close={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function useMark() {
  const fail = useFailure();
  const queryClient = useQueryClient();
  const outcome = {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['notifications'] }),
    onError: (error: unknown) => fail(error),
  };
  const one = useMutation({
    mutationFn: (notificationId: number) =>
      call(notificationChange, { path: { notificationId }, body: { isRead: true } }),
    ...outcome,
  });
  const all = useMutation({
    mutationFn: (untilId: number) => call(notificationReadAll, { body: { untilId } }),
    ...outcome,
  });
  return { one, all };
}

function List({ close }: { close: () => void }) {
  const read = useQuery(queries.notifications());
  return (
    <WhenRead read={read} rows={4}>
      {({ notifications }) => <Received notifications={notifications} close={close} />}
    </WhenRead>
  );
}

interface ReceivedProps {
  notifications: readonly SchemaNotificationDto[];
  close: () => void;
}

function Received({ notifications, close }: ReceivedProps) {
  const texts = useTexts();
  const { one, all } = useMark();
  const newest = notifications[0];
  if (newest === undefined) return <p className={classes.none}>{texts.notifications.none}</p>;
  return (
    <>
      <ul className={classes.list} aria-label={texts.notifications.heading}>
        {notifications.map((notification) => (
          <Item
            key={notification.id}
            notification={notification}
            mark={() => one.mutate(notification.id)}
            close={close}
          />
        ))}
      </ul>
      {notifications.some(({ readAtUtc }) => readAtUtc === null) && (
        <Button variant="default" loading={all.isPending} onClick={() => all.mutate(newest.id)}>
          {texts.notifications.markAll}
        </Button>
      )}
    </>
  );
}

interface ItemProps {
  notification: SchemaNotificationDto;
  mark: () => void;
  close: () => void;
}

/** A link to what it is about. Whoever follows it has read it. */
function Item({ notification, mark, close }: ItemProps) {
  const texts = useTexts();
  const { candidateId, readAtUtc, createdAtUtc } = notification;
  const isUnread = readAtUtc === null;
  const text = textOf(notification, texts);
  return (
    <li data-unread={isUnread}>
      <div className={classes.what}>
        <Link
          to={candidateId === null ? paths.today : paths.candidate(candidateId)}
          onClick={() => {
            if (isUnread) mark();
            close();
          }}
        >
          {text}
        </Link>
        <span className={classes.when}>
          <Ago utc={createdAtUtc} />
          {isUnread && <strong className={classes.new}>{texts.notifications.new}</strong>}
        </span>
      </div>
      {isUnread && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={texts.notifications.markNamed(text)}
          onClick={mark}
        >
          {texts.notifications.markRead}
        </Button>
      )}
    </li>
  );
}

function textOf(
  { kind, actorName, recordName, taskTitle }: SchemaNotificationDto,
  { notifications: texts }: Texts,
): string {
  const actor = actorName ?? texts.someone;
  if (kind === 'mention') return texts.mention(actor, recordName ?? '–');
  return recordName === null
    ? texts.task(actor, taskTitle ?? '')
    : texts.taskAbout(actor, taskTitle ?? '', recordName);
}
