package motus

import (
	"fmt"
	"strings"
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
)

// authors are asked for the first two words.
const authors = `
	0 prompt {"id":"word","for":1,"hunt":1}
	0 prompt {"id":"word","for":2,"hunt":2}`

func book() games.Rulebook { return games.Rulebook{Rules()} }

// plain is one series without anything around it, both words written.
const plain = `
	motus 1 2 3 4 {"letters":5,"series":1,"grid":"none","super":false}
	1 word hunt=1 "ETAGE"
	2 word hunt=2 "BALLE"`

// sixMisses are the lines of hunt 1 after plain.
const sixMisses = `
	3 guess hunt=1 "ETUDE"
	4 guess hunt=1 "ETUDE"
	5 guess hunt=1 "ETUDE"
	6 guess hunt=1 "ETUDE"
	7 guess hunt=1 "ETUDE"
	8 guess hunt=1 "ETUDE"`

func TestMotus(t *testing.T) {
	gametest.Run(t, book(), []gametest.Case{
		{
			Clause: "MOTUS teams are four seats",
			Story:  `motus 1 2 3`,
			Err:    `motus with 3 seats: expected 4 for "mode":"teams"; "mode":"solo" is for 2 to 4`,
		},
		{
			Clause: "MOTUS solo takes the options of teams, and has neither grid nor Super Partie",
			Story:  `motus 1 2 {"mode":"solo","super":true,"grid":"house"}`,
			Only:   "started token",
			Facts:  `0 started {"game":"motus","seats":[1,2]}`,
		},
		{
			Clause: "MOTUS a press means nothing in a series",
			Story:  plain + "\n3 press 1\n4 release 1\n5 lost 2",
			Only:   "ignored lost",
			Facts:  "3 ignored {\"seat\":1,\"why\":\"no effect now\"}\n5 lost {\"edges\":2}",
		},

		{
			Clause: "MOTUS-1 A and C write first, B and D next, A and C again; seven letters",
			Story: `
				motus 2 3 5 8 {"grid":"none","series":3,"super":false}
				1 word hunt=1 "PREMIER"
				2 word hunt=2 "SERRURE"
				3 guess hunt=1 "PREMIER"
				4 guess hunt=2 "SERRURE"
				5 word hunt=1 "BARBARE"
				6 word hunt=2 "TROTTER"
				7 guess hunt=1 "BARBARE"
				8 guess hunt=2 "TROTTER"`,
			Only: "prompt",
			Facts: `
				0 prompt {"id":"word","for":2,"hunt":1}
				0 prompt {"id":"word","for":3,"hunt":2}
				1 prompt {"id":"guess","for":"judge","seat":3,"hunt":1,"line":1}
				2 prompt {"id":"guess","for":"judge","seat":5,"hunt":2,"line":1}
				4 prompt {"id":"word","for":5,"hunt":1}
				4 prompt {"id":"word","for":8,"hunt":2}
				5 prompt {"id":"guess","for":"judge","seat":8,"hunt":1,"line":1}
				6 prompt {"id":"guess","for":"judge","seat":2,"hunt":2,"line":1}
				8 prompt {"id":"word","for":2,"hunt":1}
				8 prompt {"id":"word","for":3,"hunt":2}`,
		},
		{
			Clause: "MOTUS-1 case, accents and ligatures fold, and only then are letters counted",
			Story: `
				motus 1 2 3 4 {"letters":6,"grid":"none"}
				1 word hunt=1 "œuvre"
				2 guess "ŒUVRÉ"`,
			Only: "hint marks found",
			Facts: `
				1 hint {"hunt":1,"position":1,"letter":"O"}
				2 marks {"hunt":1,"line":1,"seat":2,"word":"OEUVRE","marks":"XXXXXX"}
				2 found {"hunt":1,"team":2,"seat":2}`,
		},

		{
			Clause: "MOTUS-2 the clockwise neighbour has lines 1, 3, 5, the other 2, 4, 6",
			Story: plain + sixMisses + `
				11 guess hunt=2 "BANAL"
				12 guess hunt=2 "BANAL"
				13 guess hunt=2 "BANAL"
				14 guess hunt=2 "BANAL"
				15 guess hunt=2 "BANAL"
				16 guess hunt=2 "BANAL"`,
			Only: "prompt",
			Facts: authors + `
				1 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":1}
				2 prompt {"id":"guess","for":"judge","seat":3,"hunt":2,"line":1}
				3 prompt {"id":"guess","for":"judge","seat":4,"hunt":1,"line":2}
				4 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":3}
				5 prompt {"id":"guess","for":"judge","seat":4,"hunt":1,"line":4}
				6 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":5}
				7 prompt {"id":"guess","for":"judge","seat":4,"hunt":1,"line":6}
				8 prompt {"id":"guess","for":"judge","seat":3,"hunt":1,"line":7}
				11 prompt {"id":"guess","for":"judge","seat":1,"hunt":2,"line":2}
				12 prompt {"id":"guess","for":"judge","seat":3,"hunt":2,"line":3}
				13 prompt {"id":"guess","for":"judge","seat":1,"hunt":2,"line":4}
				14 prompt {"id":"guess","for":"judge","seat":3,"hunt":2,"line":5}
				15 prompt {"id":"guess","for":"judge","seat":1,"hunt":2,"line":6}
				16 prompt {"id":"guess","for":"judge","seat":4,"hunt":2,"line":7}`,
		},

		{
			Clause: "MOTUS-3 a hunt begins while the other word is still to be written",
			Story: `
				motus 1 2 3 4 {"letters":5,"grid":"none"}
				1 word hunt=2 "BALLE"
				2 guess "BELLE"
				3 word "ETAGE"
				4 guess hunt=1 "ETUDE"`,
			Facts: `
				0 started {"game":"motus","seats":[1,2,3,4]}
				0 prompt {"id":"word","for":1,"hunt":1}
				0 prompt {"id":"word","for":2,"hunt":2}
				1 hint {"hunt":2,"position":1,"letter":"B"}
				1 prompt {"id":"guess","for":"judge","seat":3,"hunt":2,"line":1}
				2 marks {"hunt":2,"line":1,"seat":3,"word":"BELLE","marks":"X-XXX"}
				2 prompt {"id":"guess","for":"judge","seat":1,"hunt":2,"line":2}
				3 hint {"hunt":1,"position":1,"letter":"E"}
				3 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":1}
				4 marks {"hunt":1,"line":1,"seat":2,"word":"ETUDE","marks":"XX--X"}
				4 prompt {"id":"guess","for":"judge","seat":4,"hunt":1,"line":2}`,
		},
		{
			Clause: "MOTUS-3 whose line it is says it too",
			Story:  plain + "\n3 guess seat=3 \"BELLE\"",
			Only:   "marks",
			Facts:  `3 marks {"hunt":2,"line":1,"seat":3,"word":"BELLE","marks":"X-XXX"}`,
		},

		{
			Clause: "MOTUS-4 a word that begins with another letter",
			Story:  plain + "\n3 guess hunt=1 \"BALLE\"",
			Err:    "BALLE begins with B: expected a word that begins with E",
			Only:   "marks started",
			Facts:  `0 started {"game":"motus","seats":[1,2,3,4]}`,
		},
		{
			Clause: "MOTUS-4 exact ones first, then misplaced from the left",
			Story:  plain + "\n3 guess hunt=1 \"EGEEE\"",
			Only:   "marks",
			Facts:  `3 marks {"hunt":1,"line":1,"seat":2,"word":"EGEEE","marks":"XO--X"}`,
		},

		{
			Clause: "MOTUS-5 the finder's team has 50 points, and the other hunt goes on",
			Story: plain + `
				3 guess hunt=1 "ÉTAGE"
				4 guess "BELLE"
				5 guess "BALLE"`,
			Only: "found score round_over game_over",
			Facts: `
				3 found {"hunt":1,"team":2,"seat":2}
				3 score {"delta":50,"total":50,"why":"found","team":2}
				5 found {"hunt":2,"team":1,"seat":1}
				5 score {"delta":50,"total":50,"why":"found","team":1}
				5 round_over {"round":1,"totals":{"1":50,"2":50}}
				5 game_over {"totals":{"1":50,"2":50},"winners":[1,2,3,4]}`,
		},

		{
			Clause: "MOTUS-6 after six lines a further letter, and the author's partner finds it for their team",
			Story:  plain + sixMisses + "\n9 guess hunt=1 seat=3 line=7 \"ETAGE\"",
			Only:   "hint found score missed",
			Facts: `
				1 hint {"hunt":1,"position":1,"letter":"E"}
				2 hint {"hunt":2,"position":1,"letter":"B"}
				8 hint {"hunt":1,"position":3,"letter":"A"}
				9 found {"hunt":1,"team":1,"seat":3}
				9 score {"delta":50,"total":50,"why":"found","team":1}`,
		},
		{
			Clause: "MOTUS-6 missed, the word is shown and nobody scores",
			Story:  plain + sixMisses + "\n9 guess hunt=1 \"ETUDE\"\n10 guess \"BALLE\"",
			Only:   "found score missed game_over",
			Facts: `
				9 missed {"hunt":1,"word":"ETAGE"}
				10 found {"hunt":2,"team":1,"seat":3}
				10 score {"delta":50,"total":50,"why":"found","team":1}
				10 game_over {"totals":{"1":50,"2":0},"winners":[1,3]}`,
		},
		{
			Clause: "MOTUS-6 a letter that any line has had in place is not given again",
			Story: plain + `
				3 guess hunt=1 "ETUDE"
				4 guess hunt=1 "ENAAA"
				5 guess hunt=1 "EEEEE"
				6 guess hunt=1 "EEEEE"
				7 guess hunt=1 "EEEEE"
				8 guess hunt=1 "EEEEE"`,
			Only: "hint",
			Facts: `
				1 hint {"hunt":1,"position":1,"letter":"E"}
				2 hint {"hunt":2,"position":1,"letter":"B"}
				8 hint {"hunt":1,"position":4,"letter":"G"}`,
		},
		{
			Clause: "MOTUS-6 with all letters in place on some line there is no hint",
			Story: plain + `
				3 guess hunt=1 "ETUGA"
				4 guess hunt=1 "EXAXE"
				5 guess hunt=1 "EEEEE"
				6 guess hunt=1 "EEEEE"
				7 guess hunt=1 "EEEEE"
				8 guess hunt=1 "EEEEE"`,
			Only: "hint prompt",
			Facts: authors + `
				1 hint {"hunt":1,"position":1,"letter":"E"}
				1 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":1}
				2 hint {"hunt":2,"position":1,"letter":"B"}
				2 prompt {"id":"guess","for":"judge","seat":3,"hunt":2,"line":1}
				3 prompt {"id":"guess","for":"judge","seat":4,"hunt":1,"line":2}
				4 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":3}
				5 prompt {"id":"guess","for":"judge","seat":4,"hunt":1,"line":4}
				6 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":5}
				7 prompt {"id":"guess","for":"judge","seat":4,"hunt":1,"line":6}
				8 prompt {"id":"guess","for":"judge","seat":3,"hunt":1,"line":7}`,
		},

		{
			Clause: "MOTUS-9 the next words follow at once, and the team ahead after all series wins",
			Story: `
				motus 1 2 3 4 {"letters":5,"series":2,"grid":"none","super":false}
				1 word hunt=1 "ETAGE"
				2 word hunt=2 "BALLE"
				3 guess hunt=1 "ETAGE"
				4 guess hunt=2 "BALLE"
				5 word hunt=1 "ETAGE"
				6 word hunt=2 "BALLE"
				7 guess hunt=1 "ETAGE"
				8 guess "BAAAA"
				9 guess "BAAAA"
				10 guess "BAAAA"
				11 guess "BAAAA"
				12 guess "BAAAA"
				13 guess "BAAAA"
				14 guess "BALLE"`,
			Only: "found score round_over game_over",
			Facts: `
				3 found {"hunt":1,"team":2,"seat":2}
				3 score {"delta":50,"total":50,"why":"found","team":2}
				4 found {"hunt":2,"team":1,"seat":3}
				4 score {"delta":50,"total":50,"why":"found","team":1}
				4 round_over {"round":1,"totals":{"1":50,"2":50}}
				7 found {"hunt":1,"team":2,"seat":4}
				7 score {"delta":50,"total":100,"why":"found","team":2}
				14 found {"hunt":2,"team":2,"seat":2}
				14 score {"delta":50,"total":150,"why":"found","team":2}
				14 round_over {"round":2,"totals":{"1":50,"2":150}}
				14 game_over {"totals":{"1":50,"2":150},"winners":[2,4]}`,
		},
		{
			Clause: "MOTUS-9 level teams: the judge says who plays the Super Partie",
			Story: `
				motus 1 2 3 4 {"letters":5,"series":1,"grid":"none"}
				1 word hunt=1 "ETAGE"
				2 word hunt=2 "BALLE"
				3 guess hunt=1 "ETAGE"
				4 guess hunt=2 "BALLE"
				5 super_team 2`,
			Only: "round_over game_over prompt",
			Facts: authors + `
				1 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":1}
				2 prompt {"id":"guess","for":"judge","seat":3,"hunt":2,"line":1}
				4 round_over {"round":1,"totals":{"1":50,"2":50}}
				4 prompt {"id":"super_team","for":"judge","options":[1,2]}
				5 prompt {"id":"word","for":1,"hunt":1}`,
		},

		{
			Clause: "MOTUS-14 solo: each hunts the word of the neighbour on the right, alone",
			Story: `
				motus 2 5 7 {"mode":"solo","letters":5,"series":1}
				1 word hunt=1 "ETAGE"
				2 word hunt=2 "BALLE"
				3 word hunt=3 "COCON"
				4 guess hunt=1 "ETUDE"
				5 guess hunt=3 "COCON"
				6 guess hunt=1 "ETAGE"
				7 guess "BALLE"`,
			Facts: `
				0 started {"game":"motus","seats":[2,5,7]}
				0 prompt {"id":"word","for":2,"hunt":1}
				0 prompt {"id":"word","for":5,"hunt":2}
				0 prompt {"id":"word","for":7,"hunt":3}
				1 hint {"hunt":1,"position":1,"letter":"E"}
				1 prompt {"id":"guess","for":"judge","seat":5,"hunt":1,"line":1}
				2 hint {"hunt":2,"position":1,"letter":"B"}
				2 prompt {"id":"guess","for":"judge","seat":7,"hunt":2,"line":1}
				3 hint {"hunt":3,"position":1,"letter":"C"}
				3 prompt {"id":"guess","for":"judge","seat":2,"hunt":3,"line":1}
				4 marks {"hunt":1,"line":1,"seat":5,"word":"ETUDE","marks":"XX--X"}
				4 prompt {"id":"guess","for":"judge","seat":5,"hunt":1,"line":2}
				5 marks {"hunt":3,"line":1,"seat":2,"word":"COCON","marks":"XXXXX"}
				5 found {"hunt":3,"seat":2}
				5 score {"delta":50,"total":50,"why":"found","seat":2}
				6 marks {"hunt":1,"line":2,"seat":5,"word":"ETAGE","marks":"XXXXX"}
				6 found {"hunt":1,"seat":5}
				6 score {"delta":50,"total":50,"why":"found","seat":5}
				7 marks {"hunt":2,"line":1,"seat":7,"word":"BALLE","marks":"XXXXX"}
				7 found {"hunt":2,"seat":7}
				7 score {"delta":50,"total":50,"why":"found","seat":7}
				7 round_over {"round":1,"totals":{"2":50,"5":50,"7":50}}
				7 game_over {"totals":{"2":50,"5":50,"7":50},"winners":[2,5,7]}`,
		},
		{
			Clause: "MOTUS-14 the further hint costs half the points, and everyone writes again",
			Story: `
				motus 1 2 {"mode":"solo","letters":5,"series":2}
				1 word hunt=1 "ETAGE"
				2 word hunt=2 "BALLE"` + sixMisses + `
				9 guess hunt=1 "ETAGE"
				10 guess "BALLE"
				11 word hunt=2 "BALLE"`,
			Only: "hint found score round_over prompt",
			Facts: authors + `
				1 hint {"hunt":1,"position":1,"letter":"E"}
				1 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":1}
				2 hint {"hunt":2,"position":1,"letter":"B"}
				2 prompt {"id":"guess","for":"judge","seat":1,"hunt":2,"line":1}
				3 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":2}
				4 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":3}
				5 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":4}
				6 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":5}
				7 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":6}
				8 hint {"hunt":1,"position":3,"letter":"A"}
				8 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":7}
				9 found {"hunt":1,"seat":2}
				9 score {"delta":25,"total":25,"why":"found","seat":2}
				10 found {"hunt":2,"seat":1}
				10 score {"delta":50,"total":50,"why":"found","seat":1}
				10 round_over {"round":1,"totals":{"1":50,"2":25}}
				10 prompt {"id":"word","for":1,"hunt":1}
				10 prompt {"id":"word","for":2,"hunt":2}
				11 hint {"hunt":2,"position":1,"letter":"B"}
				11 prompt {"id":"guess","for":"judge","seat":1,"hunt":2,"line":1}`,
		},
		{
			Clause: "MOTUS-14 most points wins, and a missed word is worth nothing",
			Story: `
				motus 1 2 {"mode":"solo","letters":5,"series":1,"grid":"house","super":false}
				1 word hunt=1 "ETAGE"
				2 word hunt=2 "BALLE"` + sixMisses + `
				9 guess hunt=1 "ETUDE"
				10 guess "BALLE"`,
			Only: "found missed score token game_over",
			Facts: `
				9 missed {"hunt":1,"word":"ETAGE"}
				10 found {"hunt":2,"seat":1}
				10 score {"delta":50,"total":50,"why":"found","seat":1}
				10 game_over {"totals":{"1":50,"2":0},"winners":[1]}`,
		},

		{
			Clause: "MOTUS-15 a guess not answered in time is closed and the line is lost",
			Story: `
				motus 1 2 3 4 {"letters":5,"series":1,"grid":"none","clock":"8s"}
				1 word hunt=1 "ETAGE"
				8.999999999 guess "ETUDE"
				17 press 1`,
			Facts: `
				0 started {"game":"motus","seats":[1,2,3,4]}
				0 prompt {"id":"word","for":1,"hunt":1}
				0 prompt {"id":"word","for":2,"hunt":2}
				1 hint {"hunt":1,"position":1,"letter":"E"}
				1 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":1}
				8.999999999 marks {"hunt":1,"line":1,"seat":2,"word":"ETUDE","marks":"XX--X"}
				8.999999999 prompt {"id":"guess","for":"judge","seat":4,"hunt":1,"line":2}
				16.999999999 closed {"id":"guess","seat":4,"hunt":1,"line":2}
				16.999999999 too_late {"hunt":1,"line":2,"seat":4}
				16.999999999 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":3}
				17 ignored {"seat":1,"why":"no effect now"}
				24.999999999 closed {"id":"guess","seat":2,"hunt":1,"line":3}
				24.999999999 too_late {"hunt":1,"line":3,"seat":2}
				24.999999999 prompt {"id":"guess","for":"judge","seat":4,"hunt":1,"line":4}
				32.999999999 closed {"id":"guess","seat":4,"hunt":1,"line":4}
				32.999999999 too_late {"hunt":1,"line":4,"seat":4}
				32.999999999 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":5}
				40.999999999 closed {"id":"guess","seat":2,"hunt":1,"line":5}
				40.999999999 too_late {"hunt":1,"line":5,"seat":2}
				40.999999999 prompt {"id":"guess","for":"judge","seat":4,"hunt":1,"line":6}
				48.999999999 closed {"id":"guess","seat":4,"hunt":1,"line":6}
				48.999999999 too_late {"hunt":1,"line":6,"seat":4}
				48.999999999 hint {"hunt":1,"position":3,"letter":"A"}
				48.999999999 prompt {"id":"guess","for":"judge","seat":3,"hunt":1,"line":7}
				56.999999999 closed {"id":"guess","seat":3,"hunt":1,"line":7}
				56.999999999 too_late {"hunt":1,"line":7,"seat":3}
				56.999999999 missed {"hunt":1,"word":"ETAGE"}`,
		},
		{
			Clause: "MOTUS-15 an answer at the very end of the time is too late",
			Story: `
				motus 1 2 3 4 {"letters":5,"series":1,"grid":"none","clock":"8s"}
				1 word hunt=1 "ETAGE"
				9 guess line=1 "ETUDE"`,
			Err:   `no prompt "guess" is open with those keys`,
			Only:  "marks too_late",
			Facts: `9 too_late {"hunt":1,"line":1,"seat":2}`,
		},
		{
			Clause: "MOTUS-15 each hunt has its own clock, and one step each",
			Story: `
				motus 1 2 3 4 {"letters":5,"series":1,"grid":"none","clock":"1m"}
				1 word hunt=2 "BALLE"
				1 word hunt=1 "ETAGE"
				62 guess hunt=1 "ETAGE"
				63 guess "BALLE"`,
			Only: "closed too_late prompt",
			Facts: authors + `
				1 prompt {"id":"guess","for":"judge","seat":3,"hunt":2,"line":1}
				1 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":1}
				61 closed {"id":"guess","seat":3,"hunt":2,"line":1}
				61 too_late {"hunt":2,"line":1,"seat":3}
				61 prompt {"id":"guess","for":"judge","seat":1,"hunt":2,"line":2}
				61 closed {"id":"guess","seat":2,"hunt":1,"line":1}
				61 too_late {"hunt":1,"line":1,"seat":2}
				61 prompt {"id":"guess","for":"judge","seat":4,"hunt":1,"line":2}
				63 prompt {"id":"super_team","for":"judge","options":[1,2]}`,
		},
		{
			Clause: "MOTUS-15 the letter that the hunt began with is not given twice",
			Story: `
				motus 1 2 3 4 {"letters":5,"series":1,"grid":"none","clock":"1s"}
				1 word hunt=1 "ETAGE"`,
			Only: "hint missed",
			Facts: `
				1 hint {"hunt":1,"position":1,"letter":"E"}
				7 hint {"hunt":1,"position":2,"letter":"T"}
				8 missed {"hunt":1,"word":"ETAGE"}`,
		},
		{
			Clause: "MOTUS-15 the empty word begins an entry: the clock stops, however long the judge types",
			Story: `
				motus 1 2 3 4 {"letters":5,"series":1,"grid":"none","clock":"8s"}
				1  word hunt=1 "ETAGE"
				8  guess hunt=1 ""
				60 guess hunt=1 "ETUDE"
				61 guess hunt=1 ""
				62 guess hunt=1 ""`,
			Err:  "no clock runs that the beginning of an entry could stop: expected a word",
			Only: "marks too_late prompt",
			Facts: authors + `
				1 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":1}
				60 marks {"hunt":1,"line":1,"seat":2,"word":"ETUDE","marks":"XX--X"}
				60 prompt {"id":"guess","for":"judge","seat":4,"hunt":1,"line":2}`,
		},
		{
			Clause: "MOTUS-15 without a clock the empty word is no word",
			Story: `
				motus 1 2 3 4 {"letters":5,"series":1,"grid":"none"}
				1 word hunt=1 "ETAGE"
				2 guess ""`,
			Err:   "has 0 letters: expected 5",
			Only:  "marks",
			Facts: ``,
		},
		{
			Clause: "MOTUS-15 the beginning of an entry is not taken back by itself, and outlives the undo of what it led to",
			Story: `
				motus 1 2 3 4 {"letters":5,"series":1,"grid":"none","clock":"8s"}
				1  word hunt=1 "ETAGE"
				8  guess hunt=1 ""
				20 guess hunt=1 "ETUDE"
				21 undo
				40 guess hunt=1 "ETAPE"
				41 guess hunt=1 ""
				60 undo
				90 undo
				91 word hunt=1 "BALLE"`,
			Only: "marks too_late undone hint missed",
			Facts: `
				1 hint {"hunt":1,"position":1,"letter":"E"}
				20 marks {"hunt":1,"line":1,"seat":2,"word":"ETUDE","marks":"XX--X"}
				21 undone {"line":4}
				40 marks {"hunt":1,"line":1,"seat":2,"word":"ETAPE","marks":"XXX-X"}
				60 undone {"line":6}
				90 undone {"line":2}
				91 hint {"hunt":1,"position":1,"letter":"B"}
				99 too_late {"hunt":1,"line":1,"seat":2}
				107 too_late {"hunt":1,"line":2,"seat":4}
				115 too_late {"hunt":1,"line":3,"seat":2}
				123 too_late {"hunt":1,"line":4,"seat":4}
				131 too_late {"hunt":1,"line":5,"seat":2}
				139 too_late {"hunt":1,"line":6,"seat":4}
				139 hint {"hunt":1,"position":2,"letter":"A"}
				147 too_late {"hunt":1,"line":7,"seat":3}
				147 missed {"hunt":1,"word":"BALLE"}`,
		},
		{
			Clause: "MOTUS-15 one speaks: no clock before all words are written, then one at a time, the lower line first",
			Story: `
				motus 1 2 3 4 {"letters":5,"series":1,"grid":"none","clock":"8s","clocks":"speaker"}
				1  word hunt=1 "ETAGE"
				30 word hunt=2 "BALLE"
				37 guess hunt=1 "ETUDE"
				44 guess hunt=2 "BELLE"`,
			Only: "marks too_late",
			Facts: `
				37 marks {"hunt":1,"line":1,"seat":2,"word":"ETUDE","marks":"XX--X"}
				44 marks {"hunt":2,"line":1,"seat":3,"word":"BELLE","marks":"X-XXX"}
				52 too_late {"hunt":1,"line":2,"seat":4}
				60 too_late {"hunt":2,"line":2,"seat":1}
				68 too_late {"hunt":1,"line":3,"seat":2}
				76 too_late {"hunt":2,"line":3,"seat":3}
				84 too_late {"hunt":1,"line":4,"seat":4}
				92 too_late {"hunt":2,"line":4,"seat":1}
				100 too_late {"hunt":1,"line":5,"seat":2}
				108 too_late {"hunt":2,"line":5,"seat":3}
				116 too_late {"hunt":1,"line":6,"seat":4}
				124 too_late {"hunt":2,"line":6,"seat":1}
				132 too_late {"hunt":1,"line":7,"seat":3}
				140 too_late {"hunt":2,"line":7,"seat":4}`,
		},
		{
			Clause: "MOTUS-15 one speaks: while any word is being entered nobody's time runs, and it begins anew behind it",
			Story: `
				motus 1 2 3 4 {"letters":5,"series":1,"grid":"none","clock":"8s","clocks":"speaker"}
				1  word hunt=1 "ETAGE"
				1  word hunt=2 "BALLE"
				8  guess hunt=2 ""
				60 guess hunt=2 "BELLE"
				67 guess hunt=1 ""
				90 guess hunt=1 "ETUDE"
				97 guess hunt=1 "ETAGE"
				104 guess hunt=2 "BALLE"`,
			Only: "too_late found",
			Facts: `
				97 found {"hunt":1,"team":2,"seat":4}
				104 found {"hunt":2,"team":1,"seat":1}`,
		},
		{
			Clause: "MOTUS-15 one speaks: no clock runs while a token is drawn",
			Story: `
				motus 1 2 3 4 {"letters":5,"series":1,"grid":"entered","super":false,"clock":"8s","clocks":"speaker"}
				1  word hunt=1 "ETAGE"
				1  word hunt=2 "BALLE"
				2  guess hunt=2 "BALLE"
				60 token 3
				67 guess hunt=1 "ETAGE"
				99 token 4`,
			Only: "too_late found token",
			Facts: `
				2 found {"hunt":2,"team":1,"seat":3}
				60 token {"team":1,"value":3}
				67 found {"hunt":1,"team":2,"seat":2}
				99 token {"team":2,"value":4}`,
		},
		{
			Clause: "MOTUS-15 one speaks: whose clock it is shows when it begins, not by what was open before",
			Story: `
				motus 1 2 3 4 {"letters":5,"series":1,"grid":"none","super":false,"clock":"8s","clocks":"speaker"}
				1  word hunt=2 "BALLE"
				2  word hunt=1 "ETAGE"
				9  guess hunt=1 "ETAGE"
				16 guess hunt=2 "BALLE"`,
			Only: "too_late",
		},
	})
}

