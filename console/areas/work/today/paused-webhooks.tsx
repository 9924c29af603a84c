import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../../core/api/queries.ts';
import { paths } from '../../../core/paths.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { Failed } from '../../../core/ui/states.tsx';
import classes from './page.module.css';

/** Nothing while all registrations are active. Without a mail server, nobody else says that events do not arrive. */
export function PausedWebhooks() {
  const { webhooks } = useTexts();
  const formats = useFormats();
  const registrations = useQuery(queries.registrations());
  const paused = registrations.data?.filter(({ isPaused }) => isPaused).length ?? 0;
  return (
    <>
      {registrations.isError && (
        <Failed error={registrations.error} retry={() => void registrations.refetch()} />
      )}
      {paused > 0 && (
        <section className={classes.warning} aria-label={webhooks.tabs.webhooks}>
          <p>{webhooks.pausedRegistrations(formats.number(paused))}</p>
          <Link to={paths.developers}>{webhooks.toRegistrations}</Link>
        </section>
      )}
    </>
  );
}
