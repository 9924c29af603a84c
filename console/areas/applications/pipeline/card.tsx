import { Link } from '@tanstack/react-router';
import { type DragEvent, useEffect, useId, useRef } from 'react';
import { type Application, nameOf } from '../../../core/api/records.ts';
import { paths } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Ago } from '../../../core/ui/when.tsx';
import { MoveMenu } from '../queue/move-menu.tsx';
import { useMove } from '../queue/use-move.ts';
import type { BoardState } from './board-state.ts';
import classes from './page.module.css';

interface CardProps {
  application: Application;
  state: BoardState;
}

export function Card({ application, state }: CardProps) {
  const texts = useTexts();
  const id = useId();
  const card = useRef<HTMLLIElement>(null);
  const { moved, own, ask, mayMove } = state;
  useEffect(() => {
    if (moved.current !== application.id) return;
    moved.current = undefined;
    card.current?.querySelector('button')?.focus();
  }, [moved, application.id]);
  return (
    <li ref={card} className={classes.card} {...useDrag(application, state)}>
      <Name id={id} application={application} />
      <dl className={classes.facts}>
        <dt>{texts.pipeline.applied}</dt>
        <dd>
          <Ago utc={application.appliedAtUtc} />
        </dd>
        <dt>{texts.candidatePage.applicationFields.recruiterId}</dt>
        <dd>{application.responsibleUser ?? texts.queue.nobody}</dd>
      </dl>
      {mayMove && (
        <MoveMenu
          isCompact
          application={application}
          describedBy={id}
          ask={ask}
          onMove={() => {
            moved.current = application.id;
            own.add(application.id);
          }}
        />
      )}
    </li>
  );
}

function Name({ id, application }: { id: string; application: Application }) {
  const may = useMay();
  const name = nameOf(application);
  if (!may('candidates:read'))
    return (
      <strong id={id} className={classes.name}>
        {name}
      </strong>
    );
  return (
    // The card is dragged, not the address of the link.
    <Link id={id} className={classes.name} to={paths.candidate(application.candidateId)} draggable={false}>
      {name}
    </Link>
  );
}

/** What makes the card one that can be dragged to another column. */
function useDrag(application: Application, { mayMove, dragged, setDragged }: BoardState) {
  const move = useMove(application);
  if (!mayMove) return {};
  return {
    // The first move decides which one would be undone.
    draggable: !move.isPending,
    'data-dragged': dragged?.application.id === application.id || move.isPending,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      // Some browsers drag nothing without it.
      event.dataTransfer.setData('text/plain', nameOf(application));
      setDragged({ application, move: (stage) => move.mutate({ stage }) });
    },
    onDragEnd: () => setDragged(undefined),
  };
}
