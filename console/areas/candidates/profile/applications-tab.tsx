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
    <div className={classes.scroller}>
      <table className={classes.table}>
        <caption className="visually-hidden">{texts.candidatePage.tabs.applications}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.queue.jobAd}</th>
            <th scope="col">{texts.queue.applied}</th>
            <th scope="col">{texts.candidatePage.channel}</th>
            <th scope="col">{texts.queue.stage}</th>
            <th scope="col">
              <span className="visually-hidden">{texts.queue.moveTo}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {applications.map(({ id, jobAd, appliedAtUtc, channel, stage, message }) => (
            <tr key={id}>
              <td>
                <strong>{jobAd ?? texts.queue.speculative}</strong>
                {message && <p className={classes.message}>{message}</p>}
              </td>
              <td className={classes.nowrap}>
                <Ago utc={appliedAtUtc} />
              </td>
              <td>{channel}</td>
              <td>{texts.stages[stage]}</td>
              <td className={classes.action}>
                {may('applications:write') && (
                  <MoveMenu
                    // The key belongs to the menu in the header.
                    hasKey={false}
                    application={{ id, candidateId, stage, firstName, lastName }}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
