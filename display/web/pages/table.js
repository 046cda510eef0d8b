// The table, as every page shows it.
import {words, colon, page, $, h, unseen, number, sides, fill, say} from './live.js';
import {offer} from './share.js';
import {story, ranking} from './story.js';

let told = {now: 0, received: 0}; // the newest state

export const clock = () => told.now + performance.now() - told.received; // the game's clock, in ms

// Returns an element that counts down to a time on the game's clock; it is empty without a time.
export function countdown(until) {
  const e = h('span', {class: 'time', 'data-until': until});
  tick(e);
  return e;
}

export function tick(e) {
  const left = Math.ceil((e.dataset.until - clock()) / 1000);
  say(e, left > 0 ? `${left} s` : '');
  e.classList.toggle('soon', left <= 3);
}

setInterval(() => document.querySelectorAll('.time').forEach(tick), 250);

// Shows what a seat has left to think: whole seconds, rounded up, and tenths in the last ten.
function run(e) {
  const {left, until} = e.dataset;
  const now = Math.max(0, until ? Math.min(left, until - clock()) : left);
  e.classList.toggle('soon', now <= 10e3);
  if (now <= 10e3) {
    say(e, (Math.ceil(now / 100) / 10).toLocaleString(document.documentElement.lang, {minimumFractionDigits: 1}));
    return;
  }
  const s = Math.ceil(now / 1000);
  const parts = [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60].slice(s < 3600 ? 1 : 0);
  say(e, parts.map((n, i) => i ? String(n).padStart(2, '0') : n).join(':'));
}

setInterval(() => document.querySelectorAll('.total[data-until]').forEach(run), 50);

function timed({left, until}) {
  const e = h('b', {class: 'total', role: 'timer', 'data-left': left, 'data-until': until});
  run(e);
  return e;
}

export const colour = ({name, text}) => h('span',
  {class: 'colour', 'data-colour': name, role: 'img', 'aria-label': text || words.empty},
  h('span', {'aria-hidden': 'true'}, text ? text.slice(0, 2) : ''));

export const chip = (seat, name, paint) => [h('b', {class: 'chip', 'data-paint': paint}, unseen(`${words.seat} `), seat),
  name ? [' ', h('span', {class: 'name'}, name)] : null];

function line(l) {
  return h('p', {},
    l.peg ? h('b', {class: 'peg', 'aria-hidden': 'true'}, l.peg) : null,
    l.text, l.code ? h('span', {class: 'code-row'}, l.code.map(colour)) : null);
}

const look = s => `${s.lamp ?? ''} ${s.pressed ? 'pressed' : ''}`;

const does = s => s.pressed ? unseen(` ${words.pressed}`) : s.lamp === 'blinking' ? unseen(` ${words.press}`) : null;

const mate = s => h('span', {class: `mate ${look(s)}`}, chip(s.seat, s.name, s.colour), does(s), ' ');

export const who = ([s, ...mates]) => h('span', {class: 'who'},
  s.team ? [h('b', {class: 'team'}, s.team), ' ', [s, ...mates].map(mate)] : chip(s.seat, s.name, s.colour));

// A team is lit when all of it is: it has won.
const lit = side => side.every(s => s.lamp === 'lit') ? 'lit' : '';

// A side is a seat, or all seats of a team, with their points.
const side = ([s, ...mates]) => h('li', {
  class: `seat ${s.team ? lit([s, ...mates]) : look(s)}`, 'data-seat': s.seat, 'data-total': s.total},
  who([s, ...mates]),
  h('span', {class: 'mark'}, [s, ...mates].find(m => m.mark)?.mark ?? '', s.team ? null : does(s)),
  s.clock ? timed(s.clock)
    : s.total === undefined ? null : h('b', {class: 'total'}, number(s.total), unseen(` ${words.points}`)));

// Each seat has a lane, with its margin drawn to scale between the first press and the last.
function lane(r) {
  const never = r.at == null && !r.early;
  const kind = `lane ${r.decide ? 'decides' : ''} ${r.at == null ? 'missing' : ''}`;
  return h('li', {class: kind, vars: {'--at': r.at ?? 1}},
    h('span', {class: 'who'}, chip(r.seat, r.name)),
    h('span', {class: 'track', 'aria-hidden': 'true'}, h('i', {})),
    h('span', {class: 'after'},
      never ? [h('span', {'aria-hidden': 'true'}, r.after), unseen(words.missing)] : r.after || words.first));
}

