// The page on which a player enters his own name: the press of his button says which seat is his.
import {words, $, h, fill, gaps, say, kept, keep, listen, post, isolated} from './live.js';
import {awake} from './awake.js';

const form = $('me'), field = $('my-name'), team = $('my-team');

// What this phone has said. The page may be lost in between, and knows it again.
let mine = JSON.parse(kept('me')) ?? {};
function learn(more) {
  mine = {...mine, ...more};
  keep('me', JSON.stringify(mine));
}
if (!mine.key) {
  learn({key: [...crypto.getRandomValues(new Uint8Array(16))].map(n => n.toString(16).padStart(2, '0')).join('')});
}
field.value = mine.name ?? '';
team.value = mine.team ?? '';

let state = {seats: [], waiting: [], done: [], colours: []};
let failed = ''; // why the last name was not taken

function told() {
  const place = state.waiting.indexOf(mine.phone), last = state.done.findLast(d => d.phone === mine.phone);
  const seat = last && !last.why ? last.seat : state.seats.find(s => s.name && s.name === mine.name)?.seat;
  const sits = state.seats.find(s => s.seat === seat);
  if (failed) return ['refused', failed];
  if (place === 0) return ['press', words.me_press];
  if (place > 0) return ['wait', gaps(words.me_wait, {a: isolated(state.asked), n: place + 1})];
  if (last?.why) return ['refused', last.why];
  if (!state.open && !sits) return ['wait', words.me_later];
  if (sits?.name) return mine.name && sits.name.includes(mine.name) ? ['sits', gaps(words.me_sits, {a: isolated(sits.name), n: seat})] : ['', ''];
  return last ? ['sits', gaps(words.me_gone, {n: seat})] : ['', ''];
}

function show() {
  const [kind, text] = told();
  $('me-told').dataset.kind = kind;
  say($('me-told'), text);
  form.classList.toggle('asked', kind === 'press');
  awake(kind === 'press' || kind === 'wait');
}

function paint({name, text, whose}) {
  const id = `paint-${name}`;
  return h('span', {}, h('input', {type: 'radio', class: 'unseen', name: 'paint', id, value: name, checked: name === mine.colour}),
    h('label', {for: id, 'data-paint': name, title: text}, h('span', {class: 'unseen'}, `${text} `), h('b', {}, whose.join(' '))));
}

async function send(name) {
  if (form.hasAttribute('aria-busy')) return;
  form.setAttribute('aria-busy', 'true');
  failed = '';
  const colour = form.elements.paint.value ?? '';
  try {
    const answer = await post('/name', {key: mine.key, name, colour, team: team.value.trim(), joins: $('joins').checked});
    learn({...await answer.json(), name, colour, team: team.value.trim()});
  } catch (err) {
    failed = err.message;
  } finally {
    form.removeAttribute('aria-busy');
    show();
    $('me-told').scrollIntoView({block: 'nearest'});
  }
}

form.addEventListener('submit', e => {
  e.preventDefault();
  const name = field.value.trim();
  if (name) send(name);
  else field.focus();
});
$('nobody').addEventListener('click', () => send(''));
form.addEventListener('input', e => {
  if (e.target.name === 'paint') mine.colour = e.target.value;
  failed = '';
  show();
});

listen('/name/events', now => {
  state = now;
  field.maxLength = team.maxLength = now.longest + 1;
  const here = now.seats.map(s => s.name);
  fill('known', now.known.filter(name => !here.includes(name)), known => known.map(value => h('option', {value})));
  fill('paints', now.colours.map(c => ({...c, whose: now.seats.filter(s => s.colour === c.name).map(s => s.seat)})),
    all => all.map(paint));
  if (!mine.colour) { // the first that nobody has
    const free = now.colours.find(c => !now.seats.some(s => s.colour === c.name)) ?? now.colours[0];
    form.elements.paint.value = free?.name;
  }
  show();
});
