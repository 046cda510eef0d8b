package quiz

import "arbitre/games"

// Answer takes an answer of the quizmaster.
func (g *Game) Answer(step *games.Step, in games.Input) error {
	prompt, err := games.Find(g.prompts, in)
	if err != nil {
		return err
	}
	if prompt.Until > 0 && in.BeginsEntry() { // the quizmaster enters his verdict (QUIZ-5)
		g.prompts.StopClocks()
		return nil
	}
	choice, err := prompt.Choose(in.Value)
	if err != nil {
		return err
	}
	if g.speaking() {
		g.floor.Photo = g.floor.Spoken()
	}
	g.prompts.Answered(prompt)
	switch prompt.ID {
	case "arm":
		step.Add(Armed{})
		g.phase, g.asked, g.measuredFrom = open, step.At, step.At
		g.news = games.Text{}
		g.followReading(step)
	case "mark":
		g.marked = step.At
		g.followReading(step)
	case "end":
		g.read = step.At
	case "shout_first":
		g.floor.Judged(step, choice)
		g.hear(step)
	case "verdict":
		g.judge(step, choice.String())
	case "question_over":
		step.Add(Passed{g.number})
		g.report(step, games.Text{Word: "passed", Number: g.number})
		g.next(step)
	case "finish":
		g.end(step)
	}
	return nil
}

// judge carries out a verdict on the speaker (QUIZ-4).
func (g *Game) judge(step *games.Step, verdict string) {
	switch verdict {
	case "right":
		g.succeed(step)
	case "wrong":
		g.fail(step, "wrong")
	case "withdraw":
		g.hear(step)
	}
}

// report publishes the result of an answer.
func (g *Game) report(step *games.Step, news games.Text) {
	g.news = news.As(games.News)
	step.Say(g.news)
	g.results++
}

// succeed scores a right answer (QUIZ-4), which ends the question or the quiz.
func (g *Game) succeed(step *games.Step) {
	points, why := g.right, "right"
	if g.power > 0 && g.pressed() <= g.marked {
		points, why = g.power, "power"
	}
	scored := g.totals.Score(g.floor.Speaker, points, why)
	step.Add(scored.Sounding(games.CueRight))
	g.report(step, g.teams.Side(games.Text{Word: "right", Number: points}, g.floor.Speaker))
	if g.target > 0 && scored.Total >= g.target {
		g.end(step)
		return
	}
	g.next(step)
}

// fail scores a wrong or late answer and lets the next one speak (QUIZ-4, QUIZ-5).
func (g *Game) fail(step *games.Step, word string) {
	seat, cost, why := g.floor.Speaker, g.wrong, "wrong"
	if g.interrupt > 0 && !g.tried && g.pressed() < g.read {
		cost, why = g.interrupt, "interrupt"
	}
	g.tried = true
	if cost > 0 {
		word += "_minus"
		step.Add(g.totals.Score(seat, -cost, why).Sounding(games.CueWrong))
	} else {
		step.Add(InVain{g.teams.Keys(g.floor.Speakers...)})
	}
	g.report(step, g.teams.Side(games.Text{Word: word, Number: -cost}, seat))
	if !g.again {
		g.out = append(g.out, g.teams.With(seat)...)
	}
	if len(g.out) == len(g.seats) {
		g.next(step)
		return
	}
	g.hear(step)
}

// next closes the question and asks another (QUIZ-7).
func (g *Game) next(step *games.Step) {
	g.floor.Close(step)
	for _, id := range []string{"arm", "mark", "end", "shout_first", "verdict", "question_over"} {
		g.prompts.Close(step, id)
	}
	g.ask(step)
	for i := range g.locked {
		if !g.armed { // else no press counts before the arming
			g.locked[i] = step.At + g.floor.Limits.Quiet
		}
	}
}

// end closes the game (QUIZ-7).
func (g *Game) end(step *games.Step) {
	g.floor.Close(step)
	g.phase, g.prompts = gameOver, nil
	step.Add(g.totals.Over(games.Highest))
	step.SayAll(g.say())
}
