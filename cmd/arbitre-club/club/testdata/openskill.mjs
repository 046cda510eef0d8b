// Prints random evenings, a line of JSON each, with the ratings that openskill gives everyone:
//
//     npm install openskill@4.1.0 && node openskill.mjs EVENINGS
import { rating, rate, ordinal } from 'openskill'
import { bradleyTerryFull as model } from 'openskill/models'

let state = 20110201
const below = (n) => { // mulberry32
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * n)
}

for (let evening = 0; evening < Number(process.argv[2]); evening++) {
  const ratings = Array.from({ length: 2 + below(9) }, () => rating())
  const games = []
  for (let left = 1 + below(12); left > 0; left--) {
    const waiting = ratings.map((_, i) => i)
    const draw = () => waiting.splice(below(waiting.length), 1)[0]
    const teams = [[draw()], [draw()]]
    while (waiting.length > 0 && below(4) > 0) {
      if (below(3) > 0) teams.push([draw()])
      else teams[below(teams.length)].push(draw())
    }
    const rank = teams.map(() => 1 + below(teams.length)) // with ties and gaps
    rate(teams.map((team) => team.map((i) => ratings[i])), { rank, model })
      .forEach((team, t) => team.forEach((r, m) => { ratings[teams[t][m]] = r }))
    games.push({ teams, rank })
  }
  console.log(JSON.stringify({ games, ratings: ratings.map((r) => [r.mu, r.sigma, ordinal(r)]) }))
}