// firstFound are the facts of both(1) until the first word is found.
const firstFound = `
	0 started {"game":"motus","seats":[1,2,3,4]}
	0 prompt {"id":"word","for":1,"hunt":1}
	0 prompt {"id":"word","for":2,"hunt":2}
	1 hint {"hunt":1,"position":1,"letter":"E"}
	1 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":1}
	1 hint {"hunt":2,"position":1,"letter":"B"}
	1 prompt {"id":"guess","for":"judge","seat":3,"hunt":2,"line":1}
	1 marks {"hunt":1,"line":1,"seat":2,"word":"ETAGE","marks":"XXXXX"}
	1 found {"hunt":1,"team":2,"seat":2}
	1 score {"delta":50,"total":50,"why":"found","team":2}`

// physical is a game of words that are found at once, whose tokens are drawn by hand.
const physical = `
	motus 1 2 3 4 {"letters":5,"series":20,"grid":"entered","size":3,"blanks":1,"super":false}`

// both writes both words of a series at t seconds, and has them found: hunt 1's by team 2, hunt 2's by team 1.
func both(t int) string {
	return fmt.Sprintf(`
		%[1]d word hunt=1 "ETAGE"
		%[1]d word hunt=2 "BALLE"
		%[1]d guess hunt=1 "ETAGE"
		%[1]d guess hunt=2 "BALLE"`, t)
}

