// @ts-nocheck: runs in the browser, as part of the page. Without it, the form works with the button that it hides.
const form = document.querySelector('form.application');
const { cv } = form.elements;
const button = form.querySelector('#readCv');
const status = form.querySelector('#cv-status');
const kept = form.querySelector('#cv-kept');
const SAVE_AFTER_MS = 300;
/** The service keeps the files of a form as long. */
const RESTORE_FOR_MS = 60 * 60 * 1000;
let latest = 0;
let saving;

button.hidden = true;
cv.addEventListener('change', read);
form.noValidate = false;
restore();
form.addEventListener('input', () => {
  clearTimeout(saving);
  saving = setTimeout(save, SAVE_AFTER_MS);
});
form.addEventListener('change', save);
form.addEventListener('submit', save);
// The browser focuses the first invalid field afterwards. The event does not bubble.
form.addEventListener('invalid', ({ target }) => unfold(target), { capture: true });

/** Has the CV read while the visitor continues to fill in the form. */
async function read() {
  const reading = ++latest;
  if (cv.files.length === 0) {
    show('', false);
    return;
  }
  show(status.dataset.reading, true);
  const body = new FormData(form);
  body.delete('documents');
  try {
    const response = await fetch(button.formAction, {
      method: 'POST',
      body,
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(30_000),
    });
    const result = await response.json();
    // The visitor has selected another file in the meantime.
    if (reading !== latest) return;
    show(result.message, false);
    fill(result.values);
    showKept(result.kept);
    // A CV that is not kept stays selected, and is sent with the form.
    if (response.ok && result.kept !== '') cv.value = '';
    save();
  } catch {
    // The file is still selected, and is sent with the form.
    if (reading === latest) show('', false);
  }
}

function showKept(html) {
  kept.innerHTML = html;
  cv.labels[0].firstChild.data = html === '' ? status.dataset.cvFile : status.dataset.otherCv;
}

/**
 * Keeps what is entered in the history of the tab, for Back, Forward, and a reload. Some browsers restore it themselves, but not if a CV was
 * read: the form then has other fields than the page that comes from the service. The token comes along, because the CV belongs to it.
 */
function save() {
  clearTimeout(saving);
  const fields = [...form.elements].filter(({ name, type }) => name !== '' && !/^(file|submit)$/.test(type));
  const values = fields.map(({ name, type, value, checked }) => [
    name,
    type === 'checkbox' ? checked : value,
  ]);
  history.replaceState({ savedAtMs: Date.now(), values, kept: kept.innerHTML }, '');
}

function restore() {
  const { savedAtMs = 0, values, kept: html } = history.state ?? {};
  if (Date.now() - savedAtMs > RESTORE_FOR_MS) return;
  if (html !== kept.innerHTML) showKept(html);
  for (const [name, value] of values) {
    const field = form.elements[name];
    if (field === undefined) continue;
    if (field.type === 'checkbox') field.checked = value;
    else if (field.value !== value) {
      field.value = value;
      unfold(field);
    }
  }
}

function show(text, isBusy) {
  status.textContent = text;
  status.classList.toggle('busy', isBusy);
}

/** Fills in the fields that are still empty. */
function fill(values) {
  const address = ['street', 'streetNumber', 'zipCode', 'city'];
  const hasAddress = address.some((name) => form.elements[name].value.trim() !== '');
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements[name];
    const isAddress = name === 'countryId' || address.includes(name);
    if (isAddress ? hasAddress : field.value.trim() !== '') continue;
    field.value = value;
    mark(field);
  }
}

function mark(field) {
  const notes = form.querySelector(`#${field.id}-notes`);
  if (notes.querySelector('.from-cv') === null) {
    const note = document.createElement('p');
    note.className = 'hint from-cv';
    note.id = `${field.id}-cv`;
    note.textContent = status.dataset.fromCv;
    notes.append(note);
    field.setAttribute(
      'aria-describedby',
      `${field.getAttribute('aria-describedby') ?? ''} ${note.id}`.trim(),
    );
    field.addEventListener('input', () => note.remove(), { once: true });
  }
  unfold(field);
}

function unfold(field) {
  const folded = field.closest('details');
  if (folded !== null) folded.open = true;
}
