package main

import (
	"fmt"
	"testing"
	"time"
)

// An evening of quiz: four players and ten questions, with all that can happen to one, and a big screen for everyone.
func TestBrowserPlaysAQuiz(t *testing.T) {
	p := startParty(t)
	p.pair()
	p.named(4, "Zoé")                       // before anybody knows what is played, and by whom
	p.phone.Await(`(scrollTo(0, 0), true)`) // the pictures are of what is asked, and not of the names below it
	p.answer("Which game?", "Quiz")
	p.keys("Digit1", "Digit2", "Digit3", "Digit4")
	p.answer("Press your button!", "Ready")
	p.answer("When may you press?", "Once it is read")
	p.answer("A wrong answer costs", "One point")
	p.answer("Time to answer?", "No limit")
	p.answer("Who wins?", "Best at the end")
	p.answer("Quiz?", "Let’s go!")
	p.reads("Question 1: listen!")
	p.photograph("quiz-listen")

	arm := func(question int) {
		p.answer(fmt.Sprintf("Question %d read?", question), "Buzzers on!")
		p.reads(fmt.Sprintf("Question %d", question))
		time.Sleep(betweenTaps)
	}
	arm(1)
	p.Tap("Digit2", "Digit3", "Digit1")
	p.asked("2 right? Then 3")
	p.photograph("quiz-speaks")
	p.open("/overlay?lang=en")
	p.reads("2 answers!")
	p.phone.Await(`document.querySelectorAll(".seat.lit").length === 1 && document.querySelectorAll(".seat.blinking").length === 2`)
	p.phone.Resize(1280, 720)
	p.photograph("quiz-overlay")
	p.phone.Resize(360, 640)
	p.open("/judge?lang=en")
	p.answer("2 right? Then 3", "Wrong")
	p.answer("3 right? Then 1", "Right")
	p.reads("3 is right: +1")

	// Nobody knows the second.
	arm(2)
	p.answer("Question 2", "Nobody knows")
	p.reads("Nobody knew!")

	// Too early at the third: the button is dead for a moment, and then it is not.
	p.asked("Question 3 read?")
	p.Tap("Digit4")
	time.Sleep(200 * time.Millisecond) // nothing shows that it has come
	arm(3)
	time.Sleep(300 * time.Millisecond)
	p.Tap("Digit4")
	p.answer("Is Zoé right?", "Never mind")
	p.Tap("Digit1")
	p.answer("Is 1 right?", "Right")
	p.reads("1 is right: +1")

	for question := 4; question <= 10; question++ {
		arm(question)
		p.Tap("Digit3")
		p.answer("Is 3 right?", "Right")
		p.reads("3 is right: +1")
	}
	p.open("/?lang=en")
	p.reads("3 is right: +1")
	p.photograph("quiz-scoreboard")
	p.open("/judge?lang=en")
	p.answer("The quiz", "End the quiz")
	p.reads("3 wins the game!")
	p.photograph("quiz-over")
	if winners := p.won(); len(winners) != 1 || winners[0] != 3 {
		t.Errorf("the winners are %v, want 3", winners)
	}
}
