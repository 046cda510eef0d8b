// Who stands where when a game is over: on a television, and on the card that is shared.
import {sides} from './live.js';

// The best first; those who have won before all others, for some rules rank equal points.
export function ranked({seats, few, over}) {
  const won = s => Number(!!over && s.lamp === 'lit');
  return seats.toSorted((a, b) => won(b) - won(a) || (few ? -1 : 1) * ((b.total ?? 0) - (a.total ?? 0)));
}

// Returns the sides in their order, each with its place, which equal ones share, and the step of the
// podium on which it stands: 1 to 3, or 4 for none. Nobody stands on the first of a game that nobody has won.
export function podium(state) {
  const all = sides(ranked(state));
  const place = ([s]) => 1 + all.findIndex(([other]) => other.total === s.total && other.lamp === s.lamp);
  return all.map(side => ({side, place: place(side), step: side[0].lamp || place(side) > 1 ? Math.min(place(side), 4) : 4}));
}
