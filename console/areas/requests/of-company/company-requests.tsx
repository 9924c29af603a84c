import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { queries } from '../../../core/api/queries.ts';
import type { RequestRow } from '../../../core/api/records.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { paths } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useFormats, useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Failed, Loading } from '../../../core/ui/states.tsx';
import tableClasses from '../../../core/ui/table.module.css';
import { Period } from '../period.tsx';
import { Status } from '../status.tsx';

/** The newest requests of a company, for its page. Nothing for roles that read no requests. */
export function CompanyRequests({ companyId }: { companyId: number }) {
  const may = useMay();
  return may('requests:read') ? <Part companyId={companyId} /> : null;
}

function Part({ companyId }: { companyId: number }) {
  const id = useId();
  const { texts, language } = useLanguage();
  const { requests: words } = texts;
  const formats = useFormats();
  const may = useMay();
  const found = useQuery(queries.requestsOf(companyId, language));
  const { requests = [], total = 0 } = found.data ?? {};
  return (
    <section className={formClasses.part} aria-labelledby={id}>
      <header className={formClasses.header}>
        <h2 id={id}>{words.ofThisCompany}</h2>
        {may('requests:write') && (
          <Link to={paths.requestNew} search={{ company: companyId }}>
            {words.create}
          </Link>
        )}
      </header>
      {found.isPending && <Loading rows={3} />}
      {found.isError && <Failed error={found.error} retry={() => void found.refetch()} />}
      {found.isSuccess && requests.length === 0 && <p className={formClasses.lead}>{words.noneOfCompany}</p>}
      {requests.length > 0 && <Table headingId={id} requests={requests} />}
      {total > requests.length && (
        <Link to={paths.requests} search={{ company: companyId, branch: 'all', status: 'all' }}>
          {words.allOfCompany(formats.number(total))}
        </Link>
      )}
    </section>
  );
}

function Table({ headingId, requests }: { headingId: string; requests: readonly RequestRow[] }) {
  const { requests: texts } = useTexts();
  const formats = useFormats();
  return (
    <table className={tableClasses.table} aria-labelledby={headingId}>
      <thead>
        <tr>
          <th scope="col">{texts.fields.title}</th>
          <th scope="col" className="number">
            {texts.fields.headcount}
          </th>
          <th scope="col" className={tableClasses.extra}>
            {texts.fields.startDate}
          </th>
          <th scope="col" className={tableClasses.extra}>
            {texts.fields.statusId}
          </th>
        </tr>
      </thead>
      <tbody>
        {requests.map((request) => (
          <tr key={request.id}>
            <td className={tableClasses.entered}>
              <Link to={paths.request(request.id)}>{request.title}</Link>
              <span className={tableClasses.secondary}>
                {texts.kinds[request.kind]}, {texts.number(request.id)}
              </span>
              <span className={tableClasses.below}>
                <Status {...request} />
              </span>
              <span className={tableClasses.below}>
                <Period {...request} />
              </span>
            </td>
            <td className="number">{formats.number(request.headcount)}</td>
            <td className={tableClasses.extra}>
              <Period {...request} />
            </td>
            <td className={tableClasses.extra}>
              <Status {...request} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
