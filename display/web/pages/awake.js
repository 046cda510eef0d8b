// Keeps a screen on: a television's always, the judge's while a game waits for him, if he has switched that on. A page
// without https has no wake lock; a playing video with a sound track, even a silent one, keeps the
// screen on in every browser.
import {$, h, kept, keep} from './live.js';

let waits = false;
let lock; // the wake lock, in browsers that have one
let video; // in others, once it is to play: the mere element keeps WebKitGTK busy for seconds

function play() {
  if (!video) {
    video = h('video', {
      class: 'awake', playsinline: true, loop: true, preload: 'none', tabindex: -1, 'aria-hidden': 'true',
    }, h('source', {src: '/awake.webm', type: 'video/webm'}), h('source', {src: '/awake.mp4', type: 'video/mp4'}));
    document.body.append(video);
  }
  video.play().catch(() => {}); // refused until the page is touched
}

// Restores a switch, and keeps its changes. Calls changed after each change.
export function remember(id, changed) {
  const box = $(id);
  box.checked = kept(id) === 'yes';
  box.addEventListener('change', () => {
    keep(id, box.checked ? 'yes' : 'no');
    changed();
  });
}

async function stayOn() {
  const on = waits && !document.hidden && ($('awake')?.checked ?? true); // a television has no switch for it
  document.body.dataset.awake = on;
  if (!on) {
    video?.pause();
    lock?.release();
    lock = undefined;
  } else if (navigator.wakeLock) {
    lock ??= await navigator.wakeLock.request('screen').catch(() => undefined);
    lock?.addEventListener('release', () => { lock = undefined; });
  } else {
    play();
  }
}

// Call it with whether the game waits for the judge now.
export function awake(now) {
  if (waits === now) return;
  waits = now;
  stayOn();
}

if ($('awake')) remember('awake', stayOn);
document.addEventListener('visibilitychange', stayOn);
addEventListener('pointerup', () => waits && stayOn()); // browsers let no page play before it was touched
