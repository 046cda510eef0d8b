// The judge's page. Each prompt has a control, which keeps its focus and draft while the prompt is
// open.
import {words, colon, $, h, fill, say, tell, listen, leave, post} from './live.js';
import {awake} from './awake.js';
import {chime} from './chime.js';
import {hear} from './aloud.js';
import {showTable, chip, colour, clock, countdown, tick} from './table.js';

let state = {seats: [], prompts: []};
const nameOf = seat => state.seats.find(s => s.seat === seat)?.name;
const opened = new Map(); // prompt id → whether the judge has opened that background prompt

// An Ask is a prompt on the page: its title, its time and its control, which calls answer.
class Ask {
  constructor(prompt) {
    this.prompt = prompt;
    this.title = h('h3', {tabindex: -1, id: `title-${prompt.asked}`});
    this.time = countdown(prompt.until);
    this.reason = h('p', {class: 'reason', id: `reason-${prompt.asked}`, role: 'alert'});
    this.form = h('form', {
      novalidate: true, 'aria-labelledby': this.title.id,
      onsubmit: e => { e.preventDefault(); this.submit?.(); },
      oninput: () => { this.dirty = true; this.refuse(''); },
      onclick: () => { this.dirty = true; },
    });
    this.control = h('div', {
      class: 'control', role: 'group', 'aria-labelledby': this.title.id, 'aria-describedby': this.reason.id,
    });
    this.form.append(this.control, this.reason);
    if (prompt.background) {
      this.top = h('summary', {}, this.title, this.time);
      this.node = h('details', {
        class: 'card prompt', open: opened.get(prompt.id) ?? (prompt.shape === 'choice' || state.prompts.length === 1),
        ontoggle: () => opened.set(prompt.id, this.node.open),
      }, this.top, this.form);
    } else {
      this.top = this.title;
      this.node = h('section', {class: 'card prompt', 'aria-labelledby': this.title.id},
        h('div', {class: 'question'}, this.title, this.time), this.form);
    }
    controls[prompt.shape](this);
    this.update(prompt);
  }

  // Updates what may change while the prompt stays open.
  update(prompt) {
    this.prompt = prompt;
    say(this.title, prompt.question);
    this.time.dataset.until = prompt.until ?? '';
    tick(this.time);
  }

  refuse(reason) {
    say(this.reason, reason);
    for (const input of this.control.querySelectorAll('input')) {
      if (reason) input.setAttribute('aria-invalid', 'true');
      else input.removeAttribute('aria-invalid');
    }
  }

  // begin tells the box that the judge has begun to enter the answer, if a clock runs: the clock
  // counts thinking, not typing.
  begin() {
    if (this.begun || ![...asks.values()].some(a => a.prompt.until)) return;
    this.begun = true;
    this.post(this.prompt, '').catch(() => {}); // refused: the time has just run out
  }

  // post sends an answer to a prompt, about the prompt's seat unless another is given.
  post({id, hunt, board, line, team, asked, ...prompt}, value, seat = prompt.seat) {
    const {run} = state;
    return post('/judge/answer', {prompt: id, seat, hunt, board, line, team, asked, run, value});
  }

  // answer answers this prompt, or the other prompt to which an offer belongs.
  async answer(value, seat, prompt = this.prompt) {
    if (this.sending) return;
    this.sending = true;
    this.form.setAttribute('aria-busy', 'true');
    this.refuse('');
    try {
      await this.post(prompt, value, seat);
      this.dirty = false;
      tell('');
    } catch (err) {
      if (err.status === 401) return location.reload();
      if (!err.status) this.dirty = false; // it may have arrived: then nobody else was faster
      if (err.status !== 409 || err.message === words.restarted) return this.refuse(err.message);
      this.dirty = false;
      tell(err.message);
      if (this.node.isConnected) this.replace();
    } finally {
      this.sending = false;
      this.form.removeAttribute('aria-busy');
    }
  }

  // replace builds the prompt anew, without its draft.
  replace() {
    const had = this.node.contains(document.activeElement);
    const fresh = new Ask(this.prompt);
    this.node.replaceWith(fresh.node);
    asks.set(keyOf(this.prompt), fresh);
    if (had) fresh.top.focus();
  }
}

