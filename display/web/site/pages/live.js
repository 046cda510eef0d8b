// Shared by all pages: words, elements, and the stream of states.

export const words = JSON.parse(document.getElementById('words').textContent);
export const page = document.documentElement.dataset.page;
export const colon = document.documentElement.lang === 'fr' ? '\u00a0: ' : ': ';
export const $ = id => document.getElementById(id);

// Returns an element. Properties that begin with "on" are listeners, "vars" are CSS variables, all
// others attributes. Values of false, null and undefined are left out.
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

// Groups seats by their team; one without is a group of its own.
export const sides = seats => [...seats.reduce((all, s) => {
  const side = s.team ?? `seat ${s.seat}`;
  return all.set(side, [...all.get(side) ?? [], s]);
}, new Map()).values()];

export const number = n => String(n).replace('-', '−'); // with a typographic minus sign

// Hebrew, Arabic and other scripts that are written from right to left.
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
// Keeps such a name apart in a text: else the number behind it would be drawn before it.
export const isolated = name => rightToLeft.test(name) ? `\u2068${name}\u2069` : name;

// Fills the gaps of a text: gaps('Round {n}', {n: 2}).
export const gaps = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

export const unseen = text => h('span', {class: 'unseen'}, text);

const shown = new Map();

// Fills a section with the elements that build makes of data, and hides it without data. It leaves
// a section alone if its data have not changed, so that nobody loses focus or place.
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

// Sets a text if it has changed: setting the same text would make screen readers read it again.
export function say(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

let forget; // the timer of the message

// Shows a message for 8 s.
export function tell(text) {
  clearTimeout(forget);
  say($('told'), text);
  if (text) forget = setTimeout(tell, 8e3, '');
}

// What this browser has kept of a visit before, and what it keeps of this one, if it allows that.
export function kept(key) { try { return localStorage.getItem(key); } catch { return null; } }
export function keep(key, value) { try { localStorage.setItem(key, value); } catch { /* it holds for this visit */ } }

// Loads the page again if the box has another one here for this browser: it is not paired any more.
export async function leave() {
  const answer = await fetch(location.pathname, {cache: 'no-store'}).then(a => a.text()).catch(() => '');
  if (answer.includes('data-page="') && !answer.includes(`data-page="${page}"`)) location.reload();
}

// Shows the state of the link to the box, and returns whether it has changed.
function link(state) {
  const e = $('link');
  if (e.dataset.link === state) return false;
  if (state !== 'live') gone();
  e.dataset.link = state;
  e.textContent = {waiting: words.connecting, live: words.live, lost: words.lost}[state];
  return true;
}

let quiet = 2e3; // the longest silence of a live stream in ms, as the stream says
let pause = 1e3; // between two attempts to connect, in ms
const most = 3; // attempts at once: one may hang on a dead link while another reaches the box

let streams = []; // the oldest first; when one is heard the others are closed
let open = () => {}; // opens another stream
let gone = () => {}; // is called when the box is not heard any more
let heard = moment(), tried = moment();
let edition; // of the pages, as the first stream says

// A moment on two clocks: performance.now() may stand still while the phone sleeps, and Date.now()
// may be set. since returns the larger difference, in ms.
function moment() { return [performance.now(), Date.now()]; }
function since(then) { return Math.max(...moment().map((now, i) => Math.abs(now - then[i]))); }

export function close() {
  for (const stream of streams.splice(0)) stream.close();
}

// Closes all streams, which may be dead, and opens a new one if the page is seen.
export function restart() {
  close();
  if (!document.hidden) open();
}

// Listens to a stream while the page is seen: a browser has six connections for all of its tabs.
// Browsers notice neither a phone that leaves the Wi-Fi nor a box that loses power. So a stream
// that is silent for too long counts as lost, and new ones are opened until one is heard. Calls
// refused when the box refuses the stream, back when it is heard again, and lost when it is not any more.
export function listen(url, show, refused = () => {}, back = () => {}, lost = () => {}) {
  gone = lost;
  open = () => {
    tried = moment();
    pause = 1e3;
    const local = new Date(Date.now() - 6e4 * new Date().getTimezoneOffset()).toISOString().slice(0, 19);
    const stream = new EventSource(`${url}?lang=${document.documentElement.lang}&time=${local}`);
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
      show({...JSON.parse(e.data), received: performance.now()});
    };
    stream.addEventListener('sign', e => {
      quiet = Number(e.data);
      sign();
      edition ??= e.lastEventId;
      if (e.lastEventId !== edition) location.reload(); // the box was updated: a television is never loaded by hand
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

// How long to wait for a response, in ms: as long as the referee may take, and the way there and
// back.
const slowest = 15e3;

// Sends a request, and returns what read makes of the response. Throws an Error with the reason and the
// HTTP status of a refusal, or the status 0 without a response.
async function request(path, options, read) {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), slowest);
  try {
    const answer = await fetch(`${path}?lang=${document.documentElement.lang}`, {...options, signal: late.signal});
    if (!answer.ok) throw Object.assign(new Error((await answer.text()).trim()), {status: answer.status});
    return await read(answer);
  } catch (err) {
    if (err.status) throw err;
    restart();
    throw Object.assign(new Error(words.no_network), {status: 0});
  } finally {
    clearTimeout(timer);
  }
}

export const getFile = path => request(path, {}, answer => answer.blob());
export const post = (path, message) => request(path,
  {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(message), keepalive: true}, answer => answer);
