import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Notice } from '../../../core/ui/states.tsx';
import { Ago } from '../../../core/ui/when.tsx';
import { MoveMenu } from '../../applications/queue/move-menu.tsx';
import { newestOf } from './header.tsx';
import classes from './page.module.css';
import type { Candidate } from './source.ts';

/** The applications, the newest first. */
export function ApplicationsTab({ candidate }: { candidate: Candidate }) {
  const texts = useTexts();
  const may = useMay();
  const newest = newestOf(candidate);
  const applications = candidate.applies.toSorted((a, b) => b.appliedAtUtc.localeCompare(a.appliedAtUtc));
  if (newest === undefined) return <Notice title={texts.candidatePage.noApplication} />;
  const { id: candidateId, firstName, lastName } = candidate;
  return (
    <ul className={classes.applications} aria-label={texts.candidatePage.tabs.applications}>
      {applications.map(({ id, jobAd, appliedAtUtc, channel, stage, message }) => (
        <li key={id} className={`${classes.item} ${classes.entry}`}>
          <div className={classes.text}>
            <strong>{jobAd ?? texts.queue.speculative}</strong>
            <span className={classes.secondary}>
              {texts.stages[stage]} · <Ago utc={appliedAtUtc} />
              {channel && ` · ${channel}`}
            </span>
            {message && <p className={classes.message}>{message}</p>}
          </div>
          {may('applications:write') && (
            <MoveMenu
              // The key belongs to the menu in the header.
              hasKey={false}
              application={{ id, candidateId, stage, firstName, lastName }}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