const send = () => h('button', {class: 'send'}, words.send);
const button = (kind, onclick, ...children) => h('button', {type: 'button', class: kind, onclick}, ...children);
const seatLabel = seat => chip(seat, nameOf(seat), state.seats.find(s => s.seat === seat)?.colour);

// whose returns the seats that an option may be about, the likeliest first; none if there is only
// one.
function whose(prompt, option) {
  if (!option.whose) return [];
  const seats = prompt.namings[option.about ?? 0].filter(c => !c.until || c.until >= clock()).map(c => c.seat);
  return seats.length < 2 ? [] : seats; // a single seat needs no question
}

function optionButton(prompt, option, i, choose) {
  const {value, text} = option;
  const label = prompt.seats && typeof value === 'number'
    ? [h('span', {class: 'who'}, seatLabel(value)), text !== String(value) && h('span', {}, text)] : text;
  return button(`option ${i === prompt.preset ? 'preset' : ''}`, choose, label);
}

// A number between two buttons, which can also be typed. A wrong number is reported, not corrected:
// a corrected one might be sent unseen.
function stepper(label, least, most, start, changed) {
  const id = `n${stepper.last = (stepper.last ?? 0) + 1}`;
  const input = h('input', {id, type: 'number', inputmode: 'numeric', min: least, max: most, value: start});
  const value = () => Math.trunc(Number(input.value)) || 0;
  const wrong = () => value() < least || value() > most ? `${label}${colon}${least}–${most}` : '';
  const show = () => {
    less.setAttribute('aria-disabled', value() <= least);
    more.setAttribute('aria-disabled', value() >= most);
    changed?.();
  };
  const by = n => () => {
    input.value = Math.max(least, Math.min(most, value() + n));
    input.dispatchEvent(new Event('input', {bubbles: true}));
  };
  const less = h('button', {type: 'button', 'aria-label': `${label}${colon}${words.less}`, onclick: by(-1)}, '−');
  const more = h('button', {type: 'button', 'aria-label': `${label}${colon}${words.more}`, onclick: by(1)}, '+');
  input.addEventListener('input', show);
  input.addEventListener('focus', () => input.select());
  input.addEventListener('blur', () => { input.value = input.value === '' ? least : value(); });
  const node = h('div', {class: 'stepper'}, h('label', {for: id}, label), h('div', {}, less, input, more));
  show();
  const put = n => { input.value = n; show(); };
  return {node, value, wrong, put};
}

// A row of items, one of which is chosen.
function radios(name, label, items, show) {
  return h('fieldset', {class: 'radios'}, h('legend', {}, label), h('div', {}, items.map((item, i) => {
    const id = `${name}-${i}`;
    const input = h('input', {type: 'radio', class: 'unseen', name, id, value: i, checked: i === 0});
    return h('span', {}, input, h('label', {for: id}, show(item)));
  })));
}

