import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useAddress } from '../../../core/address.ts';
import { call } from '../../../core/api/call.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { useMessages } from '../../../core/frame/messages.tsx';
import { paths } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { siteCreate } from '../../../generated/operations.ts';
import type { SchemaSiteCreateDto } from '../../../generated/types.ts';
import { AddPart } from './add-part.tsx';
import { useSiteFields } from './fields.ts';
import classes from './page.module.css';
import { readCompanySearch } from './search.ts';
import { SitePart } from './site-part.tsx';
import { type Company, companyKey } from './source.ts';

/** The sites of the company. The address names the one that is shown with its contacts and work locations. */
export function SitesTab({ company }: { company: Company }) {
  const { companyPage } = useTexts();
  const mayEdit = useMay()('customers:write');
  const { site: chosen } = useAddress(readCompanySearch);
  const { id, offices } = company;
  const sorted = offices.toSorted((a, b) => Number(b.isActive) - Number(a.isActive) || a.id - b.id);
  // The one that was shown first stays, also when a colleague deactivates it: there can be a form open in it.
  const first = useRef<number>(undefined);
  first.current ??= sorted[0]?.id;
  const current = chosen ?? first.current;
  return (
    <div className={classes.sites}>
      <section className={formClasses.part} aria-labelledby="sites">
        <h2 id="sites">{companyPage.sites}</h2>
        {offices.length === 0 && <p className={formClasses.lead}>{companyPage.noSites}</p>}
        {offices.length > 0 && (
          <ul className={classes.siteList} aria-labelledby="sites">
            {sorted.map((site) => (
              <li key={site.id}>
                <Link
                  to={paths.company(id)}
                  search={{ tab: 'sites', site: site.id }}
                  resetScroll={false}
                  aria-current={site.id === current ? 'true' : undefined}
                >
                  {site.description}
                  <span className={classes.secondary}>
                    {[site.city, !site.isActive && companyPage.inactive].filter(Boolean).join(' · ')}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
        {mayEdit && <AddSite company={company} />}
      </section>
      {current !== undefined && <SitePart key={current} companyId={id} siteId={current} />}
    </div>
  );
}

function AddSite({ company: { id: customerId } }: { company: Company }) {
  const { companyPage } = useTexts();
  const show = useMessages();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return (
    <AddPart
      name={`company-${customerId}-new-site`}
      title={companyPage.newSite}
      fields={useSiteFields()}
      add={(body, idempotencyKey) =>
        call(siteCreate, {
          path: { customerId },
          body: body as unknown as SchemaSiteCreateDto,
          idempotencyKey,
        })
      }
      onAdded={async ({ id }, { description }) => {
        await queryClient.invalidateQueries({ queryKey: companyKey(customerId) });
        show({ text: companyPage.added(String(description)) });
        await navigate({
          to: paths.company(customerId),
          search: { tab: 'sites', site: id },
          resetScroll: false,
        });
      }}
    />
  );
}
