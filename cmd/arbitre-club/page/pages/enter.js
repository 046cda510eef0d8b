// Sends the secret of the organiser's link, which stands behind the #. Browsers send nothing from
// there by themselves.
import {words, $, say, post} from './live.js';

async function enter() {
  const secret = location.hash.slice(1);
  if (!secret) return;
  history.replaceState(null, '', '/organiser'); // no secret in the history
  say($('told'), words.opening);
  try {
    await post('/organiser/enter', {secret});
    location.reload();
  } catch (err) {
    say($('told'), err.message);
  }
}

addEventListener('hashchange', enter); // the link was opened in place of this page
enter();
