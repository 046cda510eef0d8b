// Calls the judge when he is asked, if he likes: by a sound, and by a vibration where a phone has
// one.
import {$} from './live.js';
import {remember} from './awake.js';

let context;

function unlock() { // browsers let a page sound only once somebody has touched it
  if ($('chime').checked) context ??= new AudioContext();
}

export function chime() {
  if (!$('chime').checked || document.hidden) return;
  navigator.vibrate?.([60, 60, 60]);
  if (!context) return;
  context.resume();
  const gain = new GainNode(context, {gain: 0});
  gain.connect(context.destination);
  for (const [i, frequency] of [880, 1175].entries()) {
    const tone = new OscillatorNode(context, {frequency});
    const at = context.currentTime + .13 * i;
    tone.connect(gain);
    tone.start(at);
    tone.stop(at + .12);
    gain.gain.setTargetAtTime(.12, at, .005);
    gain.gain.setTargetAtTime(0, at + .09, .01);
  }
}

remember('chime', () => {
  unlock();
  chime();
});
addEventListener('pointerup', unlock);
