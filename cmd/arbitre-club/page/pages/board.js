// What the board and the organiser's page share.
import {words, h, gaps, isolated} from './live.js';

const titles = JSON.parse(document.getElementById('titles').textContent);

// Returns a game's title. A game that this program does not know has the other title.
export const title = (game, otherwise = game) => titles[game] ?? otherwise;

export const games = Object.keys(titles);

// Returns the state after a message, which has all parts or those that have changed, and its newest
// round with a number, 0 without one.
export function renew(state, news) {
  const all = news.whole ? news : {...state, ...news};
  return {...all, round: {number: all.rounds?.length ?? 0, ...all.rounds?.at(-1)}};
}

// Returns all tables of a state: first those with a game, last those that are not connected.
export const tables = state => Object.keys(state).filter(part => part.startsWith('table/'))
  .map(part => {
    const topic = part.slice('table/'.length);
    return {...state[part].state, online: state[part].online, name: state[part].state.table || topic};
  }).sort((a, b) => b.online - a.online || !a.game - !b.game || a.name.localeCompare(b.name));

const people = names => h('ul', {class: 'people'}, names.map(name => h('li', {}, name)));

// Returns who sits where in a round.
export const seating = round => [
  h('p', {class: 'caption'}, gaps(words.round, {n: round.number})),
  h('div', {class: 'seatings'},
    round.tables.map(t => h('article', {class: 'card'},
      h('h3', {}, t.table), h('p', {class: 'soft'}, t.game ? title(t.game) : words.any_game), people(t.players))),
    round.out ? h('article', {class: 'card'}, h('h3', {}, words.out), people(round.out)) : null),
];

const listed = names => names.map(isolated).join(', ');

// Returns who sits where in a round as a text to send around.
export const seatingText = round => !round.number ? '' : [
  gaps(words.round, {n: round.number}),
  ...round.tables.map(t => `${isolated(t.table)}${t.game ? ` (${title(t.game)})` : ''}: ${listed(t.players)}`),
  ...(round.out ? [`${words.out}: ${listed(round.out)}`] : []),
].join('\n');
