package motus

import (
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
)

func book() games.Rulebook { return games.Rulebook{Rules()} }

func TestMotus(t *testing.T) {
	gametest.Stories(t, book(), `
		two words:
			motus 1 2 3 4 {"letters":5,"series":1,"grid":"none","super":false}
			1 word hunt=1 "ETAGE"
			2 word hunt=2 "BALLE"

		six misses:
			after two words
			3 guess hunt=1 "ETUDE"
			4 guess hunt=1 "ETUDE"
			5 guess hunt=1 "ETUDE"
			6 guess hunt=1 "ETUDE"
			7 guess hunt=1 "ETUDE"
			8 guess hunt=1 "ETUDE"

		MOTUS teams are four seats
			motus 1 2 3
			! motus with 3 seats: expected 4 for "mode":"teams"; "mode":"solo" is for 2 to 4

		MOTUS solo takes the options of teams, and has neither grid nor Super Partie
			motus 1 2 {"mode":"solo","super":true,"grid":"house"}
			-- started token
			0 started {"game":"motus","seats":[1,2]}

		MOTUS a press means nothing in a series
			after two words
			3 press 1
			4 release 1
			5 lost 2
			-- ignored lost
			3 ignored {"seat":1,"why":"no effect now"}
			5 lost {"edges":2}

		MOTUS-1 A and C write first, B and D next, A and C again; seven letters
			motus 2 3 5 8 {"grid":"none","series":3,"super":false}
			1 word hunt=1 "PREMIER"
			2 word hunt=2 "SERRURE"
			3 guess hunt=1 "PREMIER"
			4 guess hunt=2 "SERRURE"
			5 word hunt=1 "BARBARE"
			6 word hunt=2 "TROTTER"
			7 guess hunt=1 "BARBARE"
			8 guess hunt=2 "TROTTER"
			-- prompt
			1 prompt {"id":"guess","for":"judge","seat":3,"hunt":1,"line":1}
			2 prompt {"id":"guess","for":"judge","seat":5,"hunt":2,"line":1}
			4 prompt {"id":"word","for":5,"hunt":1}
			4 prompt {"id":"word","for":8,"hunt":2}
			5 prompt {"id":"guess","for":"judge","seat":8,"hunt":1,"line":1}
			6 prompt {"id":"guess","for":"judge","seat":2,"hunt":2,"line":1}
			8 prompt {"id":"word","for":2,"hunt":1}
			8 prompt {"id":"word","for":3,"hunt":2}

		MOTUS-1 words may be as short as three letters
			motus 1 2 3 4 {"letters":3,"series":1,"grid":"none","super":false}
			1 word hunt=1 "ÉTÉ"
			2 word hunt=2 "THÉ"
			3 guess hunt=1 "EST"
			4 guess hunt=2 "THE"
			5 guess hunt=1 "ETE"
			-- marks game_over
			3 marks {"hunt":1,"line":1,"seat":2,"word":"EST","marks":"X-O"}
			4 marks {"hunt":2,"line":1,"seat":3,"word":"THE","marks":"XXX"}
			5 marks {"hunt":1,"line":2,"seat":4,"word":"ETE","marks":"XXX"}
			5 game_over {"totals":{"1":50,"2":50},"winners":[1,2,3,4]}

		MOTUS words of two letters are too short
			motus 1 2 3 4 {"letters":2}
			! option "letters": 2: expected at least 3

		MOTUS-1 case, accents and ligatures fold, and only then are letters counted
			motus 1 2 3 4 {"letters":6,"grid":"none"}
			1 word hunt=1 "œuvre"
			2 guess "ŒUVRÉ"
			-- hint marks found
			1 hint {"hunt":1,"position":1,"letter":"O"}
			2 marks {"hunt":1,"line":1,"seat":2,"word":"OEUVRE","marks":"XXXXXX"}
			2 found {"hunt":1,"team":2,"seat":2}

		MOTUS-2 the clockwise neighbour has lines 1, 3, 5, the other 2, 4, 6
			after six misses
			11 guess hunt=2 "BANAL"
			12 guess hunt=2 "BANAL"
			13 guess hunt=2 "BANAL"
			14 guess hunt=2 "BANAL"
			15 guess hunt=2 "BANAL"
			16 guess hunt=2 "BANAL"
			-- prompt
			11 prompt {"id":"guess","for":"judge","seat":1,"hunt":2,"line":2}
			12 prompt {"id":"guess","for":"judge","seat":3,"hunt":2,"line":3}
			13 prompt {"id":"guess","for":"judge","seat":1,"hunt":2,"line":4}
			14 prompt {"id":"guess","for":"judge","seat":3,"hunt":2,"line":5}
			15 prompt {"id":"guess","for":"judge","seat":1,"hunt":2,"line":6}
			16 prompt {"id":"guess","for":"judge","seat":4,"hunt":2,"line":7}

		MOTUS-3 a hunt begins while the other word is still to be written
			motus 1 2 3 4 {"letters":5,"grid":"none"}
			1 word hunt=2 "BALLE"
			2 guess "BELLE"
			3 word "ETAGE"
			4 guess hunt=1 "ETUDE"
			--
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
			4 prompt {"id":"guess","for":"judge","seat":4,"hunt":1,"line":2}

		MOTUS-4 a word that begins with another letter
			after two words
			3 guess hunt=1 "BALLE"
			! BALLE begins with B: expected a word that begins with E

		MOTUS-4 exact ones first, then misplaced from the left
			after two words
			3 guess hunt=1 "EGEEE"
			-- marks
			3 marks {"hunt":1,"line":1,"seat":2,"word":"EGEEE","marks":"XO--X"}

		MOTUS-5 the finder's team has 50 points, and the other hunt goes on
			after two words
			3 guess hunt=1 "ÉTAGE"
			4 guess "BELLE"
			5 guess "BALLE"
			-- found score round_over game_over
			3 found {"hunt":1,"team":2,"seat":2}
			3 score {"delta":50,"total":50,"why":"found","team":2}
			5 found {"hunt":2,"team":1,"seat":1}
			5 score {"delta":50,"total":50,"why":"found","team":1}
			5 round_over {"round":1,"totals":{"1":50,"2":50}}
			5 game_over {"totals":{"1":50,"2":50},"winners":[1,2,3,4]}

		MOTUS-6 missed, the word is shown and nobody scores
			after six misses
			9 guess hunt=1 "ETUDE"
			10 guess "BALLE"
			-- found score missed game_over
			9 missed {"hunt":1,"word":"ETAGE"}
			10 found {"hunt":2,"team":1,"seat":3}
			10 score {"delta":50,"total":50,"why":"found","team":1}
			10 game_over {"totals":{"1":50,"2":0},"winners":[1,3]}

		MOTUS-6 a letter that any line has had in place is not given again
			after two words
			3 guess hunt=1 "ETUDE"
			4 guess hunt=1 "ENAAA"
			5 guess hunt=1 "EEEEE"
			6 guess hunt=1 "EEEEE"
			7 guess hunt=1 "EEEEE"
			8 guess hunt=1 "EEEEE"
			-- hint
			8 hint {"hunt":1,"position":4,"letter":"G"}

		MOTUS-6 with all letters in place on some line there is no hint
			after two words
			3 guess hunt=1 "ETUGA"
			4 guess hunt=1 "EXAXE"
			5 guess hunt=1 "EEEEE"
			6 guess hunt=1 "EEEEE"
			7 guess hunt=1 "EEEEE"
			8 guess hunt=1 "EEEEE"
			-- hint prompt
			3 prompt {"id":"guess","for":"judge","seat":4,"hunt":1,"line":2}
			4 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":3}
			5 prompt {"id":"guess","for":"judge","seat":4,"hunt":1,"line":4}
			6 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":5}
			7 prompt {"id":"guess","for":"judge","seat":4,"hunt":1,"line":6}
			8 prompt {"id":"guess","for":"judge","seat":3,"hunt":1,"line":7}

		MOTUS-9 the next words follow at once, and the team ahead after all series wins
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
			14 guess "BALLE"
			-- found score round_over game_over
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
			14 game_over {"totals":{"1":50,"2":150},"winners":[2,4]}

		MOTUS-9 level teams: the judge says who plays the Super Partie
			motus 1 2 3 4 {"letters":5,"series":1,"grid":"none"}
			1 word hunt=1 "ETAGE"
			2 word hunt=2 "BALLE"
			3 guess hunt=1 "ETAGE"
			4 guess hunt=2 "BALLE"
			5 super_team 2
			-- round_over game_over prompt
			1 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":1}
			2 prompt {"id":"guess","for":"judge","seat":3,"hunt":2,"line":1}
			4 round_over {"round":1,"totals":{"1":50,"2":50}}
			4 prompt {"id":"super_team","for":"judge","options":[1,2]}
			5 prompt {"id":"word","for":1,"hunt":1}

		MOTUS-14 solo: each hunts the word of the neighbour on the right, alone
			motus 2 5 7 {"mode":"solo","letters":5,"series":1}
			1 word hunt=1 "ETAGE"
			2 word hunt=2 "BALLE"
			3 word hunt=3 "COCON"
			4 guess hunt=1 "ETUDE"
			5 guess hunt=3 "COCON"
			6 guess hunt=1 "ETAGE"
			7 guess "BALLE"
			--
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
			7 game_over {"totals":{"2":50,"5":50,"7":50},"winners":[2,5,7]}

		MOTUS-14 the further hint costs half the points, and everyone writes again
			motus 1 2 {"mode":"solo","letters":5,"series":2}
			1 word hunt=1 "ETAGE"
			2 word hunt=2 "BALLE"
			3 guess hunt=1 "ETUDE"
			4 guess hunt=1 "ETUDE"
			5 guess hunt=1 "ETUDE"
			6 guess hunt=1 "ETUDE"
			7 guess hunt=1 "ETUDE"
			8 guess hunt=1 "ETUDE"
			9 guess hunt=1 "ETAGE"
			10 guess "BALLE"
			11 word hunt=2 "BALLE"
			-- found score round_over
			9 found {"hunt":1,"seat":2}
			9 score {"delta":25,"total":25,"why":"found","seat":2}
			10 found {"hunt":2,"seat":1}
			10 score {"delta":50,"total":50,"why":"found","seat":1}
			10 round_over {"round":1,"totals":{"1":50,"2":25}}

		MOTUS-15 a guess not answered in time is closed and the line is lost
			motus 1 2 3 4 {"letters":5,"series":1,"grid":"none","clock":"8s"}
			1 word hunt=1 "ETAGE"
			8.999999999 guess "ETUDE"
			17 press 1
			-- closed too_late missed
			16.999999999 closed {"id":"guess","seat":4,"hunt":1,"line":2}
			16.999999999 too_late {"hunt":1,"line":2,"seat":4}
			24.999999999 closed {"id":"guess","seat":2,"hunt":1,"line":3}
			24.999999999 too_late {"hunt":1,"line":3,"seat":2}
			32.999999999 closed {"id":"guess","seat":4,"hunt":1,"line":4}
			32.999999999 too_late {"hunt":1,"line":4,"seat":4}
			40.999999999 closed {"id":"guess","seat":2,"hunt":1,"line":5}
			40.999999999 too_late {"hunt":1,"line":5,"seat":2}
			48.999999999 closed {"id":"guess","seat":4,"hunt":1,"line":6}
			48.999999999 too_late {"hunt":1,"line":6,"seat":4}
			56.999999999 closed {"id":"guess","seat":3,"hunt":1,"line":7}
			56.999999999 too_late {"hunt":1,"line":7,"seat":3}
			56.999999999 missed {"hunt":1,"word":"ETAGE"}

		MOTUS-15 an answer at the very end of the time is too late
			motus 1 2 3 4 {"letters":5,"series":1,"grid":"none","clock":"8s"}
			1 word hunt=1 "ETAGE"
			9 guess line=1 "ETUDE"
			! no prompt "guess" is open with those keys
			-- marks too_late
			9 too_late {"hunt":1,"line":1,"seat":2}

		MOTUS-15 each hunt has its own clock, and one step each
			motus 1 2 3 4 {"letters":5,"series":1,"grid":"none","clock":"1m"}
			1 word hunt=2 "BALLE"
			1 word hunt=1 "ETAGE"
			62 guess hunt=1 "ETAGE"
			63 guess "BALLE"
			-- closed too_late prompt
			1 prompt {"id":"guess","for":"judge","seat":3,"hunt":2,"line":1}
			1 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":1}
			61 closed {"id":"guess","seat":3,"hunt":2,"line":1}
			61 too_late {"hunt":2,"line":1,"seat":3}
			61 prompt {"id":"guess","for":"judge","seat":1,"hunt":2,"line":2}
			61 closed {"id":"guess","seat":2,"hunt":1,"line":1}
			61 too_late {"hunt":1,"line":1,"seat":2}
			61 prompt {"id":"guess","for":"judge","seat":4,"hunt":1,"line":2}
			63 prompt {"id":"super_team","for":"judge","options":[1,2]}

		MOTUS-15 the empty word begins an entry: the clock stops, however long the judge types
			motus 1 2 3 4 {"letters":5,"series":1,"grid":"none","clock":"8s"}
			1  word hunt=1 "ETAGE"
			8  guess hunt=1 ""
			60 guess hunt=1 "ETUDE"
			61 guess hunt=1 ""
			62 guess hunt=1 ""
			! no clock runs that the beginning of an entry could stop: expected a word
			-- marks too_late prompt
			1 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":1}
			60 marks {"hunt":1,"line":1,"seat":2,"word":"ETUDE","marks":"XX--X"}
			60 prompt {"id":"guess","for":"judge","seat":4,"hunt":1,"line":2}

		MOTUS-15 without a clock the empty word is no word
			motus 1 2 3 4 {"letters":5,"series":1,"grid":"none"}
			1 word hunt=1 "ETAGE"
			2 guess ""
			! has 0 letters: expected 5

		MOTUS-15 the beginning of an entry is not taken back by itself, and outlives the undo of what it led to
			motus 1 2 3 4 {"letters":5,"series":1,"grid":"none","clock":"8s"}
			1  word hunt=1 "ETAGE"
			8  guess hunt=1 ""
			20 guess hunt=1 "ETUDE"
			21 undo
			40 guess hunt=1 "ETAPE"
			41 guess hunt=1 ""
			60 undo
			90 undo
			91 word hunt=1 "BALLE"
			-- marks too_late undone hint missed
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
			147 missed {"hunt":1,"word":"BALLE"}

		MOTUS-15 one speaks: no clock before all words are written, then one at a time, the lower line first
			motus 1 2 3 4 {"letters":5,"series":1,"grid":"none","clock":"8s","clocks":"speaker"}
			1  word hunt=1 "ETAGE"
			30 word hunt=2 "BALLE"
			37 guess hunt=1 "ETUDE"
			44 guess hunt=2 "BELLE"
			-- marks too_late
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
			140 too_late {"hunt":2,"line":7,"seat":4}

		MOTUS-15 one speaks: while any word is being entered nobody's time runs, and it begins anew behind it
			motus 1 2 3 4 {"letters":5,"series":1,"grid":"none","clock":"8s","clocks":"speaker"}
			1  word hunt=1 "ETAGE"
			1  word hunt=2 "BALLE"
			8  guess hunt=2 ""
			60 guess hunt=2 "BELLE"
			67 guess hunt=1 ""
			90 guess hunt=1 "ETUDE"
			97 guess hunt=1 "ETAGE"
			104 guess hunt=2 "BALLE"
			-- too_late found
			97 found {"hunt":1,"team":2,"seat":4}
			104 found {"hunt":2,"team":1,"seat":1}

		MOTUS-15 one speaks: no clock runs while a token is drawn
			motus 1 2 3 4 {"letters":5,"series":1,"grid":"entered","super":false,"clock":"8s","clocks":"speaker"}
			1  word hunt=1 "ETAGE"
			1  word hunt=2 "BALLE"
			2  guess hunt=2 "BALLE"
			60 token 3
			67 guess hunt=1 "ETAGE"
			99 token 4
			-- too_late found token
			2 found {"hunt":2,"team":1,"seat":3}
			60 token {"team":1,"value":3}
			67 found {"hunt":1,"team":2,"seat":2}
			99 token {"team":2,"value":4}
	`)
}

