import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { Tagged } from '../../../core/api/call.ts';
import { isStatus } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import type { Branch } from '../../../core/api/records.ts';
import { FormPart } from '../../../core/forms/form-part.tsx';
import { useWindowTitle } from '../../../core/frame/window-title.tsx';
import { paths } from '../../../core/paths.ts';
import { toId } from '../../../core/search-values.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { telOf } from '../../../core/tel.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { BackToList } from '../../../core/ui/back-to-list.tsx';
import classes from '../../../core/ui/record.module.css';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import { branchChangeLimits } from '../../../generated/limits.ts';
import { useBranchFields } from '../fields.ts';
import { BranchState } from './branch-state.tsx';
import { BranchUsers } from './branch-users.tsx';
import { useBranchSource } from './use-branch-source.ts';

const LINKS = {
  email: (text: string) => <a href={`mailto:${text}`}>{text}</a>,
  phone: (text: string) => <a href={telOf(text)}>{text}</a>,
};

export function Page() {
  const { branchId } = useParams({ strict: false }) as { branchId: string };
  const id = toId(branchId);
  return id === undefined ? <Missing /> : <BranchPage key={id} branchId={id} />;
}

function Missing() {
  const { branches: words } = useTexts();
  return (
    <Notice isPage title={words.missing}>
      <p>{words.missingLead}</p>
      <Link to={paths.branches}>{words.back}</Link>
    </Notice>
  );
}

function BranchPage({ branchId }: { branchId: number }) {
  const texts = useTexts();
  const branch = useQuery(queries.branch(branchId));
  if (isStatus(branch.error, 404)) return <Missing />;
  if (branch.data !== undefined) return <Loaded branch={branch.data} />;
  return (
    <>
      <h1>{texts.screens.branch}</h1>
      {branch.isError ? <Failed error={branch.error} retry={() => branch.refetch()} /> : <Loading rows={8} />}
    </>
  );
}

function Loaded({ branch }: { branch: Tagged<Branch> }) {
  const { branches: words, screens } = useTexts();
  const may = useMay();
  const { id, name, number, isActive } = branch.record;
  useWindowTitle(`${name} – ${screens.branch}`);
  const source = useBranchSource(id);
  const fields = useBranchFields(branchChangeLimits, branch.record);
  const toPart = (part: keyof typeof fields) => (
    <FormPart
      name={`branch-${id}-${part}`}
      title={words.parts[part]}
      fields={fields[part]}
      current={branch}
      mayEdit={may('branches:write')}
      show={LINKS}
      {...source}
    />
  );
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <BackToList list={paths.branches} text={words.back} />
        <h1>{name}</h1>
        <p className={classes.line}>
          <span>{isActive ? words.states.open : words.states.closed}</span>
          {number !== null && <span>{`${words.fields.number} ${number}`}</span>}
        </p>
      </header>
      <div className={classes.columns}>
        <div className={classes.column}>
          {toPart('basics')}
          {toPart('address')}
        </div>
        <div className={classes.column}>
          {may('users:read') && <BranchUsers branchId={id} />}
          <BranchState branch={branch.record} />
        </div>
      </div>
    </div>
  );
}
