// The page of the club, for a television and for phones.
import {words, $, h, fill, gaps, listen, number, sides, unseen} from './live.js';
import {renew, seating, tables, title} from './board.js';

let state = {}; // all that the page shows, by parts

const longWord = /[^\s-]{10}/; // a name with one is set smaller, or it would be broken

// The points of a team stand beside the first of its players.
const player = (p, turn, first) => h('li', {class: `${turn ? 'turn' : ''} ${p.won ? 'won' : ''}`},
  h('b', {class: 'chip'}, unseen(`${words.seat} `), p.seat),
  h('span', {class: `name ${longWord.test(p.name ?? '') ? 'long' : ''}`}, p.name ?? (p.bot ? words.bot : ''),
    turn ? unseen(` ${words.to_play}`) : p.won ? unseen(` ${words.has_won}`) : null),
  first ? h('b', {class: 'total'}, number(p.total), unseen(` ${words.points}`)) : null);

const players = (places, isTurn) => sides([...places].sort((a, b) => (a.team ?? 0) - (b.team ?? 0)))
  .flatMap(side => side.map((p, i) => player(p, isTurn(p), i === 0)));

// Returns the game and its round, or why there is none.
const about = t => [
  t.online ? '' : words.offline,
  t.game ? title(t.game.kind, t.game.name) : t.online ? words.no_game : '',
  t.online && t.game && t.rounds && !t.over ? gaps(words.round, {n: `${t.round}/${t.rounds}`}) : '',
].filter(Boolean).join(' · ');

const table = t => h('article', {class: `now ${t.online ? '' : 'offline'}`},
  h('p', {class: 'game'}, h('b', {}, t.name), h('span', {}, about(t))),
  t.game && t.headline ? h('p', {class: 'said'}, t.headline) : null,
  t.game ? h('ul', {class: 'players'}, players(t.places, p => !t.over && t.turn.includes(p.seat))) : null);

const columns = {won: r => r.won, played: r => r.played, beaten: r => `${r.beaten}/${r.met}`};

// Returns a table of rows with a title and some of the columns.
const standing = (title, rows, kinds) => h('table', {},
  h('thead', {}, h('tr', {}, h('th', {scope: 'col'}, h('h3', {}, title)),
    kinds.map(kind => h('th', {scope: 'col', class: 'number'}, words[kind])))),
  h('tbody', {}, rows.map(r => h('tr', {},
    h('th', {scope: 'row'}, r.place ? h('span', {class: 'soft'}, `${r.place}. `) : null, h('span', {class: 'name'}, r.name)),
    kinds.map(kind => h('td', {class: 'number'}, columns[kind](r)))))));

const whole = rows => standing('', rows, ['won', 'played', 'beaten']);

// Returns the rows of each game, the most played first.
function byGame(rows) {
  const of = new Map();
  for (const r of rows) {
    for (const [game, tally] of Object.entries(r.games)) of.set(game, [...of.get(game) ?? [], {...tally, name: r.name}]);
  }
  return [...of].map(([game, list]) => [game, list.sort((a, b) => b.won - a.won || a.played - b.played)])
    .sort(([, a], [, b]) => b.length - a.length);
}

const duel = d => h('li', {},
  h('span', {class: 'name'}, d.one), h('b', {}, `${d.won} : ${d.lost}`), h('span', {class: 'name'}, d.other));

// Draws a rating on a scale from 0 to the most that anybody may have.
const rating = most => r => h('tr', {},
  h('th', {scope: 'row'}, r.name),
  h('td', {class: 'range', 'aria-hidden': 'true', vars: {
    '--from': Math.max(0, r.strength - r.off) / most, '--at': Math.max(0, r.strength) / most,
    '--to': (r.strength + r.off) / most,
  }}, h('span', {}, h('i', {}))),
  h('td', {class: 'number'}, `${number(Math.round(r.strength))} ± ${Math.round(r.off)}`));

const ratings = all => [h('p', {class: 'soft'}, words.rating_how),
  h('table', {}, h('tbody', {}, all.map(rating(Math.max(...all.map(r => r.strength + r.off))))))];

let round; // the number of the round that is shown

function show(news) {
  state = renew(state, news);
  const heard = tables(state);
  fill('tables', heard.length ? heard : ['none'], all => heard.length ? all.map(table)
    : h('p', {class: 'card'}, h('b', {}, words.no_table), h('br'), words.no_table_how));
  fill('seating', state.round.number ? state.round : null, seating);
  fill('evening', state.evening, whole);
  fill('by-game', byGame(state.evening ?? []), all =>
    all.map(([game, rows]) => standing(title(game), rows, ['won', 'played'])));
  fill('duels', state.duels, all => [h('p', {class: 'soft'}, words.duels_how), h('ul', {class: 'duels'}, all.map(duel))]);
  fill('rating', state.rating, ratings);
  const firstEvening = JSON.stringify(state.allTime) === JSON.stringify(state.evening);
  fill('all-time', firstEvening ? null : state.allTime, whole);
  $('none-played').hidden = !!state.allTime;
  if (round !== undefined && round !== state.round.number) document.querySelector('.more').scrollTo(0, 0);
  round = state.round.number;
}

// Nobody scrolls a television: what does not fit there is shown page by page, and nothing is folded.
const television = matchMedia('(min-width: 1200px) and (min-aspect-ratio: 4/3)');
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const each = 10e3; // how long a page is shown, in ms
const rest = 60e3; // how long it stays where somebody has scrolled by hand
let touched = -rest; // when somebody did

function unfold() {
  for (const part of document.querySelectorAll('details')) part.open = television.matches;
}
unfold();
television.addEventListener('change', unfold);
for (const kind of ['wheel', 'pointerdown', 'keydown']) {
  addEventListener(kind, () => { touched = performance.now(); }, {passive: true});
}

// Shows the next page of a column: it scrolls to the first row that is cut off, or to the beginning
// of its table or section if that is on the screen. After the last page it begins again.
function turn(reel) {
  const view = reel.getBoundingClientRect();
  const row = [...reel.querySelectorAll('.now, .seatings article, tr, .duels li')]
    .find(r => r.offsetParent && r.getBoundingClientRect().bottom > view.bottom + 1);
  const parts = row ? [row.closest('.more > *'), row.closest('table'), row].filter(Boolean) : [];
  const first = parts.map(p => p.getBoundingClientRect().top - view.top).find(top => top > 1);
  const end = reel.scrollTop + reel.clientHeight >= reel.scrollHeight - 1;
  reel.scrollTo({top: end || !first ? 0 : reel.scrollTop + first, behavior: calm.matches ? 'instant' : 'smooth'});
}

setInterval(() => {
  if (television.matches && performance.now() - touched >= rest) document.querySelectorAll('.reel').forEach(turn);
}, each);

listen('/events', show);
