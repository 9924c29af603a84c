import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../core/api/call.ts';
import { queries } from '../../../core/api/queries.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useMay } from '../../../core/session/use-session.ts';
import { useFormats, useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { More } from '../../../core/ui/more.tsx';
import { Failed, Loading } from '../../../core/ui/states.tsx';
import table from '../../../core/ui/table.module.css';
import { companyActivityCreateLimits } from '../../../generated/limits.ts';
import { companyActivityCreate } from '../../../generated/operations.ts';
import type { SchemaCompanyActivityCreateDto, SchemaCompanyActivityDto } from '../../../generated/types.ts';
import { AddPart } from './add-part.tsx';
import { useMakeField } from './fields.ts';
import classes from './page.module.css';
import { type Company, companyKey } from './source.ts';

const ROWS = 50;

/** What was agreed and done about the company: notes, statuses, and changes of its sites and contacts. */
export function ActivitiesTab({ company: { id } }: { company: Company }) {
  const { texts, language } = useLanguage();
  const { companyPage } = texts;
  const mayEdit = useMay()('customers:write');
  const activities = useQuery(queries.companyActivities(id, language));
  const [rows, setRows] = useState(ROWS);
  const all = activities.data ?? [];
  return (
    <section className={formClasses.part} aria-labelledby="activities">
      <h2 id="activities">{companyPage.activities}</h2>
      {mayEdit && <AddNote companyId={id} />}
      {activities.isPending && <Loading rows={4} />}
      {activities.isError && <Failed error={activities.error} retry={() => void activities.refetch()} />}
      {activities.isSuccess && all.length === 0 && (
        <p className={formClasses.lead}>{companyPage.noActivities}</p>
      )}
      {all.length > 0 && <Rows activities={all.slice(0, rows)} />}
      {all.length > rows && <More load={() => setRows((before) => before + ROWS)} />}
    </section>
  );
}

function Rows({ activities }: { activities: readonly SchemaCompanyActivityDto[] }) {
  const { companyPage } = useTexts();
  const formats = useFormats();
  return (
    <table className={table.table} aria-labelledby="activities">
      <thead>
        <tr>
          <th scope="col">{companyPage.when}</th>
          <th scope="col" className={table.medium}>
            {companyPage.who}
          </th>
          <th scope="col">{companyPage.what}</th>
        </tr>
      </thead>
      <tbody>
        {activities.map(({ id, atUtc, userName, kind, text }) => (
          <tr key={id}>
            <td className={classes.when}>
              <time dateTime={atUtc} title={formats.moment(atUtc)}>
                {formats.dayAndTime(atUtc)}
              </time>
            </td>
            <td className={`${table.medium} ${table.entered}`}>{userName ?? companyPage.byService}</td>
            <td className={table.entered}>
              <span className={kind === 'note' ? classes.noteText : classes.lines}>{text}</span>
              <span className={table.lowest}>{userName ?? companyPage.byService}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function AddNote({ companyId: customerId }: { companyId: number }) {
  const { companyPage } = useTexts();
  const show = useMessages();
  const queryClient = useQueryClient();
  const field = useMakeField(companyActivityCreateLimits);
  return (
    <AddPart
      name={`company-${customerId}-new-activity`}
      title={companyPage.newActivity}
      fields={[field('text', 'longText', { isWide: true }), field('occurredAtUtc', 'moment')]}
      add={(body, idempotencyKey) =>
        call(companyActivityCreate, {
          path: { customerId },
          body: body as unknown as SchemaCompanyActivityCreateDto,
          idempotencyKey,
        })
      }
      onAdded={async () => {
        await queryClient.invalidateQueries({ queryKey: companyKey(customerId) });
        show({ text: companyPage.activityAdded });
      }}
    />
  );
}
