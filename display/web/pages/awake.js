// Keeps the judge's screen on while a game waits for him, if he likes. A page without https has no
// wake lock: what keeps a screen on in every browser is a video that plays, with a sound track, if
// a silent one.
import {$, h} from './live.js';

const video = h('video', {
  class: 'awake', playsinline: true, loop: true, preload: 'none', tabindex: -1, 'aria-hidden': 'true',
}, h('source', {src: '/awake.webm', type: 'video/webm'}), h('source', {src: '/awake.mp4', type: 'video/mp4'}));
let waits = false;
let lock; // of a browser that has one

// A switch of the judge's, which his browser remembers, if it remembers anything. Calls changed
// when he moves it.
export function remember(id, changed) {
  const box = $(id);
  try { box.checked = localStorage.getItem(id) === 'yes'; } catch { /* then it holds for this visit */ }
  box.addEventListener('change', () => {
    try { localStorage.setItem(id, box.checked ? 'yes' : 'no'); } catch { /* the same */ }
    changed();
  });
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

remember('awake', keep);
document.addEventListener('visibilitychange', keep);
addEventListener('pointerup', () => waits && video.paused && keep()); // no page may play before it was touched
document.body.append(video);
