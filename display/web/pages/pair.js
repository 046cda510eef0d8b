import {$, post} from './live.js';

$('pair').addEventListener('submit', async e => {
  e.preventDefault();
  const code = $('code');
  try {
    await post('/judge/pair', {code: code.value.replace(/\D/g, '')});
    location.reload();
  } catch (err) {
    $('reason').textContent = err.message;
    code.setAttribute('aria-invalid', 'true');
    code.select();
    code.focus();
  }
});
$('code').addEventListener('input', () => {
  $('code').removeAttribute('aria-invalid');
  $('reason').textContent = '';
});
