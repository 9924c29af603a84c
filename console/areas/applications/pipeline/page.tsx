import { NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useAddress } from '../../../core/address.ts';
import { isStatus } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import { type ApplicationStage, STAGES } from '../../../core/api/records.ts';
import { useWindowTitle } from '../../../core/frame/window-title.tsx';
import { paths } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import { type Asked, MoveWithReason } from '../queue/move-with-reason.tsx';
import type { BoardState } from './board-state.ts';
import { Column } from './column.tsx';
import classes from './page.module.css';
import { readPipelineSearch } from './search.ts';
import { useDragged } from './use-dragged.ts';

/** Where the columns have no room beside each other. */
const NARROW = '(max-width: 48em)';

export function Page() {
  const { jobAdId } = useParams({ strict: false }) as { jobAdId: string };
  const texts = useTexts();
  const may = useMay();
  const ad = useQuery(queries.jobAd(Number(jobAdId)));
  useWindowTitle(ad.data && `${ad.data.record.title} – ${texts.screens.pipeline}`);
  if (isStatus(ad.error, 404))
    return (
      <Notice isPage title={texts.jobAds.missingRecord}>
        <p>{texts.jobAds.missingRecordLead}</p>
        <Link to={paths.jobAds}>{texts.jobAds.back}</Link>
      </Notice>
    );
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1>{texts.screens.pipeline}</h1>
        {ad.data !== undefined && (
          <p className={classes.facts}>
            <Link to={paths.jobAd(ad.data.record.jobAdId)}>{ad.data.record.title}</Link>
            {may('candidates:write') && (
              <Link to={paths.candidateNew} search={{ jobAd: ad.data.record.jobAdId }}>
                {texts.jobAds.newCandidate}
              </Link>
            )}
          </p>
        )}
      </header>
      {ad.isPending && <Loading rows={8} />}
      {ad.isError && <Failed error={ad.error} retry={() => ad.refetch()} />}
      {ad.data !== undefined && <Board key={jobAdId} jobAdId={ad.data.record.jobAdId} />}
    </div>
  );
}

function Board({ jobAdId }: { jobAdId: number }) {
  const texts = useTexts();
  const may = useMay();
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  const search = useAddress(readPipelineSearch);
  const stage = search.stage ?? 'new';
  const [dragged, setDragged] = useDragged();
  const [asked, setAsked] = useState<Asked | undefined>();
  const moved = useRef<number | undefined>(undefined);
  const [own] = useState(() => new Set<number>());
  const state = useMemo<BoardState>(
    () => ({ jobAdId, dragged, setDragged, own, moved, ask: setAsked, mayMove: may('applications:write') }),
    [jobAdId, dragged, setDragged, own, may],
  );
  return (
    <>
      {state.mayMove && !isNarrow && <p className={classes.hint}>{texts.pipeline.hint}</p>}
      {isNarrow && <StageChoice jobAdId={jobAdId} stage={stage} />}
      <section className={classes.board} data-narrow={isNarrow} aria-label={texts.pipeline.board}>
        {STAGES.filter((each) => !isNarrow || each === stage).map((each) => (
          <Column key={each} stage={each} state={state} />
        ))}
      </section>
      <MoveWithReason
        asked={asked}
        close={() => setAsked(undefined)}
        onMove={({ id }) => {
          moved.current = id;
          own.add(id);
        }}
      />
    </>
  );
}

function StageChoice({ jobAdId, stage }: { jobAdId: number; stage: ApplicationStage }) {
  const texts = useTexts();
  const navigate = useNavigate();
  return (
    <NativeSelect
      label={texts.pipeline.stage}
      value={stage}
      onChange={({ currentTarget: { value } }) =>
        void navigate({
          to: paths.pipeline(jobAdId),
          search: { stage: value as ApplicationStage },
          replace: true,
        })
      }
      data={STAGES.map((each) => ({ value: each, label: texts.stages[each] }))}
    />
  );
}
