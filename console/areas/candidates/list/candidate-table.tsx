import { useEffect, useRef } from 'react';
import type { CandidateHit } from '../../../core/api/records.ts';
import classes from '../../../core/list/table.module.css';
import { type CurrentRow, WindowTable } from '../../../core/list/window-table.tsx';
import { useTexts } from '../../../core/texts/language.tsx';
import { CandidateRow } from './candidate-row.tsx';
import type { Selection } from './selection.ts';

interface CandidateTableProps {
  candidates: readonly CandidateHit[];
  query: string;
  total: number;
  isExact: boolean;
  selection: Selection | undefined;
  current: CurrentRow;
  onEnd: () => void;
}

export function CandidateTable({ candidates, selection, ...list }: CandidateTableProps) {
  const texts = useTexts();
  return (
    <WindowTable
      {...list}
      caption={texts.candidates.caption}
      head={<Head selection={selection} />}
      rows={candidates}
      hasExcerpts={candidates.some(({ matches }) => matches.length > 0)}
      isSelectable={selection !== undefined}
      renderRow={(candidate, index, current) => (
        <CandidateRow
          key={candidate.id}
          candidate={candidate}
          index={index}
          selection={selection}
          current={current}
        />
      )}
    />
  );
}

function Head({ selection }: { selection: Selection | undefined }) {
  const { candidates: texts } = useTexts();
  const box = useRef<HTMLInputElement>(null);
  const isPartly = selection !== undefined && selection.ids.size > 0 && !selection.hasAll;
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = isPartly;
  });
  return (
    <>
      {selection !== undefined && (
        <th scope="col" className={classes.check}>
          <input
            ref={box}
            type="checkbox"
            aria-label={texts.selectAll}
            checked={selection.hasAll}
            onChange={selection.toggleAll}
          />
        </th>
      )}
      <th scope="col" className={classes.nameColumn}>
        {texts.name}
      </th>
      <th scope="col" className={classes.medium}>
        {texts.residence}
      </th>
      <th scope="col" className={classes.statusColumn}>
        {texts.status}
      </th>
      <th scope="col" className={classes.large}>
        {texts.position}
      </th>
      <th scope="col" className={`${classes.large} ${classes.responsibleColumn}`}>
        {texts.responsible}
      </th>
      <th scope="col" className={classes.stageColumn}>
        {texts.applicationStage}
      </th>
      <th scope="col" className={`number ${classes.changedColumn}`}>
        {texts.changed}
      </th>
    </>
  );
}
