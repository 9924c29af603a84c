// @ts-nocheck: runs in the browser, as part of the page. Without it, the form works with the button that it hides.
const form = document.querySelector('form.application');
const { cv } = form.elements;
const button = form.querySelector('#readCv');
const status = form.querySelector('#cv-status');
const kept = form.querySelector('#cv-kept');
let latest = 0;

button.hidden = true;
cv.addEventListener('change', read);
form.noValidate = false;
// The browser focuses the first invalid field afterwards. The event does not bubble.
form.addEventListener('invalid', ({ target }) => unfold(target), { capture: true });

/** Has the CV read while the visitor continues to fill in the form. */
async function read() {
  const reading = ++latest;
  if (cv.files.length === 0) return;
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
    if (response.ok && result.kept !== null) {
      kept.innerHTML = result.kept;
      cv.value = '';
      cv.labels[0].firstChild.data = status.dataset.otherCv;
    }
  } catch {
    // The file is still selected, and is sent with the form.
    if (reading === latest) show('', false);
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