// tokens has both teams draw, series by series, from 1 second on.
func tokens(team1, team2 []string) string {
	var story strings.Builder
	for i := range team1 {
		fmt.Fprintf(&story, "%[1]s\n%[2]d token team=1 %[3]s\n%[2]d token team=2 %[4]s", both(i+1), i+1, team1[i], team2[i])
	}
	return story.String()
}

func TestMotusGrid(t *testing.T) {
	motusAt := func(t, team int) string {
		return fmt.Sprintf("%d motus {\"team\":%d}\n", t, team)
	}
	gametest.Run(t, book(), []gametest.Case{
		{
			Clause: "MOTUS-7 the order of a found word: marks, found, score, token, motus, score",
			Story: `
				motus 1 2 3 4 {"letters":5,"series":1,"size":1,"blanks":0,"super":false}` + both(1),
			Facts: firstFound + `
				1 token {"team":2,"value":1}
				1 motus {"team":2}
				1 score {"delta":100,"total":150,"why":"motus","team":2}
				1 marks {"hunt":2,"line":1,"seat":3,"word":"BALLE","marks":"XXXXX"}
				1 found {"hunt":2,"team":1,"seat":3}
				1 score {"delta":50,"total":50,"why":"found","team":1}
				1 token {"team":1,"value":1}
				1 motus {"team":1}
				1 score {"delta":100,"total":150,"why":"motus","team":1}
				1 round_over {"round":1,"totals":{"1":150,"2":150}}
				1 game_over {"totals":{"1":150,"2":150},"winners":[1,2,3,4]}`,
		},
		{
			Clause: "MOTUS-7 the house draws blanks too, and nothing from an empty bag",
			Story: `
				motus 1 2 3 4 {"letters":5,"series":3,"size":1,"blanks":1,"super":false,"seed":6}` + both(1) + both(2) + both(3),
			Only: "token motus",
			Facts: `
				1 token {"team":2,"value":1}
				1 motus {"team":2}
				1 token {"team":1,"value":"blank"}
				2 token {"team":2,"value":"blank"}
				2 token {"team":1,"value":1}
				2 motus {"team":1}`,
		},
		{
			Clause: "MOTUS-7 an entered token is asked for its team, and the series waits for it",
			Story:  physical + both(1) + "\n2 token team=2 9\n3 token \"blank\"",
			Only:   "token prompt round_over score",
			Facts: authors + `
				1 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":1}
				1 prompt {"id":"guess","for":"judge","seat":3,"hunt":2,"line":1}
				1 score {"delta":50,"total":50,"why":"found","team":2}
				1 prompt {"id":"token","for":"judge","team":2}
				1 score {"delta":50,"total":50,"why":"found","team":1}
				1 prompt {"id":"token","for":"judge","team":1}
				2 token {"team":2,"value":9}
				3 token {"team":1,"value":"blank"}
				3 round_over {"round":1,"totals":{"1":50,"2":50}}
				3 prompt {"id":"word","for":3,"hunt":1}
				3 prompt {"id":"word","for":4,"hunt":2}`,
		},
		{
			Clause: "MOTUS-7 two of one team are the same question, answered one by one",
			Story: physical + `
				1 word hunt=1 "ETAGE"
				2 word hunt=2 "BALLE"` + sixMisses + `
				9 guess hunt=1 "ETAGE"
				10 guess "BALLE"
				11 token team=1 3
				12 token 4`,
			Only: "found token round_over",
			Facts: `
				9 found {"hunt":1,"team":1,"seat":3}
				10 found {"hunt":2,"team":1,"seat":3}
				11 token {"team":1,"value":3}
				12 token {"team":1,"value":4}
				12 round_over {"round":1,"totals":{"1":100,"2":0}}`,
		},
		{
			Clause: "MOTUS-7 a number that the team has drawn",
			Story:  physical + tokens([]string{"3"}, []string{"4"}) + both(2) + "\n2 token team=1 3",
			Err:    `3: this team has drawn it already: expected another number, or "blank"`,
			Only:   "token",
			Facts:  "1 token {\"team\":1,\"value\":3}\n1 token {\"team\":2,\"value\":4}",
		},
		{
			Clause: "MOTUS-7 the other team's number is free",
			Story:  physical + tokens([]string{"3", "4"}, []string{"4", "3"}),
			Only:   "token",
			Facts: `
				1 token {"team":1,"value":3}
				1 token {"team":2,"value":4}
				2 token {"team":1,"value":4}
				2 token {"team":2,"value":3}`,
		},
		{
			Clause: "MOTUS-7 more blanks than there are",
			Story:  physical + tokens([]string{`"blank"`}, []string{"1"}) + both(2) + "\n2 token team=1 \"blank\"",
			Err:    `"blank": this team has drawn all its blanks: expected a number`,
			Only:   "motus token",
			Facts:  "1 token {\"team\":1,\"value\":\"blank\"}\n1 token {\"team\":2,\"value\":1}",
		},
		{
			Clause: "MOTUS-7 an empty bag asks for no token",
			Story: `
				motus 1 2 3 4 {"letters":5,"series":2,"grid":"entered","size":1,"blanks":0,"super":false}` +
				tokens([]string{"1"}, []string{"1"}) + both(2),
			Only: "token round_over",
			Facts: `
				1 token {"team":1,"value":1}
				1 token {"team":2,"value":1}
				1 round_over {"round":1,"totals":{"1":150,"2":150}}
				2 round_over {"round":2,"totals":{"1":200,"2":200}}`,
		},
		{
			Clause: "MOTUS-7 the last token is asked for once",
			Story: `
				motus 1 2 3 4 {"letters":5,"series":1,"grid":"entered","size":1,"blanks":0,"super":false}
				1 word hunt=1 "ETAGE"
				2 word hunt=2 "BALLE"` + sixMisses + `
				9 guess hunt=1 "ETAGE"
				10 guess "BALLE"
				11 token 1`,
			Only: "token motus round_over",
			Facts: `
				11 token {"team":1,"value":1}
				11 motus {"team":1}
				11 round_over {"round":1,"totals":{"1":200,"2":0}}`,
		},

		{
			Clause: "MOTUS-8 a row",
			Story:  physical + tokens([]string{"4", "6", "5"}, []string{"3", "4", "5"}),
			Only:   "motus",
			Facts:  motusAt(3, 1),
		},
		{
			Clause: "MOTUS-8 a column",
			Story:  physical + tokens([]string{"4", "6", "9"}, []string{"2", "8", "5"}),
			Only:   "motus",
			Facts:  motusAt(3, 2),
		},
		{
			Clause: "MOTUS-8 the diagonal from the top left",
			Story:  physical + tokens([]string{"1", "5", "9"}, []string{"1", "5", "8"}),
			Only:   "motus",
			Facts:  motusAt(3, 1),
		},
		{
			Clause: "MOTUS-8 the diagonal from the top right",
			Story:  physical + tokens([]string{"7", "5", "3"}, []string{"7", "5", "2"}),
			Only:   "motus",
			Facts:  motusAt(3, 1),
		},
		{
			Clause: "MOTUS-8 once per draw, and again for another line",
			Story:  physical + tokens([]string{"1", "2", "6", "9", "3", "7", "8"}, []string{"1", "2", "6", "8", "4", "9", `"blank"`}),
			Only:   "motus score",
			Facts: `
				1 score {"delta":50,"total":50,"why":"found","team":2}
				1 score {"delta":50,"total":50,"why":"found","team":1}
				2 score {"delta":50,"total":100,"why":"found","team":2}
				2 score {"delta":50,"total":100,"why":"found","team":1}
				3 score {"delta":50,"total":150,"why":"found","team":2}
				3 score {"delta":50,"total":150,"why":"found","team":1}
				4 score {"delta":50,"total":200,"why":"found","team":2}
				4 score {"delta":50,"total":200,"why":"found","team":1}
				5 score {"delta":50,"total":250,"why":"found","team":2}
				5 score {"delta":50,"total":250,"why":"found","team":1}
				5 motus {"team":1}
				5 score {"delta":100,"total":350,"why":"motus","team":1}
				6 score {"delta":50,"total":300,"why":"found","team":2}
				6 score {"delta":50,"total":400,"why":"found","team":1}
				7 score {"delta":50,"total":350,"why":"found","team":2}
				7 score {"delta":50,"total":450,"why":"found","team":1}
				7 motus {"team":1}
				7 score {"delta":100,"total":550,"why":"motus","team":1}`,
		},
	})
}

