'use strict';
// The page of the virtual table. It knows no game: it sends the edges of buttons to the server, and
// shows the display and the lamps and sounds the buzzer.

const $ = selector => document.querySelector(selector);
const buttonOf = name => $(`[data-button="${name}"]`);

let words;
let live; // what all pages share, once it is there

// Sets what the page says by itself, in the language of the box: no other page is loaded for it, for somebody may
// press a button meanwhile.
function showWords(now) {
  words = now;
  if (live) Object.assign(live.words, now);
  for (const e of document.querySelectorAll('[data-word]')) e.textContent = words[e.dataset.word];
  for (const e of document.querySelectorAll('[data-label]')) e.ariaLabel = words[e.dataset.label];
  $('#sound').title = words.buzzer;
  for (const button of document.querySelectorAll('#table button')) label(button);
}
showWords(JSON.parse($('#words').textContent));

const panel = $('#panel').getContext('2d');

function showPanel({pixels, contrast, on}) {
  drawPanel(panel, pixels);
  panel.canvas.style.opacity = on ? 0.3 + 0.7 * contrast / 255 : 0;
}

// Makes the panel's pixels as large as fits, each of the same whole number of screen pixels.
function fitPanel() {
  const glass = panel.canvas.parentElement, style = getComputedStyle(glass);
  const width = Math.min(glass.clientWidth - 2 * parseFloat(style.paddingLeft), 0.45 * 2 * innerHeight);
  const room = width * devicePixelRatio;
  panel.canvas.style.width = `${Math.max(1, Math.floor(room / 128)) * 128 / devicePixelRatio}px`;
}
new ResizeObserver(fitPanel).observe(panel.canvas.parentElement);
addEventListener('resize', fitPanel);

// Sets the display's picture in words, for screen readers.
function showSaid({language, text}) {
  if (language) document.documentElement.lang = language;
  $('#said').lang = panel.canvas.lang = language;
  $('#said').textContent = text;
  panel.canvas.ariaLabel = `${words.judges_display}: ${text}`;
}

function showNearby({scoreboard, judge, table}) {
  for (const [id, address] of [['#scoreboard', scoreboard], ['#judge-page', judge]]) {
    $(id).hidden = !address;
    if (address) $(id).href = address;
  }
  $('#phones').hidden = !table;
  if (!table) return;
  $('#phones img').src = 'qr.png';
  $('#phones img').alt = $('#address').textContent = table;
}

function setTable(seats) {
  for (const old of document.querySelectorAll('#table button')) old.remove();
  for (const [i, seat] of seats.entries()) {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.button = seat;
    button.append(Object.assign(document.createElement('span'), {textContent: seat}), ' ',
      Object.assign(document.createElement('bdi'), {className: 'plate'}));
    const angle = 2 * Math.PI * i / seats.length; // clockwise from the bottom
    button.style.setProperty('--x', -Math.sin(angle));
    button.style.setProperty('--y', Math.cos(angle));
    $('#table').append(button);
  }
  $('#last').textContent = seats.at(-1);
}

function showLamp(seat, lit) {
  const button = buttonOf(seat);
  button.classList.toggle('lit', lit);
  label(button);
}

function label(button) {
  const name = button.querySelector('.plate').textContent;
  const lit = button.classList.contains('lit') ? words.lit : words.dark;
  button.ariaLabel = [`${words.seat} ${button.dataset.button} ${name}`.trim(), lit].join(', ');
}

// Shows who sits where: a name and a colour at the button.
function showPlates(plates) {
  for (const button of document.querySelectorAll('#table button')) {
    const {name = '', colour = ''} = plates[button.dataset.button] ?? {};
    button.querySelector('.plate').textContent = name;
    button.dataset.paint = colour;
    label(button);
  }
}

const buzzer = {tone: 0, loudness: 0, on: true};

function sound() {
  const {context, oscillator, gain, tone, loudness, on} = buzzer;
  if (!context) return;
  clearTimeout(buzzer.sleep);
  if (tone && on) {
    context.resume();
    oscillator.frequency.setValueAtTime(tone, context.currentTime);
  } else {
    buzzer.sleep = setTimeout(() => context.suspend(), 20e3);
  }
  gain.gain.setTargetAtTime(tone && on ? 0.05 * loudness : 0, context.currentTime, 0.004);
}

// Browsers let no page sound before it was touched.
function unlock() {
  if (buzzer.context) return;
  const context = buzzer.context = new AudioContext({latencyHint: 'interactive'});
  const oscillator = buzzer.oscillator = new OscillatorNode(context, {type: 'square'});
  const soft = new BiquadFilterNode(context, {type: 'lowpass', frequency: 4000});
  const gain = buzzer.gain = new GainNode(context, {gain: 0});
  oscillator.connect(soft).connect(gain).connect(context.destination);
  oscillator.start();
  sound();
}
addEventListener('pointerdown', unlock, true);
addEventListener('keydown', unlock, true);
$('#sound').onclick = e => {
  buzzer.on = !buzzer.on;
  $('#sound').ariaPressed = buzzer.on;
  if (e.detail) $('#sound').blur(); // so that Enter means OK again
  sound();
};

