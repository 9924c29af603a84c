import { nameOf } from '../../../core/api/records.ts';
import { useFormats, useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import classes from './holds.module.css';
import type { Holds } from './use-hold-source.ts';
import { type HeldCandidate, useRelease } from './use-release.ts';

type Hold = NonNullable<Holds['hold']>;

/** The last day of a hold. */
export function Until({ until }: Pick<Hold, 'until'>) {
  const { privacy } = useTexts();
  const formats = useFormats();
  if (until === null) return privacy.hold.endless;
  return <time dateTime={until}>{privacy.hold.untilDay(formats.day(until))}</time>;
}

/** Who set a hold, and when. */
export function SetBy({ setByName, setAtUtc }: Pick<Hold, 'setByName' | 'setAtUtc'>) {
  const { texts, formats } = useLanguage();
  const { hold } = texts.privacy;
  return (
    <time dateTime={setAtUtc} title={formats.moment(setAtUtc)}>
      {hold.set(setByName ?? hold.someone, formats.dayAndTime(setAtUtc))}
    </time>
  );
}

interface HoldActionsProps {
  candidate: HeldCandidate;
  hold: Pick<Hold, 'reason' | 'until' | 'setAtUtc'>;
  change: () => void;
}

/** Changes a hold, or releases it. */
export function HoldActions({ candidate, hold, change }: HoldActionsProps) {
  const { privacy } = useTexts();
  const release = useRelease(candidate);
  const name = nameOf(candidate);
  return (
    <div className={classes.actions}>
      <Button variant="default" size="compact-sm" aria-label={privacy.hold.changeOf(name)} onClick={change}>
        {privacy.hold.change}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={privacy.hold.releaseOf(name)}
        loading={release.isPending}
        onClick={() => release.mutate(hold)}
      >
        {privacy.hold.release}
      </Button>
    </div>
  );
}

/** The holds of a candidate that are no longer in force, the newest first. */
export function EarlierHolds({ earlier }: Pick<Holds, 'earlier'>) {
  const { texts, formats } = useLanguage();
  const { hold: words } = texts.privacy;
  if (earlier.length === 0) return null;
  return (
    <details className={classes.earlier}>
      <summary>{words.earlier(formats.number(earlier.length))}</summary>
      <ul>
        {earlier.map((hold) => (
          <li key={`${hold.setAtUtc}-${hold.releasedAtUtc}`}>
            <span className={classes.reason}>{hold.reason}</span>
            <span className={classes.secondary}>
              <SetBy {...hold} /> · <Until until={hold.until} /> ·{' '}
              {hold.releasedAtUtc === null
                ? words.ended
                : words.releasedBy(
                    hold.releasedByName ?? words.someone,
                    formats.dayAndTime(hold.releasedAtUtc),
                  )}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
