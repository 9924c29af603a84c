import { useQuery } from '@tanstack/react-query';
import { call, type Tagged } from '../../../core/api/call.ts';
import { isStatus } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import { FormPart } from '../../../core/forms/form-part.tsx';
import { useChange } from '../../../core/frame/use-change.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import { siteSetStatus } from '../../../generated/operations.ts';
import { Contacts } from './contacts.tsx';
import { useSiteFields } from './fields.ts';
import { LINKS } from './links.tsx';
import { Locations } from './locations.tsx';
import classes from './page.module.css';
import { companyKey, type Site, useSiteSource } from './source.ts';

interface SitePartProps {
  companyId: number;
  siteId: number;
}

/** A site with its contacts and work locations. */
export function SitePart({ companyId, siteId }: SitePartProps) {
  const { companyPage } = useTexts();
  const site = useQuery(queries.site(companyId, siteId));
  // The address can name a site of another company.
  const isForeign = site.data !== undefined && site.data.record.customerId !== companyId;
  if (isForeign || isStatus(site.error, 404)) return <Notice title={companyPage.siteMissing} />;
  if (site.data !== undefined) return <Loaded site={site.data} />;
  if (site.isError) return <Failed error={site.error} retry={() => void site.refetch()} />;
  return <Loading rows={8} />;
}

function Loaded({ site }: { site: Tagged<Site> }) {
  const { companyPage } = useTexts();
  const mayEdit = useMay()('customers:write');
  const { id, customerId, description, isActive } = site.record;
  return (
    <div className={classes.column}>
      {!isActive && <p className={classes.note}>{companyPage.siteInactive}</p>}
      <Contacts site={site.record} mayEdit={mayEdit} />
      <Locations site={site.record} mayEdit={mayEdit} />
      <FormPart
        name={`company-${customerId}-site-${id}`}
        title={companyPage.site(description)}
        fields={useSiteFields(site.record)}
        current={site}
        mayEdit={mayEdit}
        show={LINKS}
        {...useSiteSource(customerId, id)}
      >
        {mayEdit && <SetActive site={site.record} />}
      </FormPart>
    </div>
  );
}

function SetActive({ site }: { site: Site }) {
  const { companyPage } = useTexts();
  const { id: officeId, customerId, description, isActive } = site;
  const change = useChange([companyKey(customerId)]);
  const put = (next: boolean) =>
    call(siteSetStatus, { path: { customerId, officeId }, body: { isActive: next } });
  const words = (next: boolean) => companyPage[next ? 'activated' : 'deactivated'](description);
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        size="compact-sm"
        loading={change.isPending}
        aria-label={companyPage[isActive ? 'deactivateNamed' : 'activateNamed'](description)}
        onClick={() =>
          change.mutate({
            run: () => put(!isActive),
            done: words(!isActive),
            undo: () => put(isActive),
            undone: words(isActive),
          })
        }
      >
        {companyPage[isActive ? 'deactivate' : 'activate']}
      </Button>
    </div>
  );
}
