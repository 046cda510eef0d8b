package mog

import (
	"testing"

	"arbitre/games/gametest"
)

func TestMog_views(t *testing.T) {
	gametest.Stories(t, book(), `
		MOG is 1·4·7:
			mog 1 2 3
			1 secret [1,4,7]

		MOG-3 MOG-5 MOG-7 MOG-9 MOG-10 MOG-12 two rounds, of which the second knows nothing of the first
			mog 1 2 3
			0    public says mog_chooses seat=1; round role=round extra=1/3
			0    seat:1 asked secret for=seat:1 shape=card options=[attribute_1,attribute_2,attribute_3
				,attribute_4,attribute_5,attribute_6,attribute_7,attribute_8] min=3 max=3 places=8
			0    judge asked
			0    seat:2 asked
			0    public asked
			1    secret [7,1,4]
			1    seat:1 says turn seat=2; secret_card extra=1·4·7; attribute_1 number=1
				; attribute_4 number=4; attribute_7 number=7; shout_worth number=10
				; round role=round extra=1/3
			2    designate [1,2,3]
			2    judge says mog_lay number=1 extra=1·2·3; turn seat=3; shout_worth number=9
				; round role=round extra=1/3
			2    public says turn seat=3; mog_token role=news number=1 extra=1·2·3; shout_worth number=9
				; round role=round extra=1/3
				| race
			3    press 2
			3.02 judge asked accuse for=judge seat=2 shape=card options=[attribute_1,attribute_2,attribute_3
				,attribute_4,attribute_5,attribute_6,attribute_7,attribute_8
				,withdraw] background=true min=3 max=3 places=8
			3.02 seat:1 asked
			4    accuse "withdraw"
			4    judge says turn seat=3; mog_token role=news number=1 extra=1·2·3; shout_worth number=9
				; round role=round extra=1/3
			5    press 3
			6    accuse [1,2,3]
			7    public says mog_wrong role=news seat=3 number=-5; turn seat=3
				; mog_token role=news number=1 extra=1·2·3; shout_worth number=9; round role=round extra=1/3
			8    designate [2,3,5]
			8    public says turn seat=2; mog_token role=news extra=2·3·5; shout_worth number=8
				; round role=round extra=1/3
			9    press 3
			10   accuse [2,3,4]
			11   press 2
			11.02 public says mog_shout role=verdict seat=2; shout_worth number=8
			12   accuse "withdraw"
			13   designate [1,2,6]
			14   designate [1,4,7]
			15   next_round "ready"
			15   public race
			16   secret [1,2,3]
			16   public says turn seat=3; shout_worth number=10; round role=round extra=2/3
			16   judge says turn seat=3; shout_worth number=10; round role=round extra=2/3
			16   seat:2 says turn seat=3; secret_card extra=1·2·3; attribute_1 number=1
				; attribute_2 number=2; attribute_3 number=3; shout_worth number=10
				; round role=round extra=2/3
			17   designate [1,2,3]
			17   public says mog_found role=news seat=3 number=5; mog_was role=news extra=1·2·3
				; coach_open role=news number=56; attribute_1 number=1; attribute_2 number=2
				; attribute_3 number=3; leader role=leaders seats=[1,2,3]

		MOG-3 MOG-5 his card, and what is asked, in the table's own words
			mog 1 2 3 {"rounds":1
				,"attributes":["black hat","black beard","tartan trousers","red scarf","e","f","g","h"]}
			1 secret [1,3,4]
			1 seat:1 says turn seat=2; secret_card extra=1·3·4; attribute number=1 extra=black hat
				; attribute number=3 extra=tartan trousers; attribute number=4 extra=red scarf
				; shout_worth number=10; round role=round extra=1/1
			1 judge asked designate for=judge seat=2 shape=card options=[black hat,black beard
				,tartan trousers,red scarf,e,f,g,h] background=true min=3 max=3 places=8

		MOG-7 who accuses, who waits by time, and by how much the first was ahead
			mog 1 2 3 4 5
			1     secret [1,4,7]
			2     press 5
			2.002 press 3
			2.004 press 4
			2.02  public race shout order=[{seat=5},{seat=3 after=2ms}
				,{seat=4 after=4ms}] fastest=5 zero=2s clauses=[RACE-1,MOG-7]
			3     accuse [1,2,3]
			3     public says mog_shout role=verdict seat=3; shout_next seats=[4]; shout_worth number=10
				; mog_wrong role=news seat=5 number=-5

		MOG-7 RACE-3 RACE-8 a dead heat, and edges lost after it
			after MOG is 1·4·7
			2.0005 press 2
			2      press 3
			2.02   public says dead_heat role=verdict seats=[2,3]
				| race shout order=[{seat=3},{seat=2 after=500µs}] deadheat=[2,3] zero=2s clauses=[RACE-3,MOG-7]
			3      shout_first 3
			4      accuse "withdraw"
			5      accuse "withdraw"
			6      press 2
			6.001  lost 4
			6.02   public says lost role=news number=4; shout_next seats=[2]
				| race shout order=[{seat=2}] void=true zero=6s clauses=[RACE-8]

		MOG-13 the coach: a shout in time
			mog 1 2 3 {"rounds":1}
			1 secret [1,2,3]
			2 designate [1,2,4]
			3 designate [1,3,4]
			4 designate [2,3,4]
			5 press 3
			6 accuse [1,2,3]
			6 public says game_over role=winners seats=[3]; unmasked role=news seat=3 number=7
				; mog_was role=news extra=1·2·3; coach_in_time role=news seat=3
				; coach_left role=news extra=15 6 1; coach_forced role=news number=3; attribute_1 number=1
				; attribute_2 number=2; attribute_3 number=3

		MOG-13 the coach: late by a token
			mog 1 2 3
			1 secret [1,2,3]
			2 designate [1,2,4]
			3 designate [1,3,4]
			4 designate [2,3,4]
			5 designate [5,6,7]
			7 press 3
			8 accuse [1,2,3]
			8 public says unmasked role=news seat=3 number=6; mog_was role=news extra=1·2·3
				; coach_late role=news seat=3 number=1; coach_left role=news extra=15 6 1
				; coach_forced role=news number=3; attribute_1 number=1; attribute_2 number=2
				; attribute_3 number=3; leader role=leaders seats=[3] number=6

		MOG-13 the coach: early, then lucky
			mog 1 2 3
			1 secret [1,2,3]
			2 press 2
			3 accuse [4,5,6]
			4 designate [1,2,4]
			5 designate [1,3,4]
			6 press 3
			7 accuse [1,2,3]
			7 public says unmasked role=news seat=3 number=8; mog_was role=news extra=1·2·3
				; coach_lucky role=news seat=3 number=6; coach_early role=news seat=2 number=56
				; coach_left role=news extra=15 6; coach_open role=news number=6; attribute_1 number=1
				; attribute_2 number=2; attribute_3 number=3; leader role=leaders seats=[3] number=8

		MOG-13 the coach: missed though it was forced, and found by designating
			mog 1 2 3 {"attributes":["a","b","c","d","e","f","g","h"]}
			1 secret [1,2,3]
			2 designate [1,2,4]
			3 designate [1,3,4]
			4 designate [2,3,4]
			5 press 2
			6 accuse [1,2,5]
			7 designate [1,2,3]
			7 judge says mog_found role=news seat=3 number=5; mog_was role=news extra=1·2·3
				; coach_missed role=news seat=2; coach_left role=news extra=15 6 1
				; coach_forced role=news number=3; attribute number=1 extra=a; attribute number=2 extra=b
				; attribute number=3 extra=c; leader role=leaders seats=[3] number=5

		MOG-13 the coach: nothing was asked
			mog 1 2 {"rounds":1}
			1 secret [1,2,3]
			2 designate [1,2,3]
			2 seat:1 says game_over role=winners seats=[2]; mog_found role=news seat=2 number=5
				; mog_was role=news extra=1·2·3; coach_open role=news number=56; attribute_1 number=1
				; attribute_2 number=2; attribute_3 number=3

		MOG-7 the lamps
			mog 1 2 3 {"rounds":1}
			0    public lamps 1*mog 2 3
			1    secret [1,4,7]
			1    public lamps 1mog 2* 3
			2    designate [1,2,3]
			2    public lamps 1mog 2 3*
			3    press 2
			3.02 public lamps 1mog 2* 3
			3.5  press 3
			3.52 public lamps 1mog 2* 3
			4    accuse [1,2,3]
			4    public lamps 1mog 2 3*
			5    accuse [1,2,3]
			5    public lamps 1mog 2 3*
			6    press 2
			6.02 public lamps 1mog 2* 3
			7    accuse [1,2,3]
			7    public lamps 1mog 2 3*
			8    press 2
			8    press 3
			8.02 public lamps 1mog 2* 3*
			9    shout_first 2
			9    public lamps 1mog 2* 3
			10   accuse [1,4,7]
			10   public lamps 1*mog 2 3 over

		MOG-1 MOG-8 the house has no seat, and nobody's view shows its character before it is revealed
			mog 1 2 3 seed=1 {"holder":"house"}
			0 public says turn seat=1; shout_worth number=10; round role=round extra=1/3 | lamps 1* 2 3
			0 judge says turn seat=1; shout_worth number=10; round role=round extra=1/3
			0 seat:1 says turn seat=1; shout_worth number=10; round role=round extra=1/3
			0 seat:2 says turn seat=1; shout_worth number=10; round role=round extra=1/3
			0 seat:3 says turn seat=1; shout_worth number=10; round role=round extra=1/3

		the cues
			after MOG is 1·4·7
			2   press 2
			3   accuse [1,2,3]
			3.5 press 2
			3.501 lost 1
			3.6 shout_first "nobody"
			4   press 2
			4   press 3
			5   shout_first 3
			6   accuse [1,4,7]
			7   next_round "ready"
			8   secret [1,2,3]
			9   designate [1,2,3]
			9   public hears start turn call wrong void ignored dead_heat right ignored round_over turn right round_over
	`)
}
