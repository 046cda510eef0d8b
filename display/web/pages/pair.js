import {$, post} from './live.js';

const form = $('pair');
form.addEventListener('submit', async e => {
  e.preventDefault();
  if (form.hasAttribute('aria-busy')) return; // a second tap would be another of the few tries
  form.setAttribute('aria-busy', 'true');
  const code = $('code');
  try {
    await post('/judge/pair', {code: code.value.replace(/\D/g, '')});
    location.reload();
  } catch (err) {
    $('reason').textContent = err.message;
    code.setAttribute('aria-invalid', 'true');
    code.select();
    code.focus();
  } finally {
    form.removeAttribute('aria-busy');
  }
});
$('code').addEventListener('input', () => {
  $('code').removeAttribute('aria-invalid');
  $('reason').textContent = '';
});
