import { type Markup, markup } from '../../../core/html/markup.ts';
import type { Language } from '../../../core/http/index.ts';
import type { NoticeName } from '../texts.ts';
import { TEXTS } from '../translations.ts';
import { type Frame, layout } from './layout.ts';

/** A page that explains an error. */
export function noticePage(name: NoticeName, language: Language, address: string, frame?: Frame): string {
  const texts = TEXTS[language];
  const { title, text } = texts.notices[name];
  return layout({
    language,
    frame,
    address,
    title,
    main: markup`<div class="wrap narrow notice">
<p class="signal" aria-hidden="true"><span></span><span></span></p>
<h1>${title}</h1>
<p class="lead">${text}</p>
${frame === undefined ? name === 'unknownPage' && markup`<p><a class="button" href="/">${texts.startPage}</a></p>` : waysOn(frame)}
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

/** A visitor who missed a page was looking for a job. */
function waysOn({ language, links, tenant }: Frame): Markup {
  const texts = TEXTS[language];
  return markup`<form class="find" role="search" method="get" action="/jobs/${tenant.key}" aria-label="${texts.search.heading}">
<label for="find">${texts.search.words}</label>
<div class="row"><input type="search" id="find" name="q" maxlength="100" autocomplete="off" placeholder="${texts.search.wordsExample}">
${links.hiddenFields().map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`)}
<button type="submit">${texts.search.submit}</button></div>
</form>
<p><a href="${links.list()}">${texts.backToList}</a></p>`;
}
