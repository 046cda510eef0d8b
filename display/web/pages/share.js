// Shares a result as a text or a picture. A page without https has neither the share dialogue nor
// the clipboard: there the text is copied from a field, and the picture is saved.
import {words, colon, $, h, number, sides, say, isolated} from './live.js';

let result = []; // parts, each with a title and rows of a name and its points

const nameOf = s => s.name ? isolated(s.name) : `${words.seat} ${s.seat}`;

// Returns the parts of the result: the game, if it is over, and the evening.
function parts(state) {
  const all = sides(state.seats);
  const rows = [...all.filter(([s]) => s.lamp), ...all.filter(([s]) => !s.lamp)].map(side => [
    side[0].team ? `${side[0].team} (${side.map(nameOf).join(', ')})` : nameOf(side[0]), number(side[0].total)]);
  const game = {title: `${state.game} · ${state.headline.text}`, rows};
  const evening = state.evening.map(s => ({title: `${words.evening} · ${s.game}`,
    rows: s.rows.map(r => [nameOf(r), `${words.won} ${r.won}/${r.played}, ${words.score} ${number(r.points)}`])}));
  return [...state.over ? [game] : [], ...evening];
}

const today = () => new Date().toLocaleDateString(document.documentElement.lang, {dateStyle: 'long'});

function text() {
  const row = ([name, value]) => name + colon + value;
  const told = result.map(p => [p.title, ...p.rows.map(row)].join('\n'));
  return [...told, `arbitre · ${today()}`].join('\n\n');
}

// Draws the parts one below the other, in the page's colours.
function draw() {
  const height = result.reduce((high, p) => high + 140 + 76 * p.rows.length, 200);
  const canvas = h('canvas', {width: 1080, height});
  const c = canvas.getContext('2d');
  const colours = getComputedStyle(document.documentElement);
  const write = (text, x, y, most, font, colour, align = 'left') => {
    c.font = `${font} system-ui, sans-serif`;
    c.fillStyle = colours.getPropertyValue(colour);
    c.textAlign = align;
    c.fillText(text, x, y, most);
  };
  const block = (colour, x, y, width, height) => {
    c.fillStyle = colours.getPropertyValue(colour);
    c.fillRect(x, y, width, height);
  };
  block('--ground', 0, 0, canvas.width, canvas.height);
  let y = 60;
  for (const part of result) {
    block('--felt', 60, y, 960, 96);
    write(part.title, 90, y + 64, 900, '700 44px', '--on-felt');
    block('--card', 60, y += 96, 960, 76 * part.rows.length);
    for (const [name, value] of part.rows) {
      write(value, 990, y + 52, 460, '700 38px', '--ink', 'right');
      write(name, 90, y + 52, 880 - Math.min(460, c.measureText(value).width), '400 38px', '--ink');
      y += 76;
    }
    y += 44;
  }
  write(`arbitre · ${today()}`, 540, y + 50, 960, '400 32px', '--soft', 'center');
  return new Promise(drawn => canvas.toBlob(drawn, 'image/png'));
}

async function copy() {
  const field = $('share-text');
  field.value = text();
  field.hidden = false;
  field.select();
  const written = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  const copied = written || document.execCommand('copy');
  field.hidden = copied; // if not, it stays to be copied by hand
  if (copied) $('share-copy').focus();
  say($('share-told'), copied ? words.copied : words.share_by_hand);
}

let address = ''; // the picture's URL

async function show() {
  URL.revokeObjectURL(address);
  address = URL.createObjectURL(await draw());
  const [image, link] = $('picture').querySelectorAll('img, a');
  image.src = link.href = address;
  image.alt = text();
  $('picture').hidden = false;
  say($('share-told'), '');
}

async function send() {
  const files = [new File([await draw()], 'arbitre.png', {type: 'image/png'})];
  const all = {text: text(), files};
  // Cancelling is no error.
  await navigator.share(navigator.canShare?.(all) ? all : {text: text()}).catch(() => {});
}

// Offers the result of a game that is over, or the evening's while nothing is played.
export function offer(state) {
  if (!$('share')) return;
  const now = state.playing ? [] : parts(state);
  if (JSON.stringify(now) === JSON.stringify(result)) return;
  result = now;
  $('share').hidden = result.length === 0;
  $('picture').hidden = $('share-text').hidden = true;
  say($('share-told'), '');
}

if ($('share')) {
  $('share-send').hidden = !navigator.share;
  $('share-send').addEventListener('click', send);
  $('share-copy').addEventListener('click', copy);
  $('share-draw').addEventListener('click', show);
}
