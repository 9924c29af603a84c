import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../core/api/call.ts';
import { queries } from '../../../core/api/queries.ts';
import { readNow } from '../../../core/api/read-now.ts';
import { nameOf } from '../../../core/api/records.ts';
import { toDataUrl } from '../../../core/api/upload.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { FileButton } from '../../../core/ui/file-button.tsx';
import { candidateSetPicture } from '../../../generated/operations.ts';
import classes from './page.module.css';
import partClasses from './parts.module.css';
import { type Candidate, useCandidateSource } from './source.ts';
import { useFileFault } from './use-file-fault.ts';
import { useSkillReport } from './use-skill-change.ts';

/** The service accepts no larger picture. */
const MAXIMUM_MB = 10;

/** The picture, and the button that chooses another one. */
export function Picture({ candidate }: { candidate: Candidate }) {
  const { candidatePage } = useTexts();
  const mayEdit = useMay()('candidates:write');
  const { id, hasPicture } = candidate;
  const picture = useQuery({ ...queries.candidatePicture(id), enabled: hasPicture });
  const url = useUrl(hasPicture ? picture.data : undefined);
  const set = useSetPicture(candidate);
  const fault = useFileFault(set.error, MAXIMUM_MB, candidatePage.noPicture);
  if (!mayEdit && !hasPicture) return null;
  return (
    <div className={partClasses.portrait}>
      {url !== undefined && (
        <img className={classes.picture} src={url} alt={candidatePage.picture(nameOf(candidate))} />
      )}
      {mayEdit && (
        <FileButton
          accept="image/jpeg,image/png,image/webp"
          onChange={(file) => file !== null && set.mutate(file)}
        >
          {(props) => (
            <Button
              {...props}
              variant="subtle"
              size="compact-sm"
              className={partClasses.subtle}
              loading={set.isPending}
            >
              {hasPicture ? candidatePage.replacePicture : candidatePage.addPicture}
            </Button>
          )}
        </FileButton>
      )}
      {fault !== undefined && (
        <p role="alert" className={partClasses.fault}>
          {fault}
        </p>
      )}
    </div>
  );
}

function useSetPicture({ id, hasPicture }: Candidate) {
  const { candidatePage } = useTexts();
  const queryClient = useQueryClient();
  const { readAfter } = useCandidateSource(id);
  const { report } = useSkillReport(id);
  const { queryKey } = queries.candidatePicture(id);
  const put = async (picture: Blob, filename?: string) => {
    await call(candidateSetPicture, { path: { id }, body: { picture: await toDataUrl(picture), filename } });
    await queryClient.invalidateQueries({ queryKey });
    await readAfter();
  };
  return useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MAXIMUM_MB * 2 ** 20) throw new RangeError('The picture is too large.');
      const before = hasPicture ? await readNow(queryClient, queries.candidatePicture(id)) : undefined;
      await put(file, file.name);
      return before;
    },
    onSuccess: (before) =>
      report({
        done: candidatePage.pictureSet,
        undone: candidatePage.pictureBack,
        // The service has no operation that removes a picture.
        undo: before && (() => put(before)),
      }),
  });
}

/** An address of contents that the page has. */
function useUrl(contents: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (contents === undefined) return setUrl(undefined);
    const made = URL.createObjectURL(contents);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [contents]);
  return url;
}
