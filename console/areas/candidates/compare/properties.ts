import { type Field, shown, valuesOf } from '../../../core/forms/fields.ts';
import { useChoices, useUserChoices } from '../../../core/forms/use-choices.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import type { SchemaCandidateMergeDto } from '../../../generated/types.ts';
import { useProfileFields } from '../profile/profile-fields.ts';
import type { Candidate } from '../profile/source.ts';
import { STATUS } from '../status-undo.ts';

export type Taken = NonNullable<NonNullable<SchemaCandidateMergeDto['take']>[number]>;

type Contract = Candidate['workContract'];
type Contact = Candidate['contact'];

/** A property of both candidates, as the page shows it. */
export interface Compared {
  property: Taken;
  label: string;
  /** What the one that remains has without a choice. Undefined if it is not given. */
  kept: string | undefined;
  merged: string | undefined;
}

/** What the service takes as a whole: the fields of each line. */
const GROUPS: Readonly<Partial<Record<Taken, readonly (readonly string[])[]>>> = {
  'contact.mobile': [['contact.mobile'], ['contact.hasWhatsApp'], ['contact.whatsAppConsentChecked']],
  location: [
    ['location.street', 'location.streetNumber'],
    ['location.zipCode', 'location.city'],
    ['location.addressLine1'],
    ['location.addressLine2'],
    ['location.federalStateId'],
    ['location.countryId'],
  ],
  workPermit: [['workPermit.required'], ['workPermit.validUntil']],
  workContract: [
    ['workContract.isWorkContractSigned'],
    ['workContract.workContractSignedAtUtc'],
    ['workContract.didNotShowUpForWork'],
  ],
};

/** A country or a state alone is no address. */
const ADDRESS = ['street', 'zipCode', 'city', 'addressLine1', 'addressLine2'] as const;

/** Digits, without the code of a country. */
const SHORTEST_NUMBER = 7;

const ORDER: readonly Taken[] = [
  'salutationId',
  'title',
  'firstName',
  'lastName',
  'genderId',
  'nationalityId',
  'birth.date',
  'birth.place',
  'birth.name',
  'birth.countryId',
  'contact.email',
  'contact.phone',
  'contact.mobile',
  'contact.website',
  'location',
  'statusId',
  'officeId',
  'responsibility',
  'levelId',
  'sourceOfSupplyId',
  'importExternalId',
  'desiredPosition',
  'availability.availableFrom',
  'availability.noticePeriod',
  'availability.weeklyHours',
  'availability.shiftWork',
  'availability.salaryExpectation',
  'availability.radiusKm',
  'availability.hasCar',
  'workPermit',
  'workContract',
  'endOfOperationAtUtc',
  'remarks',
  'picture',
];

/** The fields of a candidate, with the choices that it can have. */
function useFields(candidate: Candidate): ReadonlyMap<string, Field> {
  const { texts } = useLanguage();
  const may = useMay();
  const users = useUserChoices(may('users:read'), candidate.responsibility);
  const statuses = useChoices('candidatestatus', candidate.statusId);
  const { properties, contract } = texts.candidatePage;
  const fields: Field[] = [
    ...Object.values(useProfileFields(candidate)).flat(),
    { property: 'statusId', label: texts.candidate.status, kind: 'choice', choices: statuses },
    { property: 'responsibility', label: texts.queue.responsible, kind: 'choice', choices: users },
    { property: 'endOfOperationAtUtc', label: properties.endOfOperationAtUtc, kind: 'moment' },
    { property: 'workContract.isWorkContractSigned', label: contract.isWorkContractSigned, kind: 'flag' },
    {
      property: 'workContract.workContractSignedAtUtc',
      label: contract.workContractSignedAtUtc,
      kind: 'moment',
    },
    { property: 'workContract.didNotShowUpForWork', label: contract.didNotShowUpForWork, kind: 'flag' },
  ];
  return new Map(fields.map((field) => [field.property, field]));
}

