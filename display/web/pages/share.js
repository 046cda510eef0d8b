// Shares a result as a text or a picture, and a verdict as a film. A page without https has neither the
// share dialogue nor the clipboard: there the text is copied from a field, and picture and film are saved.
import {words, colon, $, h, number, sides, say, isolated, getFile} from './live.js';
import {podium} from './podium.js';

let result = []; // parts, each with a title and rows of a name and its points

const nameOf = s => s.name ? isolated(s.name) : `${words.seat} ${s.seat}`;
const called = side => side[0].team ? `${side[0].team} (${side.map(nameOf).join(', ')})` : nameOf(side[0]);

// Returns the parts of the result: the game, if it is over, and the evening.
function parts(state) {
  const game = () => {
    const rows = podium(state).map(({side, place, step}) => ({step, place, cells: [called(side), number(side[0].total)]}));
    const moment = state.moment && words.moment + colon + state.moment.text;
    return {title: `${state.game} · ${state.headline.text}`, rows, moment};
  };
  const evening = state.evening.map(s => ({title: `${words.evening} · ${s.game}`, rows: s.rows.map(r => ({cells: [
    nameOf(r), `${words.won} ${r.won}/${r.played}, ${words.score} ${number(r.points)}`]}))}));
  return [...state.over ? [game()] : [], ...evening];
}

const today = () => new Date().toLocaleDateString(document.documentElement.lang, {dateStyle: 'long'});

function text() {
  const told = result.map(p => [p.title, ...p.rows.map(r => r.cells.join(colon)), p.moment].filter(Boolean).join('\n'));
  return [...told, `arbitre · ${today()}`].join('\n\n');
}

const family = 'system-ui, sans-serif';
const signs = text => [...new Intl.Segmenter(undefined, {granularity: 'grapheme'}).segment(text)].map(s => s.segment);

