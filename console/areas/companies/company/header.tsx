import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queries } from '../../../core/api/queries.ts';
import { useBranchName, useUserName } from '../../../core/forms/use-choices.ts';
import { paths } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { BackToList } from '../../../core/ui/back-to-list.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { StatusBadge } from '../status.tsx';
import classes from './page.module.css';
import type { TaggedCompany } from './source.ts';
import { StatusDialog } from './status-dialog.tsx';

/** Which company it is, and what is agreed with it. */
export function Header({ company }: { company: TaggedCompany }) {
  const texts = useTexts();
  const formats = useFormats();
  const { companyPage } = texts;
  const may = useMay();
  const statuses = useQuery(queries.valueList('customerstatus'));
  const { name, name2, customerNumber, statusId, contractStatus, contractValidFrom } = company.record;
  const branch = useBranchName(company.record.officeId);
  const user = useUserName(may('users:read'), company.record.responsibility);
  return (
    <header className={classes.header}>
      <div className={classes.who}>
        <BackToList list={paths.companies} text={companyPage.back} />
        <h1>
          {name}
          {name2 !== null && <span className={classes.secondName}> {name2}</span>}
        </h1>
        <dl className={classes.line}>
          <Fact name={companyPage.status}>
            <StatusBadge statusId={statusId} entries={statuses.data} />
          </Fact>
          <Fact name={companyPage.contractStatus}>
            {[contractStatus, contractValidFrom && companyPage.validFrom(formats.day(contractValidFrom))]
              .filter(Boolean)
              .join(', ')}
          </Fact>
          {customerNumber !== null && <Fact name={companyPage.number}>{customerNumber}</Fact>}
          <Fact name={companyPage.branch}>{branch ?? texts.queue.noBranch}</Fact>
          <Fact name={companyPage.responsible}>{user ?? texts.queue.nobody}</Fact>
        </dl>
      </div>
      {may('customers:write') && <Controls company={company} />}
    </header>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Controls({ company }: { company: TaggedCompany }) {
  const { companyPage } = useTexts();
  const [open, setOpen] = useState<'status' | 'contract'>();
  return (
    <div className={classes.controls}>
      <Button variant="default" onClick={() => setOpen('status')}>
        {companyPage.setStatus}
      </Button>
      <Button variant="default" onClick={() => setOpen('contract')}>
        {companyPage.setContractStatus}
      </Button>
      {open !== undefined && (
        <StatusDialog key={open} kind={open} company={company} close={() => setOpen(undefined)} />
      )}
    </div>
  );
}
