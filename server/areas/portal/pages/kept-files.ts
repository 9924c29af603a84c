import { type Markup, markup } from '../../../core/html/markup.ts';
import type { Language } from '../../../core/http/index.ts';
import { truncate } from '../../../core/text/truncate.ts';
import type { HeldFile } from '../application/held-uploads.ts';
import { sizeText } from '../formats.ts';
import { TEXTS } from '../translations.ts';

const MAXIMUM_NAME_LENGTH = 100;

/** Lists the files that were received with an earlier submission. A visitor removes one by unchecking its box. */
export function keptFiles(files: readonly HeldFile[], language: Language): Markup {
  const { form } = TEXTS[language];
  return markup`<fieldset class="kept"><legend>${form.kept}</legend>
${files.map(
  ({
    id,
    fileName,
    blob,
  }) => markup`<div class="kept-file"><input type="hidden" name="held-${id}" value="true">
<input type="checkbox" id="keep-${id}" name="keep-${id}" value="true" checked>
<label for="keep-${id}">${form.keptFile(truncate(fileName, MAXIMUM_NAME_LENGTH), sizeText(blob.sizeBytes, language))}</label></div>`,
)}
</fieldset>`;
}
