import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../core/api/queries.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Failed, Loading } from '../../../core/ui/states.tsx';
import { Consents } from './consents-part.tsx';
import { LinksPart } from './links-part.tsx';
import { LogoPart } from './logo-part.tsx';
import { LookPart } from './look-part.tsx';
import classes from './page.module.css';

export function Page() {
  const { screens, portal: words } = useTexts();
  const portal = useQuery(queries.portal());
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1>{screens.portal}</h1>
        {portal.data !== undefined && (
          <a href={portal.data.record.portalUrl} target="_blank" rel="noopener">
            {words.open} <span className="visually-hidden">{words.newTab}</span>
          </a>
        )}
      </header>
      {portal.isPending && <Loading rows={8} />}
      {portal.isError && portal.data === undefined && (
        <Failed error={portal.error} retry={() => portal.refetch()} />
      )}
      {portal.data !== undefined && (
        <>
          <LinksPart portal={portal.data} />
          <LookPart portal={portal.data} />
          <LogoPart portal={portal.data} />
          <Consents portal={portal.data} />
        </>
      )}
    </div>
  );
}
