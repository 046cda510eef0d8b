// Calls the judge when he is asked something, if he has switched that on: by a sound, and by a
// vibration on phones that can.
import {$} from './live.js';
import {remember} from './awake.js';

let context;

function unlock() { // browsers let no page sound before it was touched
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