// super is a Super Partie of A and B (seats 1 and 3), from 2 seconds on.
const super = `
	motus 1 2 3 4 {"letters":5,"series":1,"grid":"none"}
	1 word hunt=1 "ETAGE"
	1 word hunt=2 "BALLE"
	1 guess hunt=1 "ETAGE"
	1 guess hunt=2 "BALLE"
	2 super_team 1`

// facts that super brings about
const superFacts = firstFound + `
	1 marks {"hunt":2,"line":1,"seat":3,"word":"BALLE","marks":"XXXXX"}
	1 found {"hunt":2,"team":1,"seat":3}
	1 score {"delta":50,"total":50,"why":"found","team":1}
	1 round_over {"round":1,"totals":{"1":50,"2":50}}
	1 prompt {"id":"super_team","for":"judge","options":[1,2]}
	2 prompt {"id":"word","for":2,"hunt":1}`

// written is super with its first word written.
const written = super + "\n10 word \"COCON\""

const writtenFacts = superFacts + `
	10 hint {"hunt":1,"position":1,"letter":"C"}`

// buzz has a seat propose a word at a second.
func buzz(t int, seat int, word string) string {
	return fmt.Sprintf("\n%[1]d press %[2]d\n%[1]d.5 guess %[3]q", t, seat, word)
}