const race = r => [
  r.title || r.verdict ? h('p', {class: 'caption'}, [r.title, words[r.verdict]].filter(Boolean).join(' · ')) : null,
  h('ol', {class: 'lanes', 'data-verdict': r.verdict}, r.runners.map(lane)),
].filter(Boolean);

const markClass = {X: 'placed', O: 'misplaced', '-': 'absent'};

const letters = (word, marks, label) => h('span', {class: 'letters', role: 'img', 'aria-label': label},
  [...word].map((letter, i) =>
    h('span', {'aria-hidden': 'true', class: markClass[marks?.[i]] ?? ''}, letter === '.' ? '·' : letter)));

const marksSaid = (word, marks) => [...word].map((letter, i) =>
  `${letter} ${{X: words.in_place, O: words.misplaced, '-': words.absent}[marks[i]] ?? ''}`).join(', ');

const slate = s => h('article', {class: 'slate'},
  h('p', {class: 'caption'}, h('span', {class: 'who'}, (s.seats ?? []).map(n => chip(n)), `(${s.hunt})`),
    s.until ? countdown(s.until) : null,
    s.line ? h('span', {}, `${words.line} ${s.line}${s.line <= s.lines ? `/${s.lines}` : ''}`) : null),
  letters(s.secret || s.known, s.known.replace(/[^.]/g, 'X'),
    s.secret || `${words.known}${colon}${[...s.known].map(c => c === '.' ? words.empty : c).join(' ')}`),
  s.tries.length ? h('ol', {class: 'tries'}, s.tries.map(t => h('li', {},
    h('span', {class: 'who'}, chip(t.seat, t.name)), letters(t.word, t.marks, marksSaid(t.word, t.marks))))) : null);

const grid = g => h('figure', {class: 'grid', vars: {'--size': g.size}},
  h('figcaption', {}, g.team),
  h('div', {
    class: 'squares', role: 'img',
    'aria-label': `${g.covered.filter(Boolean).length}/${g.covered.length} ${words.covered}`,
  }, g.covered.map((c, i) => h('i', {class: c ? 'covered' : '', 'aria-hidden': 'true'}, i + 1))));

const happening = p => h('li', {},
  p.word ? letters(p.word, p.marks, marksSaid(p.word, p.marks)) : null, (p.lines ?? []).map(line));

// Each game has its own table, under its name, which says so if few points are good. Only games with
// a sign that is seen have times of hands.
const results = standings => standings.map(s => {
  const timed = s.rows.some(r => r.fastest);
  return h('table', {},
    h('caption', {}, h('h3', {}, s.game), s.few ? h('span', {class: 'few'}, words.few) : null),
    h('thead', {}, h('tr', {}, h('td', {}),
      [words.won, words.played, words.score, ...timed ? [words.hand] : []].map(w => h('th', {scope: 'col', class: 'number'}, w)))),
    h('tbody', {}, s.rows.map(r => h('tr', {}, h('th', {scope: 'row'}, r.name ?? `${words.seat} ${r.seat}`),
      [r.won, r.played, r.points].map(n => h('td', {class: 'number'}, number(n))),
      timed ? h('td', {class: 'number'}, r.fastest ?? '–', r.best ? h('b', {class: 'best', title: words.best}, ' ★', unseen(words.best)) : null) : null))));
});

export function showTable(state) {
  told = state;
  document.documentElement.classList.toggle('large', state.large ?? false);
  say($('game'), state.game);
  say($('round'), state.round);
  fill('headline', state.headline.text ? state.headline : {text: state.game}, ({text, code}) =>
    [text, code ? h('span', {class: 'code-row'}, code.map(colour)) : '']);
  $('time').dataset.until = page !== 'judge' && state.until || ''; // the judge's prompts show their own time
  tick($('time'));
  fill('lines', state.lines, lines => lines.map(line));
  fill('seats', sides(state.seats), all => h('ul', {class: 'seats', 'data-count': all.length}, all.map(side)));
  fill('race', page !== 'overlay' || state.race?.now ? state.race && {...state.race, now: true} : null, race);
  fill('slates', state.slates, slates => slates.map(slate));
  fill('grids', state.grids, grids => grids.map(grid));
  fill('past', state.past, all => h('ol', {class: 'happenings'}, all.map(happening)));
  fill('story', state.story, story);
  fill('ranking', state.ranking, ranking);
  fill('evening', state.evening, results);
  fill('all-time', state.allTime, results);
  offer(state);
}
