// The table on a television: large, across the room, touched by nobody.
import {words, colon, $, h, fill, number, say, listen} from './live.js';
import {showTable, who, clock} from './table.js';
import {podium, ranked} from './podium.js';
import {course} from './story.js';
import {awake} from './awake.js';

const still = matchMedia('(prefers-reduced-motion: reduce)');
const calm = () => still.matches || document.body.classList.contains('calm'); // the sounds are off

// Moves the seats to the places that a change gives them, and marks the totals that it has changed.
function move(change) {
  const seats = () => [...$('seats').querySelectorAll('[data-seat]')];
  const before = seats().map(e => ({...e.dataset, top: e.offsetTop}));
  change();
  if (calm()) return;
  for (const [i, e] of seats().entries()) {
    const was = before.findIndex(b => b.seat === e.dataset.seat);
    if (was < 0) continue;
    const from = `translateY(${before[was].top - e.offsetTop}px)`;
    if (was !== i) e.animate([{transform: from}, {transform: 'none'}], {duration: 700, easing: 'ease-in-out'});
    if (before[was].total !== e.dataset.total) e.querySelector('.total')?.animate([{scale: 1.6}, {scale: 1}], {duration: 700});
  }
}

const steps = all => h('ol', {}, all.map(({side, place, step}) => h('li', {'data-place': step},
  who(side), h('b', {class: 'total'}, number(side[0].total)), h('span', {class: 'step'}, place))));

let ring = {until: 0, span: 1}; // when the time is up, and how long it was when it was seen first
let times = []; // that run

function turn() {
  const until = Math.min(...times.filter(at => at > clock())), left = until - clock();
  $('ring').toggleAttribute('hidden', left === Infinity);
  if (until !== ring.until) ring = {until, span: left};
  say($('seconds'), left === Infinity ? '' : String(Math.ceil(left / 1000)));
  $('left').style.strokeDashoffset = 1 - left / ring.span;
}
setInterval(turn, 100);

let idle = true;

// What a player who has just come in needs, while nothing is played.
function invite() {
  const alone = $('phones').classList.contains('alone'); // no network leads here
  $('phones').hidden = !idle || alone && !$('next').textContent;
  $('next').hidden = !idle;
  if (idle && !$('qr').src) $('qr').src = '/qr.png';
}
$('qr').addEventListener('error', () => { $('phones').classList.add('alone'); invite(); });

listen('/events', state => {
  idle = !state.playing && !state.over;
  document.body.classList.toggle('calm', !!state.calm);
  move(() => showTable({
    ...state, seats: state.over ? [] : ranked(state), evening: idle ? state.evening : [], allTime: [],
    ranking: idle && state.ranking ? {rows: state.ranking.rows} : null,
    past: state.past.filter(p => !p.word || state.slates.length === 0), // they stand in their hunts
  }));
  fill('podium', state.over ? podium(state) : [], steps);
  fill('course', !state.playing && state.story?.rounds.length > 2 ? state.story : null,
    story => course(story, Math.max(4, story.sides.length)));
  fill('moment', state.moment?.text, text => words.moment + colon + text);
  times = [state.until, ...state.slates.map(s => s.until)].filter(Boolean);
  $('headline').classList.toggle('long', state.headline.text.length > 24);
  $('past').classList.toggle('cut', $('past').scrollHeight > $('past').clientHeight);
  say($('next'), state.seats.length ? '' : words.tv_next);
  invite();
  turn();
});
awake(true);
