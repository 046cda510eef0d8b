// The organiser's page.
import {words, $, h, fill, gaps, say, tell, listen, leave, post, isolated} from './live.js';
import {games, renew, seating, seatingText, tables, title} from './board.js';

let state = {}; // all that the page shows, by parts
const text = $('text'); // the round, to be copied

// Sends a message to the club, and then calls done. While one is on its way no other is sent.
async function tellClub(path, message, done = () => tell('')) {
  if (document.body.hasAttribute('aria-busy')) return;
  document.body.setAttribute('aria-busy', 'true');
  try {
    await post(`/organiser/${path}`, message);
    done();
  } catch (err) {
    if (err.status === 401) return location.reload();
    tell(err.message);
  } finally {
    document.body.removeAttribute('aria-busy');
  }
}

const button = (text, onclick, more = {}) => h('button', {type: 'button', onclick, ...more}, text);

const answer = (q, person) => tellClub('answer', {name: q.name, person});

async function answerAll(questions) {
  for (const q of questions) await answer(q, q.name);
}

const list = new Intl.ListFormat(document.documentElement.lang);

// Returns the first question, and with more than one a button that answers all.
const questions = all => h('div', {class: 'card asking'},
  h('p', {}, gaps(words.same, {name: isolated(all[0].name), tables: list.format(all[0].tables.map(isolated))})),
  h('p', {class: 'doing'},
    button(words.one, () => answer(all[0], all[0].name), {class: 'send'}),
    button(words.several, () => answer(all[0], ''), {class: 'send'}),
    all.length > 1 ? button(gaps(words.all_one, {n: all.length}), () => answerAll(all), {class: 'quiet'}) : null));

const toggle = (text, on, change) => button(text, () => change(!on), {class: 'toggle', 'aria-pressed': String(on)});

function played(g) {
  const what = `${g.began.slice(11, 16)} ${title(g.game)}`, press = g.uncounted ? words.count_again : words.leave_out;
  return h('div', {class: `played ${g.uncounted ? 'left-out' : ''}`},
    h('p', {}, h('b', {}, what), g.table ? ` · ${g.table}` : '', h('br'),
      g.places.map((p, i) => [i ? ', ' : '', h(p.won ? 'b' : 'bdi', {dir: 'auto'}, p.bot ? words.bot : p.name || `${words.seat} ${p.seat}`)])),
    button(press, () => tellClub('count', {id: g.id, counts: !!g.uncounted}), {'aria-label': `${what}: ${press}`}));
}

const offered = new Map(); // the tables in the form for the next round, by the names that people see

// Adds a table to the form, unless it is there already.
function offer(name, on, game) {
  if (offered.has(name)) return;
  const check = h('input', {type: 'checkbox', checked: on, id: `table-${offered.size}`});
  const choice = h('select', {'aria-label': `${isolated(name)}: ${words.game}`},
    h('option', {value: ''}, words.any_game),
    games.map(g => h('option', {value: g, selected: g === game}, title(g))));
  offered.set(name, {check, choice});
  $('places').append(h('p', {class: 'switch'}, check, h('label', {for: check.id}, name), choice));
}

// Adds the table that was typed, by its name as the club keeps it.
function addTable() {
  const name = $('another').value.normalize().trim().replace(/\s+/g, ' ');
  if (name) offer(name, true, '');
  $('another').value = '';
}

const mostAway = 60; // buttons for people who are not here; other names can be typed

function show(news) {
  state = renew(state, news);
  const heard = tables(state), here = state.present ?? [], known = state.people ?? [];
  fill('questions', state.questions, questions);
  fill('seating', state.round.number ? state.round : null, seating);
  say($('take-back'), gaps(words.take_back, {n: state.round.number}));
  if (text.value !== seatingText(state.round)) text.hidden = true;
  say($('count'), here.length ? String(here.length) : '');
  const away = known.filter(name => !here.includes(name)).slice(0, mostAway);
  fill('present', [...here, ...away].sort((a, b) => a.localeCompare(b)).map(name => [name, here.includes(name)]),
    all => all.map(([name, on]) => toggle(name, on, here => tellClub('present', {name, here}))));
  fill('names', known, all => all.map(value => h('option', {value})));
  for (const t of state.round.tables ?? []) offer(t.table, true, t.game);
  for (const t of heard) if (t.table) offer(t.name, t.online && !state.round.number, '');
  fill('games', (state.played ?? []).filter(g => g.over).reverse(), all => all.map(played));
}

$('arrive').addEventListener('submit', e => {
  e.preventDefault();
  const field = e.target.elements.name;
  const name = field.value.trim();
  if (name) tellClub('present', {name, here: true}, () => { field.value = ''; tell(''); });
});
$('add-table').addEventListener('click', addTable);
$('another').addEventListener('keydown', e => {
  if (e.key !== 'Enter') return;
  e.preventDefault();
  addTable();
});
$('draw').addEventListener('submit', e => {
  e.preventDefault();
  addTable();
  const chosen = [...offered].filter(([, p]) => p.check.checked).map(([table, p]) => ({table, game: p.choice.value}));
  if (!state.present?.length) return tell(words.no_players);
  if (!chosen.length) return tell(words.no_tables);
  tellClub('draw', {number: state.round.number, tables: chosen}, () => {
    tell('');
    $('seating').scrollIntoView();
  });
});
$('take-back').addEventListener('click', () => tellClub('undo', {number: state.round.number}));
$('print').addEventListener('click', () => print());
$('copy').addEventListener('click', async () => {
  text.hidden = false;
  text.value = seatingText(state.round);
  text.select();
  try {
    await navigator.clipboard.writeText(text.value); // browsers allow it over HTTPS and on localhost alone
    tell(words.copied);
  } catch { /* the text is selected, to be copied by hand */ }
});
$('misspelt').addEventListener('submit', e => {
  e.preventDefault();
  const {said, person} = e.target.elements;
  tellClub('answer', {name: said.value.trim(), person: person.value.trim()}, () => { e.target.reset(); tell(words.saved); });
});

// Keeps the link's secret out of the browser's history.
function forgetSecret() { if (location.hash) history.replaceState(null, '', '/organiser'); }
addEventListener('hashchange', forgetSecret); // the link was opened again
forgetSecret();
listen('/organiser/events', show, leave);
