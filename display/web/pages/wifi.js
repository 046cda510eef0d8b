// The page on which the judge's phone, in the box's own Wi-Fi, has the box join a home's.
import {words, colon, $, h, fill, say, post, getFile, isolated} from './live.js';

const form = $('homes'), key = $('key'), ssid = $('ssid');
let state = {near: [], open: true};
let waits = ''; // what the phone is told while the box's own Wi-Fi may be away
let failed = ''; // why the last wish was refused

const hides = {ssid: '-', lock: 'psk', name: words.wifi_hidden};
const chosen = () => [...state.near, hides].find(n => n.ssid === form.elements.home?.value);
const keyed = n => n?.lock && n.lock !== 'owe';
const base64 = text => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

function row(n, i) {
  const id = `home-${i}`;
  const how = n.never ?? [keyed(n) ? '' : words.wifi_open, n.strength ? `${n.strength} %` : ''].filter(s => s).join(', ');
  return h('span', {}, h('input', {type: 'radio', class: 'unseen', name: 'home', id, value: n.ssid, disabled: !!n.never}),
    h('label', {for: id}, h('bdi', {}, n.name), h('small', {}, how)));
}

function show() {
  const is = chosen();
  $('hides').hidden = is !== hides;
  $('locked').hidden = !keyed(is);
  const told = failed || waits || (state.said && `${isolated(state.last)}${colon}${state.said}`) || '';
  $('wifi-told').dataset.kind = !waits && told ? 'refused' : 'wait';
  say($('wifi-told'), told);
  for (const b of form.querySelectorAll('button')) b.disabled = !!waits;
}

// Asks how it is, again and again: while the box tries, nothing answers.
async function look() {
  try {
    const now = JSON.parse(await (await getFile('/wifi/near')).text());
    if (now.open) waits = '';
    state = now;
    const was = form.elements.home?.value;
    fill('near', [...now.near, hides], all => all.map(row));
    for (const input of form.querySelectorAll('[name=home]')) input.checked = input.value === was && !input.disabled;
  } catch (err) {
    if (err.status === 401) return location.reload(); // the phone was unpaired
  }
  show();
  setTimeout(look, 2e3);
}

async function wish(path, message, told) {
  failed = '';
  waits = told;
  show();
  try {
    await post(path, message);
  } catch (err) {
    if (err.status) [waits, failed] = ['', err.message]; // else the Wi-Fi went away before the answer was here
  }
  show();
  $('wifi-told').scrollIntoView({block: 'nearest'});
}

form.addEventListener('submit', e => {
  e.preventDefault();
  const is = chosen();
  if (!is || is === hides && !ssid.value) return (is ? ssid : form.querySelector('[name=home]'))?.focus();
  const message = {ssid: is === hides ? base64(ssid.value) : is.ssid, key: $('locked').hidden ? '' : key.value};
  key.value = '';
  wish('/wifi/join', message, words.wifi_waits.replace('{a}', () => isolated(is === hides ? ssid.value : is.name)));
});
$('search').addEventListener('click', () => wish('/wifi/search', {}, words.wifi_searches));
$('see').addEventListener('change', e => { key.type = e.target.checked ? 'text' : 'password'; });
form.addEventListener('change', show);

look();
