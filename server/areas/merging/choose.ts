import { TEXT_LENGTH } from '../../core/http/schema.ts';
import { lengthOf } from '../../core/text/truncate.ts';
import { CANDIDATE_STATUS } from '../candidates/index.ts';
import { isEmpty, isSame, PROPERTIES, type Property, type Values, valuesOf } from './properties.ts';

/** A property that a merge has changed on the kept candidate. */
export interface PropertyChange {
  property: Property;
  before: Values;
  after: Values;
}

/** What the kept candidate has after the merge, where that differs from before. */
export function choose(kept: Values, merged: Values, take: ReadonlySet<string>): PropertyChange[] {
  return PROPERTIES.flatMap((property) => {
    const before = valuesOf(property, kept);
    const other = valuesOf(property, merged);
    const after = take.has(property) ? other : combine(property, before, other);
    return isSame(before, after) ? [] : [{ property, before, after }];
  });
}

/** The value of a property, of the one that the kept candidate has and the other one, if nobody has chosen. */
function combine(property: Property, kept: Values, merged: Values): Values {
  if (property === 'statusId') return statusOf(kept, merged);
  if (property === 'workContract') return contractOf(kept, merged);
  if (property === 'contact.mobile') return mobileOf(kept, merged);
  if (isEmpty(property, merged)) return kept;
  if (isEmpty(property, kept)) return merged;
  if (property === 'remarks') return { remarks: joined(String(kept.remarks), String(merged.remarks)) };
  return kept;
}

/**
 * Archived is final. If one of the two is archived and the other one is not, all applications together would stay open for ever, so the
 * status of the other one counts, also if that is none.
 */
function statusOf(kept: Values, merged: Values): Values {
  const isArchived = (values: Values) => values.status_id === CANDIDATE_STATUS.archived;
  if (isArchived(merged)) return kept;
  return kept.status_id === null || isArchived(kept) ? merged : kept;
}

/** A signed contract is never lost: one that is not signed gives way to it, with its time. For the rest, each side completes the other. */
function contractOf(kept: Values, merged: Values): Values {
  const isSigned = (values: Values) => values.is_work_contract_signed === true;
  if (isSigned(kept) === isSigned(merged)) return filled(kept, merged);
  return {
    ...(isSigned(kept) ? kept : merged),
    did_not_show_up_for_work: kept.did_not_show_up_for_work ?? merged.did_not_show_up_for_work ?? null,
  };
}

/**
 * What is known about WhatsApp goes with its number, so two numbers do not complete each other. Without a number, as career sites send it,
 * it is about the person.
 */
function mobileOf(kept: Values, merged: Values): Values {
  if (isEmpty('contact.mobile', merged)) return filled(kept, merged);
  if (isEmpty('contact.mobile', kept)) return filled(merged, kept);
  const isSameNumber = kept.mobile_e164 !== null && kept.mobile_e164 === merged.mobile_e164;
  return isSameNumber ? filled(kept, merged) : kept;
}

/** Both texts, or one of them if it has the other one. */
function joined(kept: string, merged: string): string {
  return kept.includes(merged) ? kept : `${kept}\n\n${merged}`;
}

/** Whether the remarks of both have no room in one candidate. */
export function haveTooLongRemarks({ remarks: kept }: Values, { remarks: merged }: Values): boolean {
  return kept !== null && merged !== null && lengthOf(joined(String(kept), String(merged))) > TEXT_LENGTH;
}

/** What the kept one does not say, the other one may. */
function filled(kept: Values, merged: Values): Values {
  return Object.fromEntries(
    Object.entries(kept).map(([column, value]) => [column, value ?? merged[column] ?? null]),
  );
}
