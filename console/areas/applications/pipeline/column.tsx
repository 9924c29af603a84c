import { useInfiniteQuery } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useId, useMemo, useState } from 'react';
import { queries } from '../../../core/api/queries.ts';
import type { Application, ApplicationStage } from '../../../core/api/records.ts';
import { PrintedNote } from '../../../core/list/printed-note.tsx';
import { useIsPrinted } from '../../../core/list/use-is-printed.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { Failed, Loading } from '../../../core/ui/states.tsx';
import type { BoardState } from './board-state.ts';
import { Card } from './card.tsx';
import classes from './page.module.css';
import { useHeld } from './use-held.ts';
import { useSettled } from './use-settled.ts';

interface ColumnProps {
  stage: ApplicationStage;
  state: BoardState;
}

/** The applications in a stage. */
export function Column({ stage, state }: ColumnProps) {
  const texts = useTexts();
  const id = useId();
  const found = useInfiniteQuery(queries.boardColumn(state.jobAdId, stage));
  const applications = useMemo(
    () => unique(found.data?.pages.flatMap((page) => page.applications)),
    [found.data],
  );
  const isPrinted = useIsPrinted();
  const { isHeld, holding } = useHeld();
  const [version, setVersion] = useState(0);
  const pages = found.data?.pages.length ?? 0;
  const { cards, waiting } = useSettled(applications, { isHeld, own: state.own, version: version + pages });
  const first = found.data?.pages[0];
  return (
    <section className={classes.column} aria-labelledby={id} {...useDrop(stage, state)} {...holding}>
      <Heading id={id} stage={stage} total={first?.total} isExact={first?.totalIsExact ?? true}>
        {waiting > 0 && <Waiting count={waiting} release={() => setVersion((before) => before + 1)} />}
      </Heading>
      {found.isPending && <Loading rows={3} />}
      {found.isError && <Failed error={found.error} retry={() => found.refetch()} />}
      {first !== undefined && cards.length === 0 && <p className={classes.empty}>{texts.pipeline.empty}</p>}
      <ul className={classes.cards} aria-labelledby={id}>
        {cards.map((application) => (
          <Card key={application.id} application={application} state={state} />
        ))}
      </ul>
      {isPrinted && <PrintedNote printed={cards.length} total={first?.total ?? 0} />}
      {found.hasNextPage && (
        <Button
          variant="default"
          size="compact-sm"
          loading={found.isFetchingNextPage}
          onClick={() => found.fetchNextPage()}
        >
          {texts.pipeline.more}
        </Button>
      )}
    </section>
  );
}

/** A card can be on two pages if another one came between their reads. */
function unique(applications: readonly Application[] = []): Application[] {
  return [...new Map(applications.map((application) => [application.id, application])).values()];
}

interface HeadingProps {
  id: string;
  stage: ApplicationStage;
  total: number | undefined;
  isExact: boolean;
  children: ReactNode;
}

function Heading({ id, stage, total, isExact, children }: HeadingProps) {
  const texts = useTexts();
  const formats = useFormats();
  const count = total === undefined ? '…' : formats.number(total);
  return (
    <header className={classes.heading}>
      <h2 id={id}>
        {texts.stages[stage]}{' '}
        <span className={classes.count}>{isExact ? count : texts.today.moreThan(count)}</span>
      </h2>
      {children}
    </header>
  );
}

function Waiting({ count, release }: { count: number; release: () => void }) {
  const texts = useTexts();
  const formats = useFormats();
  return (
    <button type="button" className={classes.waiting} title={texts.pipeline.waitingLead} onClick={release}>
      {texts.pipeline.waiting(formats.number(count))}
    </button>
  );
}

/** What makes the column a place to drop a card. */
function useDrop(stage: ApplicationStage, { dragged, setDragged, own }: BoardState) {
  const [isOver, setOver] = useState(false);
  const isTarget = dragged !== undefined && dragged.application.stage !== stage;
  return {
    'data-over': isTarget && isOver,
    onDragOver: (event: DragEvent) => {
      if (!isTarget) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      setOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      setDragged(undefined);
      if (!isTarget) return;
      own.add(dragged.application.id);
      dragged.move(stage);
    },
  };
}
