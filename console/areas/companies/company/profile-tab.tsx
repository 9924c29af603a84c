import { FormPart } from '../../../core/forms/form-part.tsx';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { CompanyRequests } from '../../requests/of-company/company-requests.tsx';
import { useCompanyFields } from './fields.ts';
import { LINKS } from './links.tsx';
import classes from './page.module.css';
import { People } from './people.tsx';
import { type TaggedCompany, useCompanySource } from './source.ts';

export function ProfileTab({ company }: { company: TaggedCompany }) {
  const { companyPage } = useTexts();
  const mayEdit = useMay()('customers:write');
  const { id } = company.record;
  const fields = useCompanyFields(company.record);
  const { read, save } = useCompanySource(id);
  const toPart = (part: keyof typeof fields) => (
    <FormPart
      name={`company-${id}-${part}`}
      title={companyPage.parts[part]}
      fields={fields[part]}
      current={company}
      mayEdit={mayEdit}
      show={LINKS}
      read={read}
      save={save}
    />
  );
  return (
    <div className={classes.parts}>
      <div className={classes.column}>
        {toPart('base')}
        {toPart('contact')}
        {toPart('address')}
      </div>
      <div className={classes.column}>
        <People company={company.record} />
        <CompanyRequests companyId={id} />
        {toPart('assignment')}
        {toPart('remarks')}
      </div>
    </div>
  );
}
