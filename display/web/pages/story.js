// How a game went, and how everyone stands across the evening's games.
import {words, colon, h, unseen, number, isolated} from './live.js';

const svg = (tag, props) => {
  const e = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const key in props) e.setAttribute(key, props[key]);
  return e;
};

const nameOf = p => p.name ?? `${words.seat} ${p.seat}`;
const label = s => s.name ?? `${words.seat} ${s.label}`;
const cell = n => h('td', {class: 'number'}, n);
const head = (...texts) => h('thead', {}, h('tr', {}, texts.map((t, i) => h('th', {scope: 'col', class: i ? 'number' : ''}, t))));

// Moves heights, in percent and from the top down, so far apart that a label fits at each.
function apart(heights, gap) {
  const order = heights.map((y, i) => [y, i]).sort(([a], [b]) => a - b);
  order.forEach((one, i) => { if (i) one[0] = Math.max(one[0], order[i - 1][0] + gap); });
  let most = 100;
  for (const one of order.reverse()) {
    one[0] = Math.min(one[0], most);
    most = one[0] - gap;
  }
  return order.reduce((all, [y, i]) => Object.assign(all, {[i]: y}), []);
}

// Returns the colours of lines: the one that a player has chosen, or else one that nobody has, which stays
// the same throughout a game.
function colours(sides) {
  const free = ['green', 'red', 'blue', 'orange', 'violet', 'turquoise', 'pink', 'yellow'].filter(c => !sides.some(s => s.colour === c));
  const without = sides.filter(s => !s.colour).map(s => s.label).sort();
  return sides.map(s => s.colour ?? free[without.indexOf(s.label)]);
}

// Draws a line for each side, the best on top; each has its own colour and dashes, and its label at the end.
// So many labels fit one below the other.
function graph({sides, rounds, few}, labels) {
  const paint = colours(sides);
  const all = rounds.flatMap(r => r.totals), low = Math.min(...all), high = Math.max(...all);
  const [top, bottom] = few ? [low, high] : [high, low];
  const y = total => top === bottom ? 50 : 100 * (total - top) / (bottom - top);
  const x = i => 100 * i / (rounds.length - 1);
  const lines = svg('svg', {viewBox: '-1 -2 102 104', preserveAspectRatio: 'none', 'aria-hidden': 'true'});
  for (const [i] of [...sides.entries()].reverse()) { // the best last, over the others
    lines.append(svg('polyline', {class: `line${i % 8}`, 'data-paint': paint[i], points: rounds.map((r, n) => `${x(n)},${y(r.totals[i])}`).join(' ')}));
  }
  const at = apart(sides.map((_, i) => y(rounds.at(-1).totals[i])), 100 / labels);
  const said = sides.map(s => `${isolated(label(s))}${colon}${number(s.total)}`).join(', ');
  return h('figure', {class: 'graph', role: 'img', 'aria-label': `${words.graph}. ${said}`},
    h('span', {class: 'best-total'}, number(top)), top === bottom ? null : h('span', {class: 'worst-total'}, number(bottom)),
    lines,
    h('ul', {class: 'ends'}, sides.map((s, i) => h('li', {class: `line${i % 8}`, 'data-paint': paint[i], vars: {'--at': `${at[i]}%`}},
      h('b', {class: 'chip'}, s.label), s.name ? h('span', {class: 'name'}, s.name) : null))),
    h('span', {class: 'span'}, h('span', {}, rounds[0].number), h('span', {}, rounds.at(-1).number)));
}

const totals = ({sides, rounds}) => h('table', {},
  head(words.after, ...sides.map(label)),
  h('tbody', {}, rounds.map(r => h('tr', {}, h('th', {scope: 'row'}, r.number || words.start), r.totals.map(t => cell(number(t))))),
    h('tr', {}, h('th', {scope: 'row'}, words.place), sides.map(s => cell(`${s.place}.`)))));

const hands = s => h('table', {},
  h('caption', {}, s.signed ? words.hands_signed : words.hands_behind),
  head(words.hands, words.first, words.fastest, words.median),
  h('tbody', {}, s.hands.map(one => h('tr', {}, h('th', {scope: 'row'}, nameOf(one)),
    cell(`${one.first}/${one.met}`), cell(one.fastest ?? '–'), cell(one.median ?? '–')))));

// Rivals in races have the closest margin; in games they have none.
const rivals = (title, all) => all ? h('table', {},
  head(title, words.met, words.ahead, ...all[0].closest ? [words.closest] : []),
  h('tbody', {}, all.map(r => h('tr', {},
    h('th', {scope: 'row'}, h('span', {class: 'name'}, nameOf(r.one)), ' – ', h('span', {class: 'name'}, nameOf(r.other))),
    cell(r.met), cell(`${r.won} : ${r.lost}`), r.closest ? cell(r.closest) : null)))) : null;

// How the points went, as a graph if there is enough to draw.
export const course = (s, labels) => [
  h('p', {class: 'caption'}, h('b', {}, s.title), s.few ? h('span', {}, words.few) : null),
  s.rounds.length > 2 ? graph(s, labels) : null,
].filter(Boolean);

export const story = s => [
  ...course(s, 8),
  s.rounds.length > 2 ? h('details', {}, h('summary', {}, words.numbers), h('div', {class: 'wide', tabindex: 0, role: 'group', 'aria-label': words.numbers}, totals(s)))
    : s.rounds.length > 1 ? h('div', {class: 'wide'}, totals(s)) : null,
  s.hands ? hands(s) : null,
  rivals(words.rivals, s.rivals),
].filter(Boolean);

export const ranking = ({rows, rivals: pairs}) => [
  h('table', {},
    head(words.player, words.won, words.played, words.beaten),
    h('tbody', {}, rows.map(r => h('tr', {},
      h('th', {scope: 'row'}, unseen(`${words.place} `), h('span', {class: 'nth'}, `${r.place}.`), ' ', h('span', {class: 'name'}, nameOf(r))),
      cell(r.won), cell(r.played), cell(`${r.beaten}/${r.met}`))))),
  rivals(words.rivals, pairs),
].filter(Boolean);
