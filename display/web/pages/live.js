// What all pages share: words, elements, and the stream of states.

export const words = JSON.parse(document.getElementById('words').textContent);
export const page = document.documentElement.dataset.page;
export const colon = document.documentElement.lang === 'fr' ? '\u00a0: ' : ': ';
export const $ = id => document.getElementById(id);

// An element. Properties that begin with "on" are listeners, "vars" are its CSS variables, all others attributes;
// what is false, null or undefined is left out.
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

export const unseen = text => h('span', {class: 'unseen'}, text);

const shown = new Map();

// Fills a section with what data come to, and hides it if there are none. What has not changed is left alone, for
// whoever reads there.
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

function link(state) {
  const e = $('link');
  if (!e || e.dataset.link === state) return;
  e.dataset.link = state;
  e.textContent = {waiting: words.connecting, live: words.live, lost: words.lost}[state];
}

let quiet = 30e3; // how long a stream that is there says nothing at most, in ms, as it tells

// Listens to a stream. The browser comes back by itself after a lost connection, and says what it knows already;
// after a refusal it does not, and refused is called. Nor does it notice a phone that has left the Wi-Fi, or a box
// without power: a stream that says nothing for too long is begun anew.
export function listen(url, show, refused = () => {}) {
  const stream = new EventSource(`${url}?lang=${document.documentElement.lang}`);
  let silence;
  const again = pause => {
    clearTimeout(silence);
    stream.close();
    link('lost');
    setTimeout(listen, pause, url, show, refused);
  };
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(again, 2.5 * quiet, 0);
  };
  heard();
  stream.onopen = () => link('live');
  stream.onmessage = e => {
    heard();
    link('live');
    const state = JSON.parse(e.data);
    state.received = performance.now();
    show(state);
  };
  stream.addEventListener('sign', e => {
    quiet = Number(e.data);
    heard();
  });
  stream.onerror = () => {
    link('lost');
    if (stream.readyState !== EventSource.CLOSED) return;
    refused();
    again(3000);
  };
}

// How long the box may take for an answer, in ms: as long as the referee may, and the way there and back.
const slowest = 15e3;

// Sends JSON. What is refused is an Error with the reason and its status; no answer has the status 0.
export async function post(path, message) {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), slowest);
  try {
    const answer = await fetch(`${path}?lang=${document.documentElement.lang}`, {
      method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(message), signal: late.signal,
    });
    if (!answer.ok) throw Object.assign(new Error((await answer.text()).trim()), {status: answer.status});
  } catch (err) {
    throw err.status ? err : Object.assign(new Error(words.no_network), {status: 0});
  } finally {
    clearTimeout(timer);
  }
}