const held = new Map(); // source that holds a button down (a key, a pointer) → the button's name
// A key that goes down again within this time after it went up, in ms, was never up: its contacts
// bounce. The table believes nothing shorter either, and counts in steps of its own.
const bounce = 16;
const up = new Map(); // button → when it went up, on the clock of events

function hold(source, name, event) {
  if (document.body.dataset.link !== 'live' || held.has(source) || event.timeStamp - up.get(name) < bounce) return;
  const already = [...held.values()].includes(name);
  held.set(source, name);
  if (!already) edge(name, true, event);
}

function release(source, event) {
  const name = held.get(source);
  if (!held.delete(source) || [...held.values()].includes(name)) return;
  up.set(name, event.timeStamp);
  edge(name, false, event);
}

function releaseAll(event) {
  for (const source of [...held.keys()]) release(source, event);
}

function edge(button, down, event) {
  buttonOf(button).classList.toggle('down', down);
  tell({button, down}, event);
}

let edges = []; // not sent yet

function tell(what, event) {
  edges.push({...what, at: Math.max(event.timeStamp ?? performance.now(), edges.at(-1)?.at ?? 0)});
  if (!session.telling) tellAll(session);
}

// Sends the edges in their order: those that come while a request is on its way wait, and the next
// request has all of them, each with how long ago it was in milliseconds. Edges of one moment go
// together: a release that came by a later request could come so late that the press was a long one.
async function tellAll(mine) {
  mine.telling = true;
  await null;
  while (mine === session && edges.length) {
    const waited = edges.splice(0), sent = Math.max(performance.now(), waited.at(-1).at);
    const told = waited.map(({at, ...what}) => ({...what, ago: sent - at}));
    await live.post('edges', {session: mine.id, sent, edges: told}).catch(() => renew(mine));
  }
  mine.telling = false;
}

const keys = {
  ArrowLeft: 'previous', ArrowUp: 'previous', ArrowRight: 'next', ArrowDown: 'next', Enter: 'ok', Backspace: 'back',
};

function buttonOfKey(e) {
  const typed = /^[1-8]$/.test(e.key) ? e.key : '';
  const digit = /^(?:Digit|Numpad)([1-8])$/.exec(e.code)?.[1] ?? typed; // by place first: AZERTY has digits with shift
  if (digit) return buttonOf(digit) ? digit : undefined;
  if (e.code === 'Space') return e.target.closest?.('[data-button]')?.dataset.button;
  return keys[e.key];
}

addEventListener('keydown', e => {
  if (e.ctrlKey || e.altKey || e.metaKey || e.target.closest?.('#sound, a') && /^(Enter| )$/.test(e.key)) return;
  const name = buttonOfKey(e);
  if (!name) {
    if (/^\p{L}$/u.test(e.key) && document.body.dataset.link === 'live') tell({typed: e.key}, e); // the judge's keyboard
    return;
  }
  e.preventDefault();
  if (!e.repeat) hold(`key ${e.code || e.key}`, name, e);
});
addEventListener('keyup', e => {
  const source = `key ${e.code || e.key}`;
  if (held.has(source)) e.preventDefault();
  release(source, e);
});
addEventListener('blur', releaseAll);
addEventListener('pagehide', releaseAll);
document.addEventListener('visibilitychange', e => document.hidden && releaseAll(e));

addEventListener('pointerdown', e => {
  const button = e.target.closest('[data-button]');
  if (!button || e.button !== 0) return;
  button.setPointerCapture(e.pointerId); // so that a finger that slides off still releases it
  hold(`pointer ${e.pointerId}`, button.dataset.button, e);
});
for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) {
  addEventListener(end, e => release(`pointer ${e.pointerId}`, e));
}
addEventListener('contextmenu', e => e.target.closest('[data-button]') && e.preventDefault());
addEventListener('click', e => { // by a screen reader, without key or pointer events
  const name = e.target.closest('[data-button]')?.dataset.button;
  if (!name || e.detail || e.pointerType) return;
  hold('click', name, e);
  setTimeout(() => release('click', {}), 80);
});

let session = {}; // of the stream; without an id while none is heard

function show(news) {
  if (news.session) {
    letGo();
    const seats = Object.keys(news.lamps);
    if (seats.length !== document.querySelectorAll('#table button').length) setTable(seats);
    session.id = news.session;
    document.body.dataset.link = 'live';
  }
  if (news.words) showWords(news.words);
  if (news.panel) showPanel(news.panel);
  for (const seat in news.lamps) showLamp(seat, news.lamps[seat]);
  if (news.plates) showPlates(news.plates);
  if (news.said) showSaid(news.said);
  if (news.nearby) showNearby(news.nearby);
  if ('tone' in news) { Object.assign(buzzer, news.tone); sound(); }
}

// Ends the session. The server releases the buttons that it held when its stream ends.
function letGo() {
  session = {};
  held.clear();
  edges = [];
  for (const button of document.querySelectorAll('.down')) button.classList.remove('down');
  buzzer.tone = 0;
  sound();
  document.body.dataset.link = 'lost';
}

// Begins another session in the place of one that has failed.
function renew(mine) {
  if (mine !== session) return;
  letGo();
  live.restart();
}

import('/live.js').then(shared => {
  live = shared;
  live.listen('state', show, undefined, undefined, () => { letGo(); live.close(); });
});
