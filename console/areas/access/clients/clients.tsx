import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type RefObject, useState } from 'react';
import { queries } from '../../../core/api/queries.ts';
import type { ApiClient } from '../../../core/api/records.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { paths } from '../../../core/paths.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { More } from '../../../core/ui/more.tsx';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import tableClasses from '../../../core/ui/table.module.css';
import { ClientPage } from './client-page.tsx';
import { ClientState, LastToken } from './client-state.tsx';
import classes from './clients.module.css';
import { CreateClient } from './create-client.tsx';
import { usePermissionText } from './permissions.ts';
import { useArrivedFocus } from './use-arrived-focus.ts';

/** The service has no pages of them. */
const SHOWN_ROWS = 100;

/** The API clients, or the one that the address names. */
export function Clients({ clientId }: { clientId: string | undefined }) {
  const { apiClients: words } = useTexts();
  const clients = useQuery(queries.apiClients());
  const arrival = useArrivedFocus(clientId ?? '');
  if (clients.data === undefined)
    return (
      <section className={formClasses.part} aria-label={words.heading}>
        {clients.isError ? (
          <Failed error={clients.error} retry={() => clients.refetch()} />
        ) : (
          <Loading rows={8} />
        )}
      </section>
    );
  if (clientId === undefined) return <ClientList clients={clients.data} part={arrival} />;
  const client = clients.data.find((each) => each.clientId === clientId);
  return client === undefined ? <Missing /> : <ClientPage key={clientId} client={client} part={arrival} />;
}

function Missing() {
  const { apiClients: words } = useTexts();
  return (
    <Notice title={words.missing}>
      <Link to={paths.developers} search={{ tab: 'clients' }}>
        {words.back}
      </Link>
    </Notice>
  );
}

interface ClientListProps {
  clients: readonly ApiClient[];
  part: RefObject<HTMLElement | null>;
}

function ClientList({ clients, part }: ClientListProps) {
  const { apiClients: words } = useTexts();
  const [shown, setShown] = useState(SHOWN_ROWS);
  return (
    <section ref={part} tabIndex={-1} className={formClasses.part} aria-labelledby="clients">
      <header className={formClasses.header}>
        <h2 id="clients">{words.heading}</h2>
        <CreateClient />
      </header>
      <p className={formClasses.lead}>{words.lead}</p>
      {clients.length === 0 ? (
        <Notice title={words.none}>
          <p>{words.noneLead}</p>
        </Notice>
      ) : (
        <ClientTable clients={clients.slice(0, shown)} />
      )}
      {clients.length > shown && <More load={() => setShown(shown + SHOWN_ROWS)} />}
    </section>
  );
}

function ClientTable({ clients }: { clients: readonly ApiClient[] }) {
  const { apiClients: words } = useTexts();
  return (
    <table className={tableClasses.table} aria-labelledby="clients">
      <thead>
        <tr>
          <th scope="col">{words.name}</th>
          <th scope="col" className={tableClasses.extra}>
            {words.permissions}
          </th>
          <th scope="col">{words.state}</th>
          <th scope="col" className={tableClasses.extra}>
            {words.lastToken}
          </th>
        </tr>
      </thead>
      <tbody>
        {clients.map((client) => (
          <Row key={client.clientId} client={client} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ client }: { client: ApiClient }) {
  const textOf = usePermissionText();
  return (
    <tr>
      <td className={tableClasses.entered}>
        <Link to={paths.developers} search={{ tab: 'clients', client: client.clientId }}>
          {client.name}
        </Link>
        <code className={classes.id}>{client.clientId}</code>
        <span className={tableClasses.below}>{textOf(client.permissions)}</span>
      </td>
      <td className={tableClasses.extra}>{textOf(client.permissions)}</td>
      <td>
        <ClientState client={client} />
      </td>
      <td className={tableClasses.extra}>
        <LastToken clientId={client.clientId} />
      </td>
    </tr>
  );
}
