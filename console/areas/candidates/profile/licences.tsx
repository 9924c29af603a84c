import { call } from '../../../core/api/call.ts';
import type { Field } from '../../../core/forms/fields.ts';
import { useChoices } from '../../../core/forms/use-choices.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { candidateAddDriversLicense, candidateDeleteDriversLicense } from '../../../generated/operations.ts';
import { AddEntry } from './addition.tsx';
import { SkillList } from './skill-list.tsx';
import type { Candidate } from './source.ts';

/** Driving licences, with the days of their validity. */
export function Licences({ candidate }: { candidate: Candidate }) {
  const { candidatePage } = useTexts();
  const { licenceFields: names } = candidatePage;
  const formats = useFormats();
  const { id, driversLicences } = candidate;
  const choices = useChoices('driverslicenses');
  const add = (body: Record<string, unknown>, idempotencyKey?: string) =>
    call(candidateAddDriversLicense, { path: { id }, body: body as never, idempotencyKey });
  const remove = (driversLicenseId: number) =>
    call(candidateDeleteDriversLicense, { path: { candidateId: id, driversLicenseId } });
  const isNew = (licenceId: unknown) =>
    driversLicences.every(({ driversLicenseId }) => driversLicenseId !== licenceId);
  const fields: readonly Field[] = [
    {
      property: 'driversLicenseId',
      label: names.driversLicenseId,
      kind: 'choice',
      choices: choices?.filter(({ value }) => isNew(value)),
    },
    { property: 'issuedAt', label: names.issuedAt, kind: 'date' },
    { property: 'validUntil', label: names.validUntil, kind: 'date' },
  ];
  return (
    <SkillList
      candidateId={id}
      title={candidatePage.properties.driversLicences}
      items={driversLicences.map(({ driversLicenseId, name, issuedAt, validUntil }) => ({
        key: driversLicenseId,
        name: [
          name ?? String(driversLicenseId),
          validUntil !== null && candidatePage.validUntil(formats.day(validUntil)),
        ]
          .filter(Boolean)
          .join(', '),
        remove: () => remove(driversLicenseId),
        restore: () => add({ driversLicenseId, issuedAt, validUntil }),
      }))}
    >
      {(_, title) => (
        <AddEntry
          candidateId={id}
          part="new-licence"
          title={candidatePage.addTo(title)}
          fields={fields}
          add={async (body, idempotencyKey) => {
            await add(body, idempotencyKey);
            return () => remove(Number(body.driversLicenseId));
          }}
          nameOf={({ driversLicenseId }) =>
            choices?.find(({ value }) => value === driversLicenseId)?.label ?? title
          }
        />
      )}
    </SkillList>
  );
}