func TestMotusGrid(t *testing.T) {
	gametest.Stories(t, book(), `
		two tokens to enter:
			motus 1 2 3 4 {"letters":5,"series":20,"grid":"entered","size":3,"blanks":1,"super":false}
			1 word hunt=1 "ETAGE"
			1 word hunt=2 "BALLE"
			1 guess hunt=1 "ETAGE"
			1 guess hunt=2 "BALLE"

		MOTUS-7 the order of a found word: marks, found, score, token, motus, score
			motus 1 2 3 4 {"letters":5,"series":1,"size":1,"blanks":0,"super":false}
			1 word hunt=1 "ETAGE"
			1 word hunt=2 "BALLE"
			1 guess hunt=1 "ETAGE"
			1 guess hunt=2 "BALLE"
			--
			0 started {"game":"motus","seats":[1,2,3,4]}
			0 prompt {"id":"word","for":1,"hunt":1}
			0 prompt {"id":"word","for":2,"hunt":2}
			1 hint {"hunt":1,"position":1,"letter":"E"}
			1 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":1}
			1 hint {"hunt":2,"position":1,"letter":"B"}
			1 prompt {"id":"guess","for":"judge","seat":3,"hunt":2,"line":1}
			1 marks {"hunt":1,"line":1,"seat":2,"word":"ETAGE","marks":"XXXXX"}
			1 found {"hunt":1,"team":2,"seat":2}
			1 score {"delta":50,"total":50,"why":"found","team":2}
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
			1 game_over {"totals":{"1":150,"2":150},"winners":[1,2,3,4]}

		MOTUS-7 the house draws blanks too, and nothing from an empty bag
			motus 1 2 3 4 seed=6 {"letters":5,"series":3,"size":1,"blanks":1,"super":false}
			1 word hunt=1 "ETAGE"
			1 word hunt=2 "BALLE"
			1 guess hunt=1 "ETAGE"
			1 guess hunt=2 "BALLE"
			2 word hunt=1 "ETAGE"
			2 word hunt=2 "BALLE"
			2 guess hunt=1 "ETAGE"
			2 guess hunt=2 "BALLE"
			3 word hunt=1 "ETAGE"
			3 word hunt=2 "BALLE"
			3 guess hunt=1 "ETAGE"
			3 guess hunt=2 "BALLE"
			-- token motus
			1 token {"team":2,"value":1}
			1 motus {"team":2}
			1 token {"team":1,"value":"blank"}
			2 token {"team":2,"value":"blank"}
			2 token {"team":1,"value":1}
			2 motus {"team":1}

		MOTUS-7 an entered token is asked for its team, and the series waits for it
			after two tokens to enter
			2 token team=2 9
			3 token "blank"
			-- token prompt round_over score
			2 token {"team":2,"value":9}
			3 token {"team":1,"value":"blank"}
			3 round_over {"round":1,"totals":{"1":50,"2":50}}
			3 prompt {"id":"word","for":3,"hunt":1}
			3 prompt {"id":"word","for":4,"hunt":2}

		MOTUS-7 more blanks than there are
			after two tokens to enter
			1 token team=1 "blank"
			1 token team=2 1
			2 word hunt=1 "ETAGE"
			2 word hunt=2 "BALLE"
			2 guess hunt=1 "ETAGE"
			2 guess hunt=2 "BALLE"
			2 token team=1 "blank"
			! "blank": this team has drawn all its blanks: expected a number
			-- motus token
			1 token {"team":1,"value":"blank"}
			1 token {"team":2,"value":1}

		MOTUS-7 an empty bag asks for no token
			motus 1 2 3 4 {"letters":5,"series":2,"grid":"entered","size":1,"blanks":0,"super":false}
			1 word hunt=1 "ETAGE"
			1 word hunt=2 "BALLE"
			1 guess hunt=1 "ETAGE"
			1 guess hunt=2 "BALLE"
			1 token team=1 1
			1 token team=2 1
			2 word hunt=1 "ETAGE"
			2 word hunt=2 "BALLE"
			2 guess hunt=1 "ETAGE"
			2 guess hunt=2 "BALLE"
			-- token round_over
			1 token {"team":1,"value":1}
			1 token {"team":2,"value":1}
			1 round_over {"round":1,"totals":{"1":150,"2":150}}
			2 round_over {"round":2,"totals":{"1":200,"2":200}}

		MOTUS-7 the last token is asked for once
			motus 1 2 3 4 {"letters":5,"series":1,"grid":"entered","size":1,"blanks":0,"super":false}
			1 word hunt=1 "ETAGE"
			2 word hunt=2 "BALLE"
			3 guess hunt=1 "ETUDE"
			4 guess hunt=1 "ETUDE"
			5 guess hunt=1 "ETUDE"
			6 guess hunt=1 "ETUDE"
			7 guess hunt=1 "ETUDE"
			8 guess hunt=1 "ETUDE"
			9 guess hunt=1 "ETAGE"
			10 guess "BALLE"
			11 token 1
			-- token motus round_over
			11 token {"team":1,"value":1}
			11 motus {"team":1}
			11 round_over {"round":1,"totals":{"1":200,"2":0}}

		MOTUS-8 a row
			after two tokens to enter
			1 token team=1 4
			1 token team=2 3
			2 word hunt=1 "ETAGE"
			2 word hunt=2 "BALLE"
			2 guess hunt=1 "ETAGE"
			2 guess hunt=2 "BALLE"
			2 token team=1 6
			2 token team=2 4
			3 word hunt=1 "ETAGE"
			3 word hunt=2 "BALLE"
			3 guess hunt=1 "ETAGE"
			3 guess hunt=2 "BALLE"
			3 token team=1 5
			3 token team=2 5
			-- motus
			3 motus {"team":1}
	`)
}