const controls = {
  choice(ask) {
    const {prompt, control} = ask;
    const numbers = prompt.options?.every(o => o.text === String(o.value));
    const choose = option => () => {
      const of = option.of ? state.prompts.find(p => p.id === option.of) : ask.prompt;
      if (!of) return;
      const seats = whose(of, option);
      if (!seats.length) return ask.answer(option.value, undefined, of);
      control.replaceChildren(
        h('p', {class: 'whose', tabindex: -1}, option.whose),
        h('div', {class: 'options'},
          seats.map(n => button('option', () => ask.answer(option.value, n, of), seatLabel(n)))),
        button('quiet', () => { offer(); control.querySelector('button').focus(); }, words.cancel));
      control.querySelector('.whose').focus();
    };
    const kind = `options ${numbers && !prompt.seats ? 'numbers' : ''}`;
    const offer = () => control.replaceChildren(h('div', {class: kind},
      (prompt.offers ?? []).map(o => optionButton(prompt, o, -2, choose(o))),
      (prompt.options ?? []).map((o, i) => optionButton(prompt, o, i, choose(o)))));
    offer();
  },

  hand(ask) {
    const total = h('output', {class: 'sum'});
    const steppers = [];
    const {counts} = ask.prompt;
    const worth = () => steppers.reduce((n, s, i) => n + s.value() * counts[i].worth, 0);
    const sum = () => say(total, `${words.total}${colon}${worth()} ${words.points}`);
    // Until somebody sets them, the other counts follow the first in proportion to their maxima.
    const most = counts[0].most;
    const comes = (first, count) => Math.floor((2 * first * count.most + most) / (2 * most || 1));
    let set = counts.slice(1).some(c => c.usual !== comes(counts[0].usual, c));
    const follow = () => {
      const [first, ...others] = steppers;
      if (first && !set) others.forEach((s, i) => s.put(comes(first.value(), counts[i + 1])));
      sum();
    };
    for (const [i, c] of counts.entries()) steppers.push(stepper(c.text, 0, c.most, c.usual, i ? sum : follow));
    for (const s of steppers.slice(1)) s.node.addEventListener('input', () => { set = true; });
    sum();
    ask.control.append(h('div', {class: 'steppers'}, steppers.map(s => s.node)), total, send());
    ask.submit = () => {
      const wrong = steppers.map(s => s.wrong()).find(Boolean);
      if (wrong) return ask.refuse(wrong);
      ask.answer(Object.fromEntries(counts.map((c, i) => [c.key, steppers[i].value()])));
    };
  },

  card(ask) {
    const {options, places, max} = ask.prompt;
    const [features, rest] = [options.slice(0, places), options.slice(places)];
    const count = h('output', {class: 'count'});
    const exactly = words.exactly.replace('{n}', max);
    const chosen = () => toggles.flatMap((t, i) => t.ariaPressed === 'true' ? [i + 1] : []);
    const show = () => say(count, `${words.features}${colon}${chosen().length}/${max}`);
    const choose = e => {
      const b = e.currentTarget;
      if (b.ariaPressed === 'false' && chosen().length === max) return ask.refuse(exactly);
      b.ariaPressed = String(b.ariaPressed === 'false');
      ask.refuse('');
      show();
    };
    const toggles = features.map((o, i) =>
      h('button', {type: 'button', class: 'toggle', 'aria-pressed': 'false', onclick: choose},
        h('b', {}, i + 1), ' ', h('span', {}, o.text)));
    show();
    ask.control.append(h('div', {class: 'toggles'}, toggles), h('div', {class: 'sending'}, count, send()),
      ...rest.map(o => button('quiet', () => ask.answer(o.value), o.text)));
    ask.submit = () => chosen().length === max ? ask.answer(chosen()) : ask.refuse(exactly);
  },

  code(ask) {
    const {options, max, places: size} = ask.prompt;
    const code = Array(size).fill(null);
    let at = 0;
    const count = h('output', {class: 'count'});
    const places = code.map((_, i) => button('place', () => { at = i; show(); }));
    const show = () => {
      for (const [i, place] of places.entries()) {
        const c = code[i] ?? {value: '', text: ''};
        place.replaceChildren(h('small', {'aria-hidden': 'true'}, i + 1), colour({name: c.value, text: c.text}));
        place.ariaLabel = `${words.position} ${i + 1}${colon}${c.text || words.empty}`;
        place.ariaPressed = String(i === at);
      }
      say(count, `${words.colours}${colon}${code.filter(Boolean).length}/${max}`);
    };
    const put = option => () => {
      code[at] = option;
      at = (at + 1) % code.length;
      ask.refuse('');
      show();
    };
    const palette = [...options, null].map(o => button('peg-button', put(o),
      colour({name: o?.value ?? '', text: o?.text ?? ''}), h('span', {'aria-hidden': 'true'}, o?.text ?? words.empty)));
    show();
    ask.control.append(h('div', {class: 'places'}, places),
      h('div', {class: 'palette', role: 'group', 'aria-label': words.colour}, palette),
      h('div', {class: 'sending'}, count, send()));
    ask.submit = () => ask.answer(code.map(c => c?.value ?? ''));
  },

  token(ask) {
    const {options, places, asked} = ask.prompt;
    if (!options?.length) return;
    const label = o => [colour({name: o.value, text: o.text}), h('span', {'aria-hidden': 'true'}, o.text)];
    ask.control.append(radios(`colour-${asked}`, words.colour, options, label),
      radios(`position-${asked}`, words.position, Array.from({length: places}, (_, i) => i + 1), String), send());
    ask.submit = () => {
      const of = name => Number(ask.control.querySelector(`input[name="${name}-${asked}"]:checked`).value);
      ask.answer({colour: options[of('colour')].value, position: of('position') + 1});
    };
  },

  letters(ask) {
    const {given = '', max, asked} = ask.prompt;
    const count = h('output', {class: 'count'});
    const input = h('input', {
      class: 'word', type: 'text', id: `word-${asked}`, maxlength: max + 1, vars: {'--letters': max},
      'aria-label': words.word, 'aria-describedby': ask.reason.id, enterkeyhint: 'send',
      autocomplete: 'off', autocapitalize: 'characters', autocorrect: 'off', spellcheck: 'false',
    });
    input.value = given;
    const show = () => say(count, `${[...input.value].length}/${max} ${words.letters}`);
    let fresh = given !== '';
    input.addEventListener('input', () => {
      // Somebody who types the whole word types the given first letter again: drop it.
      if (fresh && input.value.toUpperCase() === given + given) input.value = given;
      else if (input.value !== given) fresh = false;
      ask.begin();
      show();
    });
    const behind = () => { // keeps the caret behind the given letter
      const {selectionStart: at, selectionEnd: end, value} = input;
      if (at === end && at < given.length && value.toUpperCase().startsWith(given)) {
        input.setSelectionRange(given.length, given.length);
      }
    };
    for (const moves of ['focus', 'click', 'keyup', 'selectionchange']) input.addEventListener(moves, behind);
    show();
    ask.control.append(input, h('div', {class: 'sending'}, count, send()));
    ask.submit = () => ask.answer(input.value.trim().toUpperCase());
  },

  amount(ask) {
    const {min = 0, max = 0, start = min, options = []} = ask.prompt;
    const number = stepper(words.amount, min, max, start);
    ask.control.append(h('div', {class: 'steppers'}, number.node), send(),
      ...options.map(o => button('quiet', () => ask.answer(o.value), o.text)));
    ask.submit = () => number.wrong() ? ask.refuse(number.wrong()) : ask.answer(number.value());
  },

  peek() {}, // nothing to enter: the player looks at the box while he holds his button
};

