import {
  date,
  id,
  int32,
  line,
  list,
  record,
  reference,
  type TSchema,
  Type,
} from '../../../core/http/schema.ts';

const officeId = Type.Optional(
  reference(
    'open or closed branch',
    'Only records of this branch: those it has after the last change of the period, and those that left it in the period.',
    {
      examples: [1],
    },
  ),
);

const day = date('Day (UTC), YYYY-MM-DD.');

export const DayPath = Type.Object({ date: day });
export const HourPath = Type.Object({
  date: day,
  hour: line('Hour of the day (UTC), 0 to 23.', { examples: ['8'] }),
});

/** What every read of a window can ask for. */
export const windowParameters = { officeId };

/** The three lists of entries; `resource` and `plural` name them. */
export function windowRecord(resource: string, plural: string, entry: TSchema) {
  return record(`${resource}Changes`, {
    new: list(entry, `Those of the ${plural} that were created in the period.`),
    modified: list(entry, `Those of the ${plural} that were changed in the period and existed before.`),
    deleted: list(entry, `Those of the ${plural} that were deleted in the period.`),
  });
}

/** Properties that entries of candidates and companies share. */
export const changeEntryProperties = {
  id: id('Id of the record.'),
  rowGuid: Type.String({ format: 'uuid', description: 'Second, global id of the record.' }),
  officeId: Type.Unsafe<number | null>({
    ...int32('Branch of the record after the change.'),
    type: ['integer', 'null'],
  }),
  changedAtUtc: Type.String({
    format: 'date-time',
    description: 'Time of the record’s last change in the period.',
  }),
};
