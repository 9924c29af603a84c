// The pages that visitors see. `html` escapes every value. The texts of job ads are HTML that the service has sanitised;
// `safe` marks them so that they are not escaped.

class Safe {
  constructor(text) {
    this.text = text;
  }
}

/** Marks text that is already HTML. */
const safe = (text) => new Safe(text ?? '');

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function render(value) {
  if (value instanceof Safe) return value.text;
  if (Array.isArray(value)) return value.map(render).join('');
  return String(value ?? '').replaceAll(/[&<>"']/g, (character) => ESCAPES[character]);
}

function html(strings, ...values) {
  return new Safe(
    strings.map((text, index) => text + (index < values.length ? render(values[index]) : '')).join(''),
  );
}

function page(title, content) {
  return html`<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>body{font:1.1rem/1.5 system-ui;max-width:42rem;margin:2rem auto;padding:0 1rem}
label{display:block;margin:.8rem 0}input:not([type=checkbox]){display:block;width:100%;font:inherit}
[role=alert]{color:#b00020}</style>
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

const FIELDS = [
  ...['salutationId', 'firstName', 'lastName', 'email', 'phoneNumber', 'zipCode', 'city'],
  ...['privacyChecked', 'termsOfUseChecked'],
];

export function jobPage(jobAd, choices, { problems = [], values = {} } = {}) {
  const texts = TEXTS.filter(([, name]) => jobAd[name]).map(
    ([heading, name]) => html`<h2>${heading}</h2>${safe(jobAd[name])}`,
  );
  const problem = (name) =>
    problems
      .filter(({ property }) => property === name)
      .map(({ message }) => html` <strong role="alert">${message}</strong>`);
  const field = (name, label, attributes = 'required') =>
    html`<label>${label}${problem(name)} <input name="${name}" value="${values[name]}" ${safe(attributes)}></label>`;
  const consent = (name, label) =>
    html`<label><input name="${name}" type="checkbox" required ${values[name] ? 'checked' : ''}> ${label}${problem(name)}</label>`;
  const option = ({ id, name }) =>
    html`<option value="${id}" ${String(id) === values.salutationId ? 'selected' : ''}>${name}</option>`;
  // Problems that do not belong to a field of the form, such as a file that cannot be read.
  const others = problems.filter(({ property }) => !FIELDS.includes(property));
  return page(
    jobAd.title,
    html`<p>${jobAd.location?.city}</p>${safe(jobAd.introduction)}${texts}
<h2 id="apply">Apply</h2>
${others.map(({ message }) => html`<p role="alert">${message}</p>`)}
${problems.length === 0 ? '' : html`<p>Please choose your file again.</p>`}
<form method="post" action="/jobs/${jobAd.jobAdId}#apply" enctype="multipart/form-data">
<input type="hidden" name="formId" value="${values.formId ?? crypto.randomUUID()}">
<label>Salutation${problem('salutationId')} <select name="salutationId">${choices.salutations.map(option)}</select></label>
${field('firstName', 'First name')}${field('lastName', 'Last name')}
${field('email', 'E-mail address', 'type="email" required')}${field('phoneNumber', 'Telephone (optional)', 'type="tel"')}
${field('zipCode', 'Postal code')}${field('city', 'City')}
<label>CV <input name="cv" type="file" accept=".pdf,.docx,.odt,.rtf,.txt"></label>
${consent('privacyChecked', 'I agree that my data will be stored to process my application.')}
${consent('termsOfUseChecked', 'I accept the terms of use.')}
<button>Send application</button></form><p><a href="/">All jobs</a></p>`,
  );
}

export const messagePage = (title, text) => page(title, html`<p>${text}</p><p><a href="/">All jobs</a></p>`);