const asks = new Map(); // the open prompts' Asks, by keyOf

// keyOf returns the parts of a prompt from which its control is built. Changes of other parts only
// update the control.
function keyOf({until, namings, question, ...control}) { return JSON.stringify(control); }

function showPrompts(prompts) {
  const list = $('prompts'), focused = document.activeElement;
  const had = list.contains(focused);
  const keys = new Set(prompts.map(keyOf));
  for (const [key, ask] of asks) {
    if (keys.has(key)) continue;
    if (ask.dirty && !ask.sending && !prompts.some(p => p.asked === ask.prompt.asked)) tell(words.answered);
    ask.node.remove();
    asks.delete(key);
  }
  if (shown && prompts.some(p => !p.background && !asks.has(keyOf(p)))) chime();
  let place = list.firstChild;
  for (const prompt of prompts) {
    const key = keyOf(prompt);
    let ask = asks.get(key);
    if (ask) ask.update(prompt);
    else asks.set(key, ask = new Ask(prompt));
    if (ask.node === place) place = place.nextSibling;
    else list.insertBefore(ask.node, place);
  }
  if (had && document.activeElement !== focused) {
    if (focused.isConnected) focused.focus({preventScroll: true});
    else (asks.get(prompts.length ? keyOf(prompts[0]) : '')?.top ?? $('headline')).focus({preventScroll: true});
  }
  $('none').hidden = prompts.length > 0;
}

// After a restart of the box the same prompts have other serials: their Asks are kept, with their
// drafts.
function renumber(prompts) {
  for (const [key, ask] of [...asks]) {
    const again = prompts.find(p => keyOf({...p, asked: ask.prompt.asked}) === key);
    if (!again) continue;
    asks.delete(key);
    ask.update(again);
    ask.refuse('');
    asks.set(keyOf(again), ask);
  }
}

