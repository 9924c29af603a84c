import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../core/api/call.ts';
import { queries } from '../../../core/api/queries.ts';
import { readNow } from '../../../core/api/read-now.ts';
import type { Field } from '../../../core/forms/fields.ts';
import { FormPart } from '../../../core/forms/form-part.tsx';
import formClasses from '../../../core/forms/forms.module.css';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Failed, Loading } from '../../../core/ui/states.tsx';
import { retentionSetLimits } from '../../../generated/limits.ts';
import { retentionSet } from '../../../generated/operations.ts';
import type { SchemaRetentionDto } from '../../../generated/types.ts';
import classes from './page.module.css';

const PROPERTY = 'proposeErasureAfterMonths';

/** After how many months the erasure of a candidate is proposed, and what that means. */
export function Rule() {
  const { privacy } = useTexts();
  const may = useMay();
  const rule = useQuery(queries.retention());
  const source = useRuleSource();
  const field: Field = {
    property: PROPERTY,
    label: privacy.rule.months,
    kind: 'number',
    help: privacy.rule.monthsHelp,
    absent: privacy.rule.none,
    isWide: true,
    limit: retentionSetLimits[PROPERTY],
  };
  if (rule.data === undefined)
    return rule.isError ? <Failed error={rule.error} retry={() => rule.refetch()} /> : <Loading rows={4} />;
  return (
    <div className={classes.rule}>
      <FormPart
        name="privacy-rule"
        title={privacy.rule.title}
        fields={[field]}
        current={rule.data}
        mayEdit={may('privacy:write')}
        show={{ [PROPERTY]: privacy.rule.monthsOf }}
        said={privacy.rule}
        {...source}
      >
        <ul className={`${classes.meaning} ${formClasses.lead}`}>
          {privacy.rule.meaning.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </FormPart>
    </div>
  );
}

function useRuleSource() {
  const queryClient = useQueryClient();
  return useMemo(
    () => ({
      read: () => readNow(queryClient, queries.retention()),
      async save(body: Record<string, unknown>, ifMatch: string) {
        await call(retentionSet, { body: body as unknown as SchemaRetentionDto, ifMatch });
        void queryClient.invalidateQueries({ queryKey: queries.dueCandidates().queryKey });
      },
    }),
    [queryClient],
  );
}
