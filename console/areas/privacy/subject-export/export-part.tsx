import { download } from '../../../core/api/call.ts';
import { saveAs } from '../../../core/documents/save.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { subjectExportGet } from '../../../generated/operations.ts';

/** Saves everything that is stored about the candidate as a file. Only for roles that may read it. */
export function ExportPart({ candidateId }: { candidateId: number }) {
  const { privacy, states } = useTexts();
  const show = useMessages();
  const save = useSending({
    // A link would leave the page for the text of an error, and would not say for which user the page was loaded.
    mutationFn: () => download(subjectExportGet, { path: { candidateId } }),
    onSuccess: (contents) => saveAs(contents, `candidate-${candidateId}.json`),
    onError: () => show({ text: states.failed, isFailure: true }),
  });
  return (
    <section className={formClasses.part} aria-labelledby="export">
      <h2 id="export">{privacy.subjectExport.title}</h2>
      <p className={formClasses.lead}>{privacy.subjectExport.lead}</p>
      <div>
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          {privacy.subjectExport.save}
        </Button>
      </div>
    </section>
  );
}