/** The values of a candidate, as texts. */
function useTextsOf(candidate: Candidate): (property: Taken) => string | undefined {
  const { texts, formats } = useLanguage();
  const fields = useFields(candidate);
  const values = valuesOf(candidate, [...fields.values()]);
  return (property) => {
    if (property === 'picture') return candidate.hasPicture ? texts.compare.hasPicture : undefined;
    if (property === 'location' && ADDRESS.every((part) => !candidate.location[part])) return undefined;
    const names = GROUPS[property] ?? [[property]];
    const textOf = (name: string, isAlone: boolean) => {
      const field = fields.get(name);
      const text = field && shown(field, values[name] ?? null, formats, texts, values);
      if (!text) return [];
      // Of several answers, a "yes" alone would not say to what.
      return field.kind === 'flag' && !isAlone ? [`${field.label}: ${text}`] : [text];
    };
    const isAlone = names.flat().length === 1;
    const parts = names
      .map((line) => line.flatMap((name) => textOf(name, isAlone)).join(' '))
      .filter((line) => line !== '');
    return parts.length === 0 ? undefined : parts.join(', ');
  };
}

/** The properties in which both differ: those to choose from, and those that the one that remains does not have. */
export function useComparison(
  kept: Candidate,
  merged: Candidate,
): { chosen: Compared[]; filled: Compared[] } {
  const { texts } = useLanguage();
  const [ofKept, ofMerged, fields] = [useTextsOf(kept), useTextsOf(merged), useFields(kept)];
  const ofUnited = useTextsOf(unitedOf(kept, merged));
  const ruled: ReadonlySet<Taken> = new Set(['statusId', 'workContract', 'contact.mobile']);
  const parts: Readonly<Record<string, string>> = texts.compare.parts;
  const all = ORDER.map((property) => ({
    property,
    label: parts[property] ?? fields.get(property)?.label ?? property,
    own: ofKept(property),
    kept: ruled.has(property) ? ofUnited(property) : (ofKept(property) ?? ofMerged(property)),
    merged: ofMerged(property),
  }));
  // Two pictures are never compared.
  const differing = all.filter(
    ({ property, own, kept: one, merged: other }) =>
      own !== one || (other !== undefined && (own !== other || property === 'picture')),
  );
  // Without a choice, it is what the other one has.
  const isFilled = ({ own, kept: one, merged: other }: (typeof all)[number]) =>
    own !== other && one === other;
  return {
    chosen: differing.filter((compared) => !isFilled(compared)),
    filled: differing.filter(isFilled),
  };
}

/** What the one that remains has after the merge, where it neither just keeps what it has nor is just filled. The service decides the same. */
function unitedOf(kept: Candidate, merged: Candidate): Candidate {
  return {
    ...kept,
    statusId: statusOf(kept, merged),
    contact: mobileOf(kept.contact, merged.contact),
    workContract: contractOf(kept.workContract, merged.workContract),
  };
}

/** Archived is final, so the status of the other one counts, also if that is none. */
function statusOf(kept: Candidate, merged: Candidate): number | null {
  if (merged.statusId === STATUS.archived) return kept.statusId;
  return kept.statusId === null || kept.statusId === STATUS.archived ? merged.statusId : kept.statusId;
}

/** What is known about WhatsApp goes with its number. Where only one of them has a number, or both have the same, each completes the other. */
function mobileOf(kept: Contact, merged: Contact): Contact {
  const numberOf = ({ mobile }: Contact) => mobile?.replaceAll(/\D/g, '').replace(/^0+/, '') || undefined;
  const [own, other] = [numberOf(kept), numberOf(merged)];
  if (own !== undefined && other !== undefined && !isSameNumber(own, other)) return kept;
  const [first, second] = own === undefined && other !== undefined ? [merged, kept] : [kept, merged];
  return {
    ...kept,
    mobile: first.mobile ?? second.mobile,
    hasWhatsApp: first.hasWhatsApp ?? second.hasWhatsApp,
    whatsAppConsentChecked: first.whatsAppConsentChecked ?? second.whatsAppConsentChecked,
  };
}

/** Of two numbers without signs and without the zeros at the beginning, one can have the code of its country. */
function isSameNumber(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= SHORTEST_NUMBER && long.endsWith(short);
}

/** A signed contract counts before one that is not. For the rest, each completes the other. */
function contractOf(kept: Contract, merged: Contract): Contract {
  const [isKeptSigned, isMergedSigned] = [
    kept.isWorkContractSigned === true,
    merged.isWorkContractSigned === true,
  ];
  const didNotShowUpForWork = kept.didNotShowUpForWork ?? merged.didNotShowUpForWork;
  if (isKeptSigned !== isMergedSigned) return { ...(isKeptSigned ? kept : merged), didNotShowUpForWork };
  return {
    isWorkContractSigned: kept.isWorkContractSigned ?? merged.isWorkContractSigned,
    workContractSignedAtUtc: kept.workContractSignedAtUtc ?? merged.workContractSignedAtUtc,
    didNotShowUpForWork,
  };
}
