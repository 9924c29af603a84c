import { markup } from '../../../core/html/markup.ts';
import type { Language } from '../../../core/http/index.ts';
import type { NoticeName } from '../texts.ts';
import { TEXTS } from '../translations.ts';
import { type Frame, layout } from './layout.ts';

/** A page that explains an error. */
export function noticePage(name: NoticeName, language: Language, frame?: Frame): string {
  const texts = TEXTS[language];
  const { title, text } = texts.notices[name];
  return layout({
    language,
    frame,
    title,
    main: markup`<div class="wrap narrow notice">
<h1>${title}</h1>
<p class="lead">${text}</p>
${frame !== undefined && markup`<p><a class="button" href="${frame.links.list()}">${texts.backToList}</a></p>`}
</div>`,
  });
}

export function thanksPage(frame: Frame): string {
  const { thanks } = TEXTS[frame.language];
  return layout({
    language: frame.language,
    frame,
    title: thanks.title,
    main: markup`<div class="wrap narrow notice">
<p class="tick" aria-hidden="true"></p>
<h1>${thanks.title}</h1>
<p class="lead">${thanks.lead(frame.tenant.name)}</p>
<ol class="steps">${thanks.next.map((step) => markup`<li>${step}</li>`)}</ol>
<p><a class="button" href="${frame.links.list()}">${thanks.more}</a></p>
</div>`,
  });
}
