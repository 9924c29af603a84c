import { call } from '../../../core/api/call.ts';
import { changeSeen } from '../../../core/api/change-seen.ts';
import type { RequestRecord } from '../../../core/api/queries-requests.ts';
import { useChange } from '../../../core/frame/use-change.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { requestSetStatus } from '../../../generated/operations.ts';
import { useRequestSource } from '../../requests/record/use-request-source.ts';
import classes from './board.module.css';

const FILLED = 3;

/** Offers the status that follows from the placements. The service does not set it by itself. */
export function FilledOffer({ record: { id, kind, title, statusId } }: { record: RequestRecord }) {
  const { proposals: texts } = useTexts();
  const may = useMay();
  const change = useChange([
    ['requests', id],
    ['proposals', 'request', id],
  ]);
  const { read } = useRequestSource(id, kind);
  const set = (next: number, seen: number) =>
    changeSeen({
      read,
      isAsSeen: (stored) => stored.statusId === seen,
      change: (ifMatch) =>
        call(requestSetStatus, { path: { requestId: id }, body: { statusId: next }, ifMatch }),
    });
  return (
    <p className={classes.offer} role="status">
      {texts.filled}
      {may('requests:write') && (
        <Button
          size="compact-sm"
          loading={change.isPending}
          onClick={() =>
            change.mutate({
              run: () => set(FILLED, statusId),
              done: texts.filledDone(title),
              undo: () => set(statusId, FILLED),
              undone: texts.filledUndone(title),
            })
          }
        >
          {texts.setFilled}
        </Button>
      )}
    </p>
  );
}
