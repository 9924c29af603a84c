import { date, id, int32, list, record, reference, type TSchema, Type } from '../../../core/http/schema.ts';
import { capitalize } from '../../../core/text/capitalize.ts';

const officeId = Type.Optional(
  reference(
    'open or closed branch',
    'Only records that belong to this branch after their last change in the period, or that left it in the period.',
    {
      examples: [1],
    },
  ),
);

const day = date('Day (UTC) in the form YYYY-MM-DD.');

export const DayPath = Type.Object({ date: day });
export const HourPath = Type.Object({
  date: day,
  hour: int32('Hour of the day (UTC), 0 to 23.', { maximum: 23, examples: [8] }),
});

/** Query parameters of every operation that reads a window. */
export const windowParameters = { officeId };

/** `deletion` is the schema of the deleted entries, if they have more properties. */
export function windowRecord(resource: string, plural: string, entry: TSchema, deletion: TSchema = entry) {
  return record(`${capitalize(resource)}Changes`, {
    new: list(entry, `The ${plural} created in the period.`),
    modified: list(entry, `The ${plural} that existed before the period and were changed in it.`),
    deleted: list(deletion, `The ${plural} deleted in the period.`),
  });
}

/** Properties that entries of candidates and companies share. */
export const changeEntryProperties = {
  id: id('Id of the record.'),
  rowGuid: Type.String({ format: 'uuid', description: 'Global id of the record, in addition to id.' }),
  officeId: Type.Unsafe<number | null>({
    ...int32('Branch of the record after the change. Null if it has none.'),
    type: ['integer', 'null'],
  }),
  changedAtUtc: Type.String({
    format: 'date-time',
    description: 'Time of the record’s last change in the period.',
  }),
};
