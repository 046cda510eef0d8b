// Keeps the judge's screen on while a game waits for him, if he likes. A page without https has no wake lock: what keeps
// a screen on in every browser is a video that plays, with a sound track, if a silent one.
import {$, h} from './live.js';

const video = h('video', {class: 'awake', playsinline: true, loop: true, preload: 'none', tabindex: -1, 'aria-hidden': 'true'},
  h('source', {src: '/awake.webm', type: 'video/webm'}), h('source', {src: '/awake.mp4', type: 'video/mp4'}));
let waits = false;
let lock; // of a browser that has one

// What the judge has switched on, as long as his browser remembers anything.
export function remembered(name) {
  try { return localStorage.getItem(name) === 'yes'; } catch { return false; }
}

export function remember(name, on) {
  try { localStorage.setItem(name, on ? 'yes' : 'no'); } catch { /* then it holds for this visit */ }
}

async function keep() {
  const on = waits && !document.hidden && $('awake').checked;
  $('awake').dataset.on = on;
  if (!on) {
    video.pause();
    lock?.release();
    lock = undefined;
  } else if (navigator.wakeLock) {
    lock ??= await navigator.wakeLock.request('screen').catch(() => undefined);
    lock?.addEventListener('release', () => { lock = undefined; });
  } else {
    video.play().catch(() => {}); // until the page is touched
  }
}

// Tells whether the game waits for the judge now.
export function awake(now) {
  if (waits === now) return;
  waits = now;
  keep();
}

$('awake').checked = remembered('awake');
$('awake').addEventListener('change', e => {
  remember('awake', e.target.checked);
  keep();
});
document.addEventListener('visibilitychange', keep);
addEventListener('pointerup', () => waits && video.paused && keep()); // no page may play before it was touched
document.body.append(video);
