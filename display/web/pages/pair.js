import {$, post} from './live.js';

const form = $('pair');
const code = $('code');

async function pair(what) {
  if (form.hasAttribute('aria-busy')) return; // a second tap would be another of the few tries
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

// Whoever has scanned the code of the box brings its secret along, which is to stay in no history.
const secret = location.hash.slice(1);
if (secret) {
  history.replaceState(null, '', '/judge');
  pair({secret});
}
