// What visitors see. Everything that comes from outside goes through `html`, which escapes it; the texts of job ads are
// HTML that the service has sanitised, and are marked as such with `safe`.

class Safe {
  constructor(text) {
    this.text = text;
  }
}

/** Text that is HTML already. */
export const safe = (text) => new Safe(text ?? '');

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function render(value) {
  if (value instanceof Safe) return value.text;
  if (Array.isArray(value)) return value.map(render).join('');
  return String(value ?? '').replaceAll(/[&<>"']/g, (character) => ESCAPES[character]);
}

export function html(strings, ...values) {
  return new Safe(
    strings.map((text, index) => text + (index < values.length ? render(values[index]) : '')).join(''),
  );
}

function page(title, content) {
  return html`<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>body{font:1.1rem/1.5 system-ui;max-width:42rem;margin:2rem auto;padding:0 1rem}
label{display:block;margin:.8rem 0}input:not([type=checkbox]){display:block;width:100%;font:inherit}
[role=alert]{border-left:.3rem solid #b00020;padding-left:1rem}</style>
<main><h1>${title}</h1>${content}</main></html>`.text;
}

export function listPage(jobAds) {
  const items = jobAds.map(
    ({ jobAdId, title, location }) =>
      html`<li><a href="/jobs/${jobAdId}">${title}</a> ${location?.city}</li>`,
  );
  return page(
    'Jobs',
    items.length === 0 ? html`<p>There are no open positions.</p>` : html`<ul>${items}</ul>`,
  );
}

const TEXTS = [
  ['Your tasks', 'tasks'],
  ['Your profile', 'profile'],
  ['We offer', 'benefits'],
];

export function jobPage(jobAd, choices, { problems = [], values = {} } = {}) {
  const texts = TEXTS.filter(([, name]) => jobAd[name]).map(
    ([heading, name]) => html`<h2>${heading}</h2>${safe(jobAd[name])}`,
  );
  const field = (name, label, type = 'text') =>
    html`<label>${label} <input name="${name}" type="${type}" value="${values[name]}" required></label>`;
  return page(
    jobAd.title,
    html`<p>${jobAd.location?.city}</p>${safe(jobAd.introduction)}${texts}
<h2 id="apply">Apply</h2>
${problems.length === 0 ? '' : html`<div role="alert"><p>Please check:</p><ul>${problems.map((text) => html`<li>${text}</li>`)}</ul><p>Choose your file again.</p></div>`}
<form method="post" action="/jobs/${jobAd.jobAdId}#apply" enctype="multipart/form-data">
<input type="hidden" name="formId" value="${values.formId ?? crypto.randomUUID()}">
<label>Salutation <select name="salutationId">${choices.salutations.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}</select></label>
${field('firstName', 'First name')}${field('lastName', 'Last name')}${field('email', 'E-mail address', 'email')}
${field('zipCode', 'Postal code')}${field('city', 'City')}
<label>CV <input name="cv" type="file" accept=".pdf,.docx,.odt,.rtf,.txt"></label>
<label><input name="privacyChecked" type="checkbox"> I agree that my data are stored to deal with my application.</label>
<label><input name="termsOfUseChecked" type="checkbox"> I accept the terms of use.</label>
<button>Send application</button></form><p><a href="/">All jobs</a></p>`,
  );
}

export const messagePage = (title, text) => page(title, html`<p>${text}</p><p><a href="/">All jobs</a></p>`);
