// What all pages share: words, elements, and the stream of states.

export const words = JSON.parse(document.getElementById('words').textContent);
export const page = document.documentElement.dataset.page;
export const colon = document.documentElement.lang === 'fr' ? '\u00a0: ' : ': ';
export const $ = id => document.getElementById(id);

// An element. Properties that begin with "on" are listeners, "vars" are its CSS variables, all
// others attributes; what is false, null or undefined is left out.
export function h(tag, props = {}, ...children) {
  const e = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === false || value == null) continue;
    if (key.startsWith('on')) e.addEventListener(key.slice(2), value);
    else if (key === 'vars') for (const name in value) e.style.setProperty(name, value[name]);
    else e.setAttribute(key, value === true ? '' : value);
  }
  e.append(...children.flat(Infinity).filter(c => c != null && c !== false));
  return e;
}

export const number = n => String(n).replace('-', '−'); // with the minus sign of print

export const unseen = text => h('span', {class: 'unseen'}, text);

const shown = new Map();

// Fills a section with what data come to, and hides it if there are none. What has not changed is
// left alone, for whoever reads there.
export function fill(id, data, build) {
  const section = $(id);
  if (!section) return;
  const now = JSON.stringify(data);
  if (shown.get(id) === now) return;
  shown.set(id, now);
  const empty = !data || data.length === 0;
  section.hidden = empty;
  (section.querySelector('.fill') ?? section).replaceChildren(...(empty ? [] : [build(data)].flat()));
}

// Sets a text, if it is another one: a screen reader would read it again.
export function say(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

// Says how the link to the box is, and tells whether it was otherwise.
function link(state) {
  const e = $('link');
  if (e.dataset.link === state) return false;
  e.dataset.link = state;
  e.textContent = {waiting: words.connecting, live: words.live, lost: words.lost}[state];
  return true;
}

let quiet = 2e3; // how long a stream that is there says nothing at most, in ms, as it tells
let pause = 1e3; // between two tries to reach the box, in ms
const most = 3; // tries at once: one may hang on a link that is dead, while another finds the box

let streams = []; // the oldest first; the first that says anything is soon the only one
let open = () => {}; // begins another
let heard = moment(), tried = moment();
let known = ''; // the last state

// A moment on two clocks: one of them may stand still while the phone sleeps, the other may be set.
function moment() { return [performance.now(), Date.now()]; }
function since(then) { return Math.max(...moment().map((now, i) => Math.abs(now - then[i]))); }

function close() {
  for (const stream of streams.splice(0)) stream.close();
}

// Begins the stream anew: what there is of it may be dead.
function restart() {
  close();
  if (!document.hidden) open();
}

// Listens to a stream for as long as the page is seen: a browser has six connections for all of its
// tabs. No browser notices a phone that has left the Wi-Fi, or a box without power; so a stream
// that says nothing for too long is lost, and others are tried until one is heard. Where the box
// refuses, refused is called; back, where it is heard again.
export function listen(url, show, refused = () => {}, back = () => {}) {
  open = () => {
    tried = moment();
    pause = 1e3;
    const stream = new EventSource(`${url}?lang=${document.documentElement.lang}&known=${known}`);
    streams.push(stream);
    if (streams.length > most) streams.shift().close();
    const sign = () => {
      for (const other of streams) if (other !== stream) other.close();
      streams = [stream];
      heard = moment();
      if (link('live')) back();
    };
    stream.onopen = sign;
    stream.onmessage = e => {
      sign();
      known = e.lastEventId;
      show({...JSON.parse(e.data), received: performance.now()});
    };
    stream.addEventListener('sign', e => {
      quiet = Number(e.data);
      sign();
    });
    stream.onerror = () => {
      const was = stream.readyState;
      stream.close();
      streams = streams.filter(other => other !== stream);
      if (streams.length > 0) return;
      link('lost');
      if (was !== EventSource.CLOSED) return;
      pause = 3e3;
      refused();
    };
  };
  setInterval(() => {
    if (document.hidden) return;
    const silent = since(heard) > 2.5 * quiet;
    if (silent && streams.length > 0) link('lost');
    if ((silent || streams.length === 0) && since(tried) > pause) open();
  }, 250);
  const seen = () => {
    close();
    heard = moment();
    link('waiting');
    if (!document.hidden) open();
  };
  document.addEventListener('visibilitychange', seen);
  addEventListener('pageshow', e => e.persisted && seen());
  addEventListener('pagehide', close);
  addEventListener('online', restart);
  if (!document.hidden) open();
}

// How long the box may take for an answer, in ms: as long as the referee may, and the way there and
// back.
const slowest = 15e3;

// Sends JSON. What is refused is an Error with the reason and its status; no answer has the status
// 0.
export async function post(path, message) {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), slowest);
  try {
    const answer = await fetch(`${path}?lang=${document.documentElement.lang}`, {
      method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(message), signal: late.signal,
    });
    if (!answer.ok) throw Object.assign(new Error((await answer.text()).trim()), {status: answer.status});
  } catch (err) {
    if (err.status) throw err;
    restart();
    throw Object.assign(new Error(words.no_network), {status: 0});
  } finally {
    clearTimeout(timer);
  }
}