// Draws the parts one below the other, in the page's colours. It goes over them twice: the picture is as
// high as they need.
function draw() {
  const canvas = h('canvas', {width: 1080, height: 1});
  const c = canvas.getContext('2d');
  const colours = getComputedStyle(document.documentElement);
  const wide = (text, size, weight) => {
    c.font = `${weight} ${size}px ${family}`;
    return c.measureText(text).width;
  };
  // Writes a text in one row: smaller if it is too long, and then shortened between signs that people see.
  const write = (text, x, y, most, size, colour, {align = 'left', weight = 400} = {}) => {
    while (size > 26 && wide(text, size, weight) > most) size -= 2;
    for (const left = signs(text); wide(text, size, weight) > most && left.length > 1; text = `${left.join('')}…`) left.pop();
    c.fillStyle = colours.getPropertyValue(colour);
    c.textAlign = align;
    c.fillText(text, x, y);
    return wide(text, size, weight);
  };
  const rows = (text, most, size, weight) => text.split(' ').reduce((all, word) => {
    const longer = all.length ? `${all.at(-1)} ${word}` : word;
    return all.length && wide(longer, size, weight) <= most ? [...all.slice(0, -1), longer] : [...all, word];
  }, []);
  const block = (colour, x, y, width, height) => {
    c.fillStyle = colours.getPropertyValue(colour);
    c.fillRect(x, y, width, height);
  };
  // The first stands in the middle; all who share a step stand above each other on it.
  const stand = (all, y) => {
    const heights = {1: 200, 2: 140, 3: 90}, on = step => all.filter(r => r.step === step);
    const foot = y + 36 + Math.max(...[1, 2, 3].map(step => heights[step] + 96 * on(step).length));
    for (const [step, x] of [[2, 60], [1, 390], [3, 720]]) {
      const there = on(step), top = foot - heights[step];
      if (there.length === 0) continue;
      block(step === 1 ? '--lamp' : '--felt', x, top, 300, heights[step]);
      write(String(there[0].place), x + 150, top + 68, 300, 60, step === 1 ? '--on-lamp' : '--on-felt', {align: 'center', weight: 800});
      there.forEach(({cells: [name, total]}, i) => {
        const at = top - 96 * (there.length - i);
        write(name, x + 150, at + 36, 290, 38, '--ink', {align: 'center', weight: 700});
        write(total, x + 150, at + 78, 290, 34, '--soft', {align: 'center'});
      });
    }
    return foot + 24;
  };
  const part = ({title, rows: all, moment}, y) => {
    const heads = rows(title, 900, 44, 700);
    block('--felt', 60, y, 960, 44 + 52 * heads.length);
    for (const [i, row] of heads.entries()) write(row, 90, y + 62 + 52 * i, 900, 44, '--on-felt', {weight: 700});
    y += 44 + 52 * heads.length;
    const below = all.filter(r => !(r.step < 4));
    if (below.length < all.length) y = stand(all, y);
    block('--card', 60, y, 960, 76 * below.length);
    for (const {place, cells: [name, value]} of below) {
      const taken = write(value, 990, y + 52, 460, 38, '--ink', {align: 'right', weight: 700});
      write(place ? `${place}. ${name}` : name, 90, y + 52, 880 - taken, 38, '--ink');
      y += 76;
    }
    for (const row of moment ? rows(moment, 900, 38, 700) : []) {
      write(row, 90, y + 64, 900, 38, '--accent', {weight: 700});
      y += 50;
    }
    return y + (moment ? 72 : 44);
  };
  const all = () => {
    block('--ground', 0, 0, canvas.width, canvas.height);
    const y = result.reduce((y, p) => part(p, y), 60);
    write(`arbitre · ${today()}`, 540, y + 50, 960, 32, '--soft', {align: 'center'});
    return y + 96;
  };
  canvas.height = all();
  all();
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

// Shows a picture with a link that saves it, which it returns.
function show(figure, picture, alt) {
  const [image, link] = figure.querySelectorAll('img, a');
  URL.revokeObjectURL(image.src);
  image.src = link.href = URL.createObjectURL(picture);
  image.alt = alt;
  figure.hidden = false;
  return link;
}

// Opens the share dialogue, where there is one that takes all of it, and returns whether it did. Cancelling
// is no error.
const shared = what => !!navigator.canShare?.(what) &&
  navigator.share(what).then(() => true, err => err.name === 'AbortError');

async function send() {
  const files = [new File([await draw()], 'arbitre.png', {type: 'image/png'})];
  await shared({text: text(), files}) || await shared({text: text()});
}

let film = '', headline = ''; // the address of the film of the last verdict, and what is said there

async function takeFilm() {
  const [button, told, figure, address] = [$('film-make'), $('film-told'), $('film-picture'), film];
  button.disabled = true;
  say(told, words.film_making);
  try {
    const gif = await getFile(address);
    if (address !== film) return; // another verdict has fallen
    say(told, '');
    const link = show(figure, gif, headline);
    if (!await shared({files: [new File([gif], 'arbitre.gif', {type: 'image/gif'})]})) link.click();
  } catch (err) {
    say(told, err.message);
  } finally {
    button.disabled = false;
  }
}

// Offers the film of the last verdict, and the result of a game that is over, or the evening's while
// nothing is played.
export function offer(state) {
  if ($('film') && film !== (state.film ?? '')) {
    [film, headline] = [state.film ?? '', state.headline.text];
    $('film').hidden = !film;
    $('film-picture').hidden = true;
    say($('film-told'), '');
  }
  if (!$('share')) return;
  const now = state.playing ? [] : parts(state);
  if (JSON.stringify(now) === JSON.stringify(result)) return;
  result = now;
  $('share').hidden = result.length === 0;
  $('picture').hidden = $('share-text').hidden = true;
  say($('share-told'), '');
}

$('share-send')?.toggleAttribute('hidden', !navigator.canShare);
$('share-send')?.addEventListener('click', send);
$('share-copy')?.addEventListener('click', copy);
$('share-draw')?.addEventListener('click', async () => {
  show($('picture'), await draw(), text());
  say($('share-told'), '');
});
$('film-make')?.addEventListener('click', takeFilm);
