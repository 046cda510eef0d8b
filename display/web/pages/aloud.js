// Says what happens: by the browser's voice, if that was chosen on this page, and to screen readers. What is
// said comes from the box; what the judge is asked stands on his page.
import {$, say, kept, keep} from './live.js';

const levels = ['off', 'verdicts', 'turns', 'everything'];
const level = () => levels.indexOf($('voice').value);
const speech = window.speechSynthesis;

let now = {sentences: [], now: '', leads: ''}; // the newest
let told; // the keys of the sentences that were said, or stood there when the page was opened
let asked = '', last = '';

// A newer text cuts an older one.
function speak(text) {
  if (!text) return;
  last = text;
  say($('said'), '');
  setTimeout(say, 50, $('said'), text); // else the same text would not be read again
  if (!speech || level() < 1) return;
  const said = new SpeechSynthesisUtterance(text);
  said.lang = document.documentElement.lang;
  speech.cancel();
  speech.speak(said);
}

const holds = key => key.startsWith('now '); // it says how things stand, and may come again

// Says what is new in a state, and what the judge is asked anew.
export function hear(state, question = '') {
  now = state.aloud;
  const most = level() || 2;
  const fresh = told && now.sentences.filter(s => s.level <= most && !told.includes(s.key)).map(s => s.text);
  const keys = now.sentences.map(s => s.key);
  told = [...(told ?? []).filter(key => !holds(key) && !keys.includes(key)), ...keys].slice(-100);
  if (question !== asked && fresh && level() > 2) fresh.push(question);
  asked = question;
  if (fresh) speak(fresh.filter(Boolean).join('. '));
}

$('what-now').addEventListener('click', () => speak([now.now, asked].filter(Boolean).join(' ')));
$('who-leads').addEventListener('click', () => speak(now.leads));
$('say-again').addEventListener('click', () => speak(last || now.now));

function choose() {
  $('said').setAttribute('aria-live', level() > 0 && speech ? 'off' : 'polite'); // nobody needs two voices
}

$('voice').value = kept('voice') ?? 'off';
if (level() < 0) $('voice').value = 'off';
$('voice').addEventListener('change', () => {
  keep('voice', $('voice').value);
  if (level() < 1) speech?.cancel();
  choose();
  speak(now.now);
});
choose();
$('headline').removeAttribute('aria-live'); // what it says is said with all else
addEventListener('pagehide', () => speech?.cancel());
