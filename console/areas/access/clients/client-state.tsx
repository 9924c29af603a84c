import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../core/api/queries.ts';
import type { ApiClient } from '../../../core/api/records.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import tableClasses from '../../../core/ui/table.module.css';
import { Ago } from '../../../core/ui/when.tsx';
import classes from './clients.module.css';

export function ClientState({ client: { disabledAtUtc } }: { client: ApiClient }) {
  const { apiClients: words } = useTexts();
  if (disabledAtUtc === null) return words.active;
  return (
    <>
      <span className={classes.disabled}>{words.disabled}</span>
      <span className={tableClasses.secondary}>
        <Ago utc={disabledAtUtc} />
      </span>
    </>
  );
}

/** The list of clients does not have it, but the ledger of the month does. */
export function LastToken({ clientId }: { clientId: string }) {
  const { apiClients: words } = useTexts();
  const usage = useQuery(queries.tokenUsage());
  if (usage.data === undefined) return usage.isError ? '–' : '…';
  const used = usage.data.clients.find((each) => each.clientId === clientId);
  return used === undefined ? words.noToken : <Ago utc={used.lastIssuedAtUtc} />;
}
