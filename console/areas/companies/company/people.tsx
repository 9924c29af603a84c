import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../../core/api/queries.ts';
import { nameOf } from '../../../core/api/records.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { paths } from '../../../core/paths.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import { Failed, Loading } from '../../../core/ui/states.tsx';
import { Reach } from './links.tsx';
import classes from './page.module.css';
import type { Company } from './source.ts';

/** Each site is a read. The others are one click away. */
const MAXIMUM_SITES = 8;

/** Whom to call: the active contacts of the active sites. */
export function People({ company: { id, offices } }: { company: Company }) {
  const { texts, formats } = useLanguage();
  const { companyPage } = texts;
  const active = offices.filter(({ isActive }) => isActive);
  const read = active.slice(0, MAXIMUM_SITES);
  const sites = useQueries({ queries: read.map((site) => queries.site(id, site.id)) });
  const failed = sites.find(({ isError }) => isError);
  const isPending = sites.some((site) => site.isPending);
  const people = sites
    .flatMap(({ data }) => data?.record.contacts ?? [])
    .filter(({ isActive }) => isActive)
    .sort((a, b) => a.lastName.localeCompare(b.lastName));
  const openSite = (site?: number) => (site === undefined ? { tab: 'sites' } : { tab: 'sites', site });
  return (
    <section className={formClasses.part} aria-labelledby="people">
      <header className={formClasses.header}>
        <h2 id="people">{companyPage.contacts}</h2>
        <Link to={paths.company(id)} search={openSite()}>
          {companyPage.tabs.sites}
        </Link>
      </header>
      {isPending && <Loading rows={3} />}
      {failed !== undefined && <Failed error={failed.error} retry={() => failed.refetch()} />}
      {read.length < active.length && (
        <p className={formClasses.lead}>
          {companyPage.someSites(formats.number(read.length), formats.number(active.length))}
        </p>
      )}
      {!isPending && failed === undefined && people.length === 0 && read.length === active.length && (
        <p className={formClasses.lead}>
          {offices.length === 0 ? companyPage.noSites : companyPage.noContacts}
        </p>
      )}
      {people.length > 0 && (
        <ul className={classes.entries} aria-labelledby="people">
          {people.map((person) => (
            <li key={person.id} className={classes.entry}>
              <span className={classes.text}>
                <strong>{nameOf(person)}</strong>
                <span className={classes.secondary}>
                  {person.position}
                  {person.position !== null && ' · '}
                  <Link to={paths.company(id)} search={openSite(person.officeId)}>
                    {person.officeDescription}
                  </Link>
                </span>
              </span>
              <Reach person={person} className={classes.reach} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
