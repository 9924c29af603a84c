import { call } from '../../../core/api/call.ts';
import type { Field } from '../../../core/forms/fields.ts';
import { FormPart } from '../../../core/forms/form-part.tsx';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { candidateSetEndOfOperation, candidateSetWorkContract } from '../../../generated/operations.ts';
import { type TaggedCandidate, useCandidateSource } from './source.ts';

/** The work contract and the end of the assignment, which have operations of their own. */
export function Contract({ candidate }: { candidate: TaggedCandidate }) {
  const { properties, parts, contract } = useTexts().candidatePage;
  const mayEdit = useMay()('candidates:write');
  const { id: candidateId } = candidate.record;
  const { read } = useCandidateSource(candidateId);
  const path = { candidateId };
  const contractOf = ({ record, tag }: TaggedCandidate) => ({ record: record.workContract, tag });
  const fields: readonly Field[] = [
    {
      property: 'isWorkContractSigned',
      label: contract.isWorkContractSigned,
      kind: 'flag',
    },
    {
      property: 'workContractSignedAtUtc',
      label: contract.workContractSignedAtUtc,
      kind: 'moment',
    },
    {
      property: 'didNotShowUpForWork',
      label: contract.didNotShowUpForWork,
      kind: 'flag',
    },
  ];
  return (
    <>
      <FormPart
        name={`candidate-${candidateId}-contract`}
        title={parts.workContract}
        fields={fields}
        current={contractOf(candidate)}
        mayEdit={mayEdit}
        read={async () => contractOf(await read())}
        save={(body, ifMatch) => call(candidateSetWorkContract, { path, body, ifMatch })}
        derived={['workContractSignedAtUtc']}
      />
      <FormPart
        name={`candidate-${candidateId}-end`}
        title={parts.endOfOperation}
        fields={[{ property: 'endOfOperationAtUtc', label: properties.endOfOperationAtUtc, kind: 'moment' }]}
        current={candidate}
        mayEdit={mayEdit}
        read={read}
        save={({ endOfOperationAtUtc }, ifMatch) =>
          call(candidateSetEndOfOperation, {
            path,
            body: { endOfOperationAtUtc: endOfOperationAtUtc as string | null },
            ifMatch,
          })
        }
      />
    </>
  );
}