func TestMotusSuperPartie(t *testing.T) {
	gametest.Stories(t, book(), `
		the Super Partie, prepared:
			motus 1 2 3 4 {"prepare":true,"letters":5,"series":1,"grid":"none"}
			1 word hunt=1 "ETAGE"
			1 word hunt=2 "BALLE"
			1 guess hunt=1 "ETAGE"
			1 guess hunt=2 "BALLE"
			2 super_team 1
			10 word "COCON"

		the Super Partie:
			motus 1 2 3 4 {"letters":5,"series":1,"grid":"none"}
			1 word hunt=1 "ETAGE"
			1 word hunt=2 "BALLE"
			1 guess hunt=1 "ETAGE"
			1 guess hunt=2 "BALLE"
			2 super_team 1
			10 word "COCON"

		MOTUS-10 the team ahead plays it, and the others write: A and B in turn
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
			10 word "COCON"
			11 press 2
			11.5 guess "COCON"
			12 word hunt=2 "COCON"
			13 press 4
			13.5 guess "COCON"
			-- found round_over prompt missed
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
			13.5 prompt {"id":"word","for":1,"hunt":3}

		MOTUS-10 prepared: the next author writes while the word is played, and it begins at once
			after the Super Partie, prepared
			11 press 1
			11.5 guess "CUBES"
			12 word hunt=2 "BALLE"
			13 press 1
			13.5 guess "COCON"
			14 press 3
			14.5 guess "BALLE"
			15 press 1
			16 word "ETAGE"
			-- found hint prompt ignored
			11.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":1}
			13.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":2}
			13.5 found {"hunt":1,"team":1,"seat":1}
			13.5 hint {"hunt":2,"position":1,"letter":"B"}
			13.5 prompt {"id":"word","for":2,"hunt":3}
			14.011 prompt {"id":"guess","for":"judge","seat":3,"hunt":2,"line":1}
			14.5 found {"hunt":2,"team":1,"seat":3}
			15 ignored {"seat":1,"why":"no effect now"}
			16 hint {"hunt":3,"position":1,"letter":"E"}
			16 prompt {"id":"word","for":4,"hunt":4}

		MOTUS-10 prepared: after the third word what was being written is asked no more
			after the Super Partie, prepared
			11 press 1
			11.5 guess "COCON"
			12 word "COCON"
			13 press 1
			13.5 guess "COCON"
			14 word "COCON"
			15 press 1
			15.5 guess "COCON"
			16 word "ETAGE"
			! no prompt "word" is open
			-- game_over closed
			15.5 game_over {"totals":{"1":50,"2":50},"winners":[1]}

		MOTUS-11 the fastest proposes when the queue is decided, the slower pressed in vain
			after the Super Partie
			11 press 1
			11.005 press 3
			11.2 press 3
			12 guess "CUBES"
			--
			11.011 ignored {"seat":3,"why":"late"}
			11.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":1}
			11.2 ignored {"seat":3,"why":"late"}
			12 marks {"hunt":1,"line":1,"seat":1,"word":"CUBES","marks":"X----"}

		MOTUS-11 a press delivered after the decision is late
			after the Super Partie
			11 press 1
			11.012 press 2
			11.008 press 3
			--
			11.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":1}
			11.012 ignored {"seat":2,"why":"no effect now"}
			11.008 ignored {"seat":3,"why":"late"}

		MOTUS-11 undo of what made a press vain: it waits again, and is what the next undo takes back
			after the Super Partie
			11 press 3
			11.006 lost 1
			12 call_first "nobody"
			13 undo
			14 undo
			15 undo
			-- ignored undone
			12 ignored {"seat":3,"why":"late"}
			13 undone {"line":10}
			14 undone {"line":9}
			15 undone {"line":8}

		RACE-1 an earlier press that is delivered later takes the place of the one that waited, which is ignored
			after the Super Partie
			11.005 press 1
			11 press 1
			--
			11 ignored {"seat":1,"why":"no effect now"}
			11.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":1}

		MOTUS-11 then both may press again; six lines, a hint, a seventh, void
			after the Super Partie
			11 press 1
			11.5 guess "CUBES"
			12 press 1
			12.5 guess "CABLE"
			13 press 3
			13.5 guess "CUBES"
			14 press 3
			14.5 guess "CUBES"
			15 press 3
			15.5 guess "CUBES"
			16 press 1
			16.5 guess "CUBES"
			17 press 1
			17.5 guess "COUPS"
			--
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
			17.5 prompt {"id":"word","for":4,"hunt":2}

		MOTUS-12 a dead heat: both propose, each is marked when he answers, the one who is right has it
			after the Super Partie
			11 press 3
			11.000999999 press 1
			12 guess seat=1 "COCON"
			13 guess "CUBES"
			--
			11.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":1}
			11.011 prompt {"id":"guess","for":"judge","seat":3,"hunt":1,"line":1}
			12 marks {"hunt":1,"line":1,"seat":1,"word":"COCON","marks":"XXXXX"}
			13 marks {"hunt":1,"line":1,"seat":3,"word":"CUBES","marks":"X----"}
			13 found {"hunt":1,"team":1,"seat":1}
			13 prompt {"id":"word","for":4,"hunt":2}

		MOTUS-12 a tie apart is decided
			after the Super Partie
			11 press 3
			11.001 press 1
			--
			11.011 ignored {"seat":1,"why":"late"}
			11.011 prompt {"id":"guess","for":"judge","seat":3,"hunt":1,"line":1}

		MOTUS-12 both wrong: one line is gone, and both may press again
			after the Super Partie
			11 press 1
			11 press 3
			12 guess seat=3 "CUBES"
			12.5 press 1
			13 guess "CABLE"
			14 press 3
			14.5 guess "COCON"
			--
			11.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":1}
			11.011 prompt {"id":"guess","for":"judge","seat":3,"hunt":1,"line":1}
			12 marks {"hunt":1,"line":1,"seat":3,"word":"CUBES","marks":"X----"}
			12.5 ignored {"seat":1,"why":"no effect now"}
			13 marks {"hunt":1,"line":1,"seat":1,"word":"CABLE","marks":"X----"}
			14.011 prompt {"id":"guess","for":"judge","seat":3,"hunt":1,"line":2}
			14.5 marks {"hunt":1,"line":2,"seat":3,"word":"COCON","marks":"XXXXX"}
			14.5 found {"hunt":1,"team":1,"seat":3}
			14.5 prompt {"id":"word","for":4,"hunt":2}

		MOTUS-13 the first to find three words wins; the points stay
			after the Super Partie
			11 press 1
			11.5 guess "COCON"
			12 word "COCON"
			13 press 3
			13.5 guess "COCON"
			14 word "COCON"
			15 press 3
			15.5 guess "COCON"
			16 word "COCON"
			17 press 1
			17.5 guess "COCON"
			18 word "COCON"
			19 press 3
			19.5 guess "COCON"
			-- found game_over score round_over
			11.5 found {"hunt":1,"team":1,"seat":1}
			13.5 found {"hunt":2,"team":1,"seat":3}
			15.5 found {"hunt":3,"team":1,"seat":3}
			17.5 found {"hunt":4,"team":1,"seat":1}
			19.5 found {"hunt":5,"team":1,"seat":3}
			19.5 game_over {"totals":{"1":50,"2":50},"winners":[3]}

		MOTUS-15 one speaks: of a dead heat the first seat has his time, and then the other
			motus 1 2 3 4 {"clock":"8s","clocks":"speaker","letters":5,"series":1,"grid":"none"}
			1 word hunt=1 "ETAGE"
			1 word hunt=2 "BALLE"
			1 guess hunt=1 "ETAGE"
			1 guess hunt=2 "BALLE"
			2 super_team 1
			10 word "COCON"
			11 press 1
			11 press 3
			18 guess seat=1 "CUBES"
			-- marks too_late
			1 marks {"hunt":1,"line":1,"seat":2,"word":"ETAGE","marks":"XXXXX"}
			1 marks {"hunt":2,"line":1,"seat":3,"word":"BALLE","marks":"XXXXX"}
			18 marks {"hunt":1,"line":1,"seat":1,"word":"CUBES","marks":"X----"}
			26 too_late {"hunt":1,"line":1,"seat":3}

		RACE-2 the queue waits as long as the option says
			motus 1 2 3 4 {"race":{"settle":"30ms","tie":"4ms"},"letters":5,"series":1,"grid":"none"}
			1 word hunt=1 "ETAGE"
			1 word hunt=2 "BALLE"
			1 guess hunt=1 "ETAGE"
			1 guess hunt=2 "BALLE"
			2 super_team 1
			10 word "COCON"
			11 press 1
			11.03 press 3
			12 guess "CUBES"
			13 press 1
			13.003 press 3
			-- ignored prompt
			1 prompt {"id":"guess","for":"judge","seat":2,"hunt":1,"line":1}
			1 prompt {"id":"guess","for":"judge","seat":3,"hunt":2,"line":1}
			1 prompt {"id":"super_team","for":"judge","options":[1,2]}
			2 prompt {"id":"word","for":2,"hunt":1}
			11.034 ignored {"seat":3,"why":"late"}
			11.034 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":1}
			13.034 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":2}
			13.034 prompt {"id":"guess","for":"judge","seat":3,"hunt":1,"line":2}

		RACE-8 edges lost while a queue is undecided: the judge says who spoke first
			after the Super Partie
			11 press 1
			11.005 lost 3
			12 press 3
			13 call_first 3
			14 guess "CUBES"
			--
			11.005 lost {"edges":3}
			11.005 prompt {"id":"call_first","for":"judge","options":[1,3,"nobody"]}
			12 ignored {"seat":3,"why":"late"}
			13 ignored {"seat":1,"why":"late"}
			13 prompt {"id":"guess","for":"judge","seat":3,"hunt":1,"line":1}
			14 marks {"hunt":1,"line":1,"seat":3,"word":"CUBES","marks":"X----"}

		RACE-8 nobody spoke: both may press again
			after the Super Partie
			11 press 1
			11.005 lost 3
			13 call_first "nobody"
			14 press 1
			--
			11.005 lost {"edges":3}
			11.005 prompt {"id":"call_first","for":"judge","options":[1,3,"nobody"]}
			13 ignored {"seat":1,"why":"late"}
			14.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":1}

		Undo of a proposal brings the question back
			after the Super Partie
			11 press 1
			12 guess "CUBES"
			13 undo
			14 guess "CABLE"
			--
			11.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":1}
			12 marks {"hunt":1,"line":1,"seat":1,"word":"CUBES","marks":"X----"}
			13 undone {"line":9}
			14 marks {"hunt":1,"line":1,"seat":1,"word":"CABLE","marks":"X----"}

		Undo of a press: a press that had no effect after it still has none
			after the Super Partie
			11 press 1
			12 press 3
			13 undo
			14 press 3
			--
			11.011 prompt {"id":"guess","for":"judge","seat":1,"hunt":1,"line":1}
			12 ignored {"seat":3,"why":"late"}
			13 undone {"line":8}
			14.011 prompt {"id":"guess","for":"judge","seat":3,"hunt":1,"line":1}

		Undo of the end goes on
			after the Super Partie
			11 press 1
			11.5 guess "COCON"
			12 word "COCON"
			13 press 1
			13.5 guess "COCON"
			14 word "COCON"
			15 press 1
			15.5 guess "COCON"
			16 undo
			17 guess "CUBES"
			-- game_over undone
			15.5 game_over {"totals":{"1":50,"2":50},"winners":[1]}
			16 undone {"line":15}
	`)
}