func TestMotusSuperPartie(t *testing.T) {
	gametest.Run(t, book(), []gametest.Case{
		{
			Clause: "MOTUS-10 the team ahead plays it, and the others write: A and B in turn",
			Story: `
				motus 1 2 3 4 {"letters":5,"series":1,"grid":"none"}
				1 word hunt=1 "ETAGE"
				1 word hunt=2 "BALLE"
				1 guess hunt=1 "ETAGE"
				2 guess "BAAAA"
				2 guess "BAAAA"
				2 guess "BAAAA"
				2 guess "BAAAA"
				2 guess "BAAAA"
				2 guess "BAAAA"
				2 guess "BAAAA"
				10 word "COCON"` + buzz(11, 2, "COCON") + "\n12 word hunt=2 \"COCON\"" + buzz(13, 4, "COCON"),
			Only: "found round_over prompt missed",
			Facts: authors + `
				1 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":1}
				1 prompt {"id":"guess","for":"judge","seat":3,"hunt":2,"line":1}
				1 found {"hunt":1,"team":2,"seat":2}
				2 prompt {"id":"guess","for":"judge","seat":1,"hunt":2,"line":2}
				2 prompt {"id":"guess","for":"judge","seat":3,"hunt":2,"line":3}
				2 prompt {"id":"guess","for":"judge","seat":1,"hunt":2,"line":4}
				2 prompt {"id":"guess","for":"judge","seat":3,"hunt":2,"line":5}
				2 prompt {"id":"guess","for":"judge","seat":1,"hunt":2,"line":6}
				2 prompt {"id":"guess","for":"judge","seat":4,"hunt":2,"line":7}
				2 missed {"hunt":2,"word":"BALLE"}
				2 round_over {"round":1,"totals":{"1":0,"2":50}}
				2 prompt {"id":"word","for":1,"hunt":1}
				11.011 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":1}
				11.5 found {"hunt":1,"team":2,"seat":2}
				11.5 prompt {"id":"word","for":3,"hunt":2}
				13.011 prompt {"id":"guess","for":"judge","seat":4,"hunt":2,"line":1}
				13.5 found {"hunt":2,"team":2,"seat":4}
				13.5 prompt {"id":"word","for":1,"hunt":3}`,
		},
		{
			Clause: "MOTUS-10 prepared: the next author writes while the word is played, and it begins at once",
			Story: strings.Replace(written, `{`, `{"prepare":true,`, 1) + buzz(11, 1, "CUBES") +
				"\n12 word hunt=2 \"BALLE\"" + buzz(13, 1, "COCON") + buzz(14, 3, "BALLE") + "\n15 press 1\n16 word \"ETAGE\"",
			Only: "found hint prompt ignored",
			Facts: authors + `
				1 hint {"hunt":1,"position":1,"letter":"E"}
				1 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":1}
				1 hint {"hunt":2,"position":1,"letter":"B"}
				1 prompt {"id":"guess","for":"judge","seat":3,"hunt":2,"line":1}
				1 found {"hunt":1,"team":2,"seat":2}
				1 found {"hunt":2,"team":1,"seat":3}
				1 prompt {"id":"super_team","for":"judge","options":[1,2]}
				2 prompt {"id":"word","for":2,"hunt":1}
				10 hint {"hunt":1,"position":1,"letter":"C"}
				10 prompt {"id":"word","for":4,"hunt":2}
				11.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":1}
				13.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":2}
				13.5 found {"hunt":1,"team":1,"seat":1}
				13.5 hint {"hunt":2,"position":1,"letter":"B"}
				13.5 prompt {"id":"word","for":2,"hunt":3}
				14.011 prompt {"id":"guess","for":"judge","seat":3,"hunt":2,"line":1}
				14.5 found {"hunt":2,"team":1,"seat":3}
				15 ignored {"seat":1,"why":"no effect now"}
				16 hint {"hunt":3,"position":1,"letter":"E"}
				16 prompt {"id":"word","for":4,"hunt":4}`,
		},
		{
			Clause: "MOTUS-10 prepared: after the third word what was being written is asked no more",
			Story: strings.Replace(written, `{`, `{"prepare":true,`, 1) + buzz(11, 1, "COCON") + "\n12 word \"COCON\"" +
				buzz(13, 1, "COCON") + "\n14 word \"COCON\"" + buzz(15, 1, "COCON") + "\n16 word \"ETAGE\"",
			Err:   `no prompt "word" is open`,
			Only:  "game_over closed",
			Facts: `15.5 game_over {"totals":{"1":50,"2":50},"winners":[1]}`,
		},
		{
			Clause: "MOTUS-10 nobody proposes before the word is written, and the authors not at all",
			Story:  super + "\n3 press 1\n10 word \"COCON\"\n11 press 2",
			Facts: superFacts + `
				3 ignored {"seat":1,"why":"no effect now"}
				10 hint {"hunt":1,"position":1,"letter":"C"}
				11 ignored {"seat":2,"why":"no effect now"}`,
		},
		{
			Clause: "MOTUS-11 the fastest proposes when the queue is decided, the slower pressed in vain",
			Story:  written + "\n11 press 1\n11.005 press 3\n11.2 press 3\n12 guess \"CUBES\"",
			Facts: writtenFacts + `
				11.011 ignored {"seat":3,"why":"late"}
				11.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":1}
				11.2 ignored {"seat":3,"why":"late"}
				12 marks {"hunt":1,"line":1,"seat":1,"word":"CUBES","marks":"X----"}`,
		},
		{
			Clause: "MOTUS-11 by the time of the press, not of its delivery",
			Story:  written + "\n11.005 press 1\n11 press 3",
			Facts: writtenFacts + `
				11.011 ignored {"seat":1,"why":"late"}
				11.011 prompt {"id":"guess","for":"judge","seat":3,"hunt":1,"line":1}`,
		},
		{
			Clause: "MOTUS-11 a press delivered after the decision is late",
			Story:  written + "\n11 press 1\n11.012 press 2\n11.008 press 3",
			Facts: writtenFacts + `
				11.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":1}
				11.012 ignored {"seat":2,"why":"no effect now"}
				11.008 ignored {"seat":3,"why":"late"}`,
		},
		{
			Clause: "MOTUS-11 a press from before the line was open, delivered after, carries its own time into it",
			Story:  written + "\n11 press 1\n12 guess \"CUBES\"\n11.995 press 3",
			Facts: writtenFacts + `
				11.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":1}
				12 marks {"hunt":1,"line":1,"seat":1,"word":"CUBES","marks":"X----"}
				12.006 prompt {"id":"guess","for":"judge","seat":3,"hunt":1,"line":2}`,
		},
		{
			Clause: "MOTUS-11 undo of what made a press vain: it waits again, and is what the next undo takes back",
			Story:  written + "\n11 press 3\n11.006 lost 1\n12 call_first \"nobody\"\n13 undo\n14 undo\n15 undo",
			Only:   "ignored undone",
			Facts: `
				12 ignored {"seat":3,"why":"late"}
				13 undone {"line":10}
				14 undone {"line":9}
				15 undone {"line":8}`,
		},
		{
			Clause: "RACE-1 an earlier press that is delivered later takes the place of the one that waited, which is ignored",
			Story:  written + "\n11.005 press 1\n11 press 1",
			Facts: writtenFacts + `
				11 ignored {"seat":1,"why":"no effect now"}
				11.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":1}`,
		},
		{
			Clause: "MOTUS-11 a second press of the same seat changes nothing",
			Story:  written + "\n11 press 1\n11.003 press 1",
			Facts: writtenFacts + `
				11.003 ignored {"seat":1,"why":"no effect now"}
				11.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":1}`,
		},
		{
			Clause: "MOTUS-11 then both may press again; six lines, a hint, a seventh, void",
			Story: written + buzz(11, 1, "CUBES") + buzz(12, 1, "CABLE") + buzz(13, 3, "CUBES") +
				buzz(14, 3, "CUBES") + buzz(15, 3, "CUBES") + buzz(16, 1, "CUBES") + buzz(17, 1, "COUPS"),
			Facts: writtenFacts + `
				11.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":1}
				11.5 marks {"hunt":1,"line":1,"seat":1,"word":"CUBES","marks":"X----"}
				12.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":2}
				12.5 marks {"hunt":1,"line":2,"seat":1,"word":"CABLE","marks":"X----"}
				13.011 prompt {"id":"guess","for":"judge","seat":3,"hunt":1,"line":3}
				13.5 marks {"hunt":1,"line":3,"seat":3,"word":"CUBES","marks":"X----"}
				14.011 prompt {"id":"guess","for":"judge","seat":3,"hunt":1,"line":4}
				14.5 marks {"hunt":1,"line":4,"seat":3,"word":"CUBES","marks":"X----"}
				15.011 prompt {"id":"guess","for":"judge","seat":3,"hunt":1,"line":5}
				15.5 marks {"hunt":1,"line":5,"seat":3,"word":"CUBES","marks":"X----"}
				16.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":6}
				16.5 marks {"hunt":1,"line":6,"seat":1,"word":"CUBES","marks":"X----"}
				16.5 hint {"hunt":1,"position":2,"letter":"O"}
				17.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":7}
				17.5 marks {"hunt":1,"line":7,"seat":1,"word":"COUPS","marks":"XX---"}
				17.5 missed {"hunt":1,"word":"COCON"}
				17.5 prompt {"id":"word","for":4,"hunt":2}`,
		},
		{
			Clause: "MOTUS-12 a dead heat: both propose, each is marked when he answers, the one who is right has it",
			Story:  written + "\n11 press 3\n11.000999999 press 1\n12 guess seat=1 \"COCON\"\n13 guess \"CUBES\"",
			Facts: writtenFacts + `
				11.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":1}
				11.011 prompt {"id":"guess","for":"judge","seat":3,"hunt":1,"line":1}
				12 marks {"hunt":1,"line":1,"seat":1,"word":"COCON","marks":"XXXXX"}
				13 marks {"hunt":1,"line":1,"seat":3,"word":"CUBES","marks":"X----"}
				13 found {"hunt":1,"team":1,"seat":1}
				13 prompt {"id":"word","for":4,"hunt":2}`,
		},
		{
			Clause: "MOTUS-12 a tie apart is decided",
			Story:  written + "\n11 press 3\n11.001 press 1",
			Facts: writtenFacts + `
				11.011 ignored {"seat":1,"why":"late"}
				11.011 prompt {"id":"guess","for":"judge","seat":3,"hunt":1,"line":1}`,
		},
		{
			Clause: "MOTUS-12 both right: the word is void",
			Story:  written + "\n11 press 1\n11 press 3\n12 guess seat=3 \"COCON\"\n13 guess seat=1 \"COCON\"",
			Facts: writtenFacts + `
				11.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":1}
				11.011 prompt {"id":"guess","for":"judge","seat":3,"hunt":1,"line":1}
				12 marks {"hunt":1,"line":1,"seat":3,"word":"COCON","marks":"XXXXX"}
				13 marks {"hunt":1,"line":1,"seat":1,"word":"COCON","marks":"XXXXX"}
				13 missed {"hunt":1,"word":"COCON"}
				13 prompt {"id":"word","for":4,"hunt":2}`,
		},
		{
			Clause: "MOTUS-12 both wrong: one line is gone, and both may press again",
			Story: written + "\n11 press 1\n11 press 3\n12 guess seat=3 \"CUBES\"\n12.5 press 1\n13 guess \"CABLE\"" +
				buzz(14, 3, "COCON"),
			Facts: writtenFacts + `
				11.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":1}
				11.011 prompt {"id":"guess","for":"judge","seat":3,"hunt":1,"line":1}
				12 marks {"hunt":1,"line":1,"seat":3,"word":"CUBES","marks":"X----"}
				12.5 ignored {"seat":1,"why":"no effect now"}
				13 marks {"hunt":1,"line":1,"seat":1,"word":"CABLE","marks":"X----"}
				14.011 prompt {"id":"guess","for":"judge","seat":3,"hunt":1,"line":2}
				14.5 marks {"hunt":1,"line":2,"seat":3,"word":"COCON","marks":"XXXXX"}
				14.5 found {"hunt":1,"team":1,"seat":3}
				14.5 prompt {"id":"word","for":4,"hunt":2}`,
		},
		{
			Clause: "MOTUS-13 the first to find three words wins; the points stay",
			Story: written + buzz(11, 1, "COCON") + "\n12 word \"COCON\"" + buzz(13, 3, "COCON") + "\n14 word \"COCON\"" +
				buzz(15, 3, "COCON") + "\n16 word \"COCON\"" + buzz(17, 1, "COCON") + "\n18 word \"COCON\"" + buzz(19, 3, "COCON"),
			Only: "found game_over score round_over",
			Facts: `
				1 found {"hunt":1,"team":2,"seat":2}
				1 score {"delta":50,"total":50,"why":"found","team":2}
				1 found {"hunt":2,"team":1,"seat":3}
				1 score {"delta":50,"total":50,"why":"found","team":1}
				1 round_over {"round":1,"totals":{"1":50,"2":50}}
				11.5 found {"hunt":1,"team":1,"seat":1}
				13.5 found {"hunt":2,"team":1,"seat":3}
				15.5 found {"hunt":3,"team":1,"seat":3}
				17.5 found {"hunt":4,"team":1,"seat":1}
				19.5 found {"hunt":5,"team":1,"seat":3}
				19.5 game_over {"totals":{"1":50,"2":50},"winners":[3]}`,
		},
		{
			Clause: "MOTUS-15 one speaks: of a dead heat the first seat has his time, and then the other",
			Story: strings.Replace(written, `{`, `{"clock":"8s","clocks":"speaker",`, 1) +
				"\n11 press 1\n11 press 3\n18 guess seat=1 \"CUBES\"",
			Only: "marks too_late",
			Facts: `
				1 marks {"hunt":1,"line":1,"seat":2,"word":"ETAGE","marks":"XXXXX"}
				1 marks {"hunt":2,"line":1,"seat":3,"word":"BALLE","marks":"XXXXX"}
				18 marks {"hunt":1,"line":1,"seat":1,"word":"CUBES","marks":"X----"}
				26 too_late {"hunt":1,"line":1,"seat":3}`,
		},
		{
			Clause: "MOTUS-15 in the Super Partie the clock runs from the prompt, for each of a dead heat",
			Story: strings.Replace(written, `{`, `{"clock":"8s",`, 1) +
				"\n11 press 1\n11 press 3\n12 guess seat=3 \"COCON\"\n20 press 1",
			Facts: writtenFacts + `
				11.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":1}
				11.011 prompt {"id":"guess","for":"judge","seat":3,"hunt":1,"line":1}
				12 marks {"hunt":1,"line":1,"seat":3,"word":"COCON","marks":"XXXXX"}
				19.011 closed {"id":"guess","seat":1,"hunt":1,"line":1}
				19.011 too_late {"hunt":1,"line":1,"seat":1}
				19.011 found {"hunt":1,"team":1,"seat":3}
				19.011 prompt {"id":"word","for":4,"hunt":2}
				20 ignored {"seat":1,"why":"no effect now"}`,
		},
		{
			Clause: "MOTUS-15 both of a dead heat too late: both may press again",
			Story: strings.Replace(written, `{`, `{"clock":"8s",`, 1) +
				"\n11 press 1\n11 press 3\n20 press 1",
			Facts: writtenFacts + `
				11.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":1}
				11.011 prompt {"id":"guess","for":"judge","seat":3,"hunt":1,"line":1}
				19.011 closed {"id":"guess","seat":1,"hunt":1,"line":1}
				19.011 too_late {"hunt":1,"line":1,"seat":1}
				19.011 closed {"id":"guess","seat":3,"hunt":1,"line":1}
				19.011 too_late {"hunt":1,"line":1,"seat":3}
				20.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":2}
				28.011 closed {"id":"guess","seat":1,"hunt":1,"line":2}
				28.011 too_late {"hunt":1,"line":2,"seat":1}`,
		},
		{
			Clause: "RACE-2 the queue waits as long as the option says",
			Story: strings.Replace(written, `{`, `{"race":{"settle":"30ms","tie":"4ms"},`, 1) +
				"\n11 press 1\n11.03 press 3\n12 guess \"CUBES\"\n13 press 1\n13.003 press 3",
			Facts: writtenFacts + `
				11.034 ignored {"seat":3,"why":"late"}
				11.034 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":1}
				12 marks {"hunt":1,"line":1,"seat":1,"word":"CUBES","marks":"X----"}
				13.034 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":2}
				13.034 prompt {"id":"guess","for":"judge","seat":3,"hunt":1,"line":2}`,
		},
		{
			Clause: "RACE-8 edges lost while a queue is undecided: the judge says who spoke first",
			Story:  written + "\n11 press 1\n11.005 lost 3\n12 press 3\n13 call_first 3\n14 guess \"CUBES\"",
			Facts: writtenFacts + `
				11.005 lost {"edges":3}
				11.005 prompt {"id":"call_first","for":"judge","options":[1,3,"nobody"]}
				12 ignored {"seat":3,"why":"late"}
				13 ignored {"seat":1,"why":"late"}
				13 prompt {"id":"guess","for":"judge","seat":3,"hunt":1,"line":1}
				14 marks {"hunt":1,"line":1,"seat":3,"word":"CUBES","marks":"X----"}`,
		},
		{
			Clause: "RACE-8 nobody spoke: both may press again",
			Story:  written + "\n11 press 1\n11.005 lost 3\n13 call_first \"nobody\"\n14 press 1",
			Facts: writtenFacts + `
				11.005 lost {"edges":3}
				11.005 prompt {"id":"call_first","for":"judge","options":[1,3,"nobody"]}
				13 ignored {"seat":1,"why":"late"}
				14.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":1}`,
		},
		{
			Clause: "RACE-8 edges lost while nobody waits change nothing",
			Story:  written + "\n11 lost 3\n12 press 1",
			Facts: writtenFacts + `
				11 lost {"edges":3}
				12.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":1}`,
		},
		{
			Clause: "Undo of a proposal brings the question back",
			Story:  written + "\n11 press 1\n12 guess \"CUBES\"\n13 undo\n14 guess \"CABLE\"",
			Facts: writtenFacts + `
				11.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":1}
				12 marks {"hunt":1,"line":1,"seat":1,"word":"CUBES","marks":"X----"}
				13 undone {"line":9}
				14 marks {"hunt":1,"line":1,"seat":1,"word":"CABLE","marks":"X----"}`,
		},
		{
			Clause: "Undo of a press: a press that had no effect after it still has none",
			Story:  written + "\n11 press 1\n12 press 3\n13 undo\n14 press 3",
			Facts: writtenFacts + `
				11.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":1}
				12 ignored {"seat":3,"why":"late"}
				13 undone {"line":8}
				14.011 prompt {"id":"guess","for":"judge","seat":3,"hunt":1,"line":1}`,
		},
		{
			Clause: "Undo of the end goes on",
			Story: written + buzz(11, 1, "COCON") + "\n12 word \"COCON\"" + buzz(13, 1, "COCON") + "\n14 word \"COCON\"" +
				buzz(15, 1, "COCON") + "\n16 undo" + "\n17 guess \"CUBES\"",
			Only: "game_over undone",
			Facts: `
				15.5 game_over {"totals":{"1":50,"2":50},"winners":[1]}
				16 undone {"line":15}`,
		},
	})
}
