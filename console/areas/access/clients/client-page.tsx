import { Link } from '@tanstack/react-router';
import { type RefObject, useState } from 'react';
import type { ApiClient } from '../../../core/api/records.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { paths } from '../../../core/paths.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { CopiedText } from '../../../core/ui/copied-text.tsx';
import { Ago } from '../../../core/ui/when.tsx';
import { ChangeClient } from './change-client.tsx';
import { ClientState, LastToken } from './client-state.tsx';
import classes from './clients.module.css';
import { usePermissionText } from './permissions.ts';
import { RevokeTokens } from './revoke-tokens.tsx';
import { RotateSecret } from './rotate-secret.tsx';
import { useDisabling } from './use-client-changes.ts';

interface ClientPageProps {
  client: ApiClient;
  part: RefObject<HTMLElement | null>;
}

/** An API client, with everything that can be done with it. */
export function ClientPage({ client, part }: ClientPageProps) {
  const { apiClients: words } = useTexts();
  return (
    <section ref={part} tabIndex={-1} className={classes.page} aria-labelledby="client">
      <p className={classes.back}>
        <Link to={paths.developers} search={{ tab: 'clients' }}>
          ← {words.back}
        </Link>
      </p>
      <h2 id="client">{client.name}</h2>
      <Basics client={client} />
      <section className={formClasses.part} aria-labelledby="credentials">
        <header className={formClasses.header}>
          <h3 id="credentials">{words.credentials.heading}</h3>
          <RotateSecret client={client} />
        </header>
        <CopiedText label={words.id} text={client.clientId} />
        <p className={formClasses.lead}>{words.credentials.secrets(String(client.validSecrets))}</p>
      </section>
      <section className={formClasses.part} aria-labelledby="tokens">
        <header className={formClasses.header}>
          <h3 id="tokens">{words.tokens.heading}</h3>
          <RevokeTokens client={client} />
        </header>
        <ValidTokens client={client} />
      </section>
      <Access client={client} />
    </section>
  );
}

function Basics({ client }: { client: ApiClient }) {
  const { apiClients: words, requestLog } = useTexts();
  const textOf = usePermissionText();
  const [isChanging, setChanging] = useState(false);
  return (
    <section className={formClasses.part} aria-labelledby="basics">
      <header className={formClasses.header}>
        <h3 id="basics">{words.basics}</h3>
        <Button variant="default" size="compact-sm" onClick={() => setChanging(true)}>
          {words.edit}
        </Button>
      </header>
      <dl className={formClasses.facts}>
        <div className={formClasses.wide}>
          <dt>{words.permissions}</dt>
          <dd>{textOf(client.permissions)}</dd>
        </div>
        <div>
          <dt>{words.created}</dt>
          <dd>
            <Ago utc={client.createdAtUtc} />
          </dd>
        </div>
        <div>
          <dt>{words.lastToken}</dt>
          <dd>
            <LastToken clientId={client.clientId} />
          </dd>
        </div>
      </dl>
      <p className={classes.back}>
        <Link to={paths.developers} search={{ tab: 'calls', client: client.clientId }}>
          {requestLog.ofClient}
        </Link>
      </p>
      <ChangeClient client={client} isOpen={isChanging} close={() => setChanging(false)} />
    </section>
  );
}

function ValidTokens({ client: { tokensValidFromUtc } }: { client: ApiClient }) {
  const { tokens: words } = useTexts().apiClients;
  return (
    <p className={formClasses.lead}>
      {tokensValidFromUtc === null ? (
        words.all
      ) : (
        <>
          {words.validFrom} <Ago utc={tokensValidFromUtc} />
        </>
      )}
    </p>
  );
}

function Access({ client }: { client: ApiClient }) {
  const { access: words } = useTexts().apiClients;
  const disabling = useDisabling(client);
  const isDisabled = client.disabledAtUtc !== null;
  return (
    <section className={formClasses.part} aria-labelledby="access">
      <header className={formClasses.header}>
        <h3 id="access">{words.heading}</h3>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={isDisabled ? words.enableOf(client.name) : words.disableOf(client.name)}
          loading={disabling.isPending}
          onClick={disabling.run}
        >
          {isDisabled ? words.enable : words.disable}
        </Button>
      </header>
      <div>
        <ClientState client={client} />
      </div>
      <p className={formClasses.lead}>{isDisabled ? words.disabledLead : words.activeLead}</p>
    </section>
  );
}
