import {$, post} from './live.js';

const form = $('pair');
const code = $('code');

async function pair(what) {
  if (form.hasAttribute('aria-busy')) return; // a second tap would use up one of the few tries
  form.setAttribute('aria-busy', 'true');
  try {
    await post('/judge/pair', what);
    location.replace('/judge');
  } catch (err) {
    $('reason').textContent = err.message;
    code.setAttribute('aria-invalid', 'true');
    code.select();
    code.focus();
  } finally {
    form.removeAttribute('aria-busy');
  }
}

form.addEventListener('submit', e => {
  e.preventDefault();
  pair({code: code.value.replace(/\D/g, '')});
});
code.addEventListener('input', () => {
  code.removeAttribute('aria-invalid');
  $('reason').textContent = '';
  if (code.validity.valid) form.requestSubmit();
});

// A scanned link has the secret behind its #. It must not stay in the browser's history.
const secret = location.hash.slice(1);
if (secret) {
  history.replaceState(null, '', '/judge');
  pair({secret});
}
