import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../core/api/call.ts';
import { CreationForm } from '../../../core/forms/creation-form.tsx';
import { explain } from '../../../core/forms/explain.ts';
import { changesOf, toBody } from '../../../core/forms/fields.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { useCreation } from '../../../core/forms/use-creation.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { paths } from '../../../core/paths.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import { BackToList } from '../../../core/ui/back-to-list.tsx';
import classes from '../../../core/ui/record.module.css';
import { branchCreateLimits } from '../../../generated/limits.ts';
import { branchCreate } from '../../../generated/operations.ts';
import type { SchemaBranchCreateDto } from '../../../generated/types.ts';
import { useBranchFaults, useBranchFields } from '../fields.ts';

const idOf = (property: string) => `branch-new-${property}`;
const EMPTY: Record<string, string> = {};

export function Page() {
  const { texts, formats } = useLanguage();
  const { basics, address } = useBranchFields(branchCreateLimits);
  const fields = [...basics, ...address];
  const toText = useBranchFaults();
  const show = useMessages();
  const queryClient = useQueryClient();
  const form = useCreation({
    name: 'branch-new',
    // A draft has the fields of the form.
    initial: { ...EMPTY, ...Object.fromEntries(fields.map(({ property }) => [property, ''])) },
    isBegun: (entries) => Object.values(entries).some((entry) => entry.trim() !== ''),
    create: (entries, idempotencyKey) => {
      const body = toBody(changesOf({}, entries, fields, formats)) as unknown as SchemaBranchCreateDto;
      return explain(call(branchCreate, { body, idempotencyKey }), toText);
    },
    onCreated: ({ name = '' }) => {
      show({ text: texts.branches.created(name) });
      void queryClient.invalidateQueries({ queryKey: ['branches'] });
    },
    pathOf: paths.branch,
  });
  return (
    <div className={`${classes.page} ${classes.form}`}>
      <header className={classes.header}>
        <BackToList list={paths.branches} text={texts.branches.back} />
        <h1>{texts.screens.newBranch}</h1>
      </header>
      <div className={formClasses.part}>
        <CreationForm
          form={form}
          idOf={idOf}
          title={texts.screens.newBranch}
          action={texts.branches.saveNew}
          fields={fields}
        />
      </div>
    </div>
  );
}