let shown = false; // whether a first state was shown: a page that opens calls nobody

const panel = $('panel').getContext('2d');
let drawn;

function showPanel(shown) {
  $('glass').hidden = !shown;
  if (!shown || drawn === shown.pixels + shown.dim) return;
  drawn = shown.pixels + shown.dim;
  drawPanel(panel, shown.pixels);
  panel.canvas.classList.toggle('dim', !!shown.dim);
}

function showNames(naming) {
  $('names').hidden = !naming;
  if (!naming) return;
  const fields = $('fields');
  fill('known', naming.known, known => known.map(value => h('option', {value})));
  const seats = naming.seats.map(s => String(s.seat));
  if ([...fields.children].map(f => f.dataset.seat).join() !== seats.join()) {
    fields.replaceChildren(...seats.map(seat => h('p', {'data-seat': seat},
      h('label', {for: `name-${seat}`}, chip(seat)),
      h('input', {
        id: `name-${seat}`, 'aria-label': `${words.seat} ${seat}${colon}${words.name}`, list: 'known',
        maxlength: naming.longest + 1, autocomplete: 'off', spellcheck: 'false',
      }))));
  }
  for (const s of naming.seats) {
    const input = $(`name-${s.seat}`);
    if (input !== document.activeElement && input.value === (input.dataset.kept ?? '')) input.value = s.name ?? '';
    input.dataset.kept = s.name ?? '';
  }
}

$('naming').addEventListener('submit', async e => {
  e.preventDefault();
  try {
    for (const input of $('fields').querySelectorAll('input')) {
      if (input.value.trim() === input.dataset.kept) continue;
      const name = input.value.trim();
      await post('/judge/name', {seat: Number(input.id.slice('name-'.length)), name});
      input.dataset.kept = input.value = name;
    }
    say($('naming-told'), words.saved);
  } catch (err) {
    say($('naming-told'), err.message);
  }
});
$('naming').addEventListener('input', () => say($('naming-told'), ''));

const back = $('back');
back.addEventListener('click', async () => {
  if (back.hasAttribute('aria-busy')) return; // a second tap would go back twice
  back.setAttribute('aria-busy', 'true');
  try {
    await post('/judge/answer', {undo: true});
    tell('');
  } catch (err) {
    if (err.status === 401) return location.reload();
    tell(err.message);
  } finally {
    back.removeAttribute('aria-busy');
  }
});

if (location.hash) history.replaceState(null, '', '/judge'); // the link was scanned by a phone that is paired already
listen('/judge/events', now => {
  const named = state.seats.map(s => s.name).join('\n') !== now.seats.map(s => s.name).join('\n');
  if (now.run !== state.run) renumber(now.prompts);
  state = now;
  for (const ask of named ? asks.values() : []) if (ask.prompt.seats && !ask.dirty) ask.replace();
  showTable(state);
  showPrompts(state.prompts);
  shown = true;
  hear(state, state.holder ? '' : state.prompts.filter(p => !p.background).map(p =>
    [p.question, ...(p.options ?? []).map(o => p.seats && typeof o.value === 'number' ? nameOf(o.value) ?? o.text : o.text)].join(', ')).join('. '));
  awake(state.prompts.length > 0 && state.seats.length > 0);
  showPanel(state.panel);
  showNames(state.naming);
  $('joins').hidden = !state.joins;
  $('holder').hidden = !state.holder && !state.inviting;
  if (state.inviting) say($('holder'), words.inviting);
  else if (state.holder) {
    const said = h('p', {}, `${words.box_with} `, seatLabel(state.holder));
    $('holder').replaceChildren(...said.childNodes);
  }
  back.hidden = !!state.held;
}, leave, () => {
  // Once the box answers again, "the box does not answer" is out of date. It stays for 3 s, to be
  // read by whoever tapped meanwhile.
  setTimeout(() => {
    for (const ask of asks.values()) if (ask.reason.textContent === words.no_network) ask.refuse('');
    for (const e of [$('told'), $('naming-told')]) if (e.textContent === words.no_network) say(e, '');
  }, 3e3);
});
