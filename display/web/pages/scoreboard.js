import {page, $, listen} from './live.js';
import {showTable} from './table.js';

// The overlay takes from its address what it shows, how large, and in which colours:
// /overlay?show=race,seats&size=150&ink=ffffff&card=00000080
if (page === 'overlay') {
  const wishes = new URLSearchParams(location.search), root = document.documentElement;
  const parts = wishes.get('show')?.split(',');
  for (const part of document.querySelectorAll('main > .now, main > section')) {
    part.classList.toggle('off', !!parts && !parts.includes(part.id || 'now'));
  }
  const percent = Math.min(400, Math.max(25, Number(wishes.get('size')) || 100));
  root.style.setProperty('--size', percent / 100);
  for (const name of ['ink', 'soft', 'card', 'edge', 'felt', 'lamp', 'wrong']) {
    const colour = wishes.get(name) ?? '';
    if (/^([0-9a-f]{6}|[0-9a-f]{8})$/i.test(colour)) root.style.setProperty(`--${name}`, `#${colour}`);
  }
}

// The overlay of a stream has no voice.
const {hear} = page === 'overlay' ? {} : await import('./aloud.js');
listen('/events', state => {
  if ($('enter')) $('enter').hidden = !state.claiming;
  showTable(state);
  hear?.(state);
});
