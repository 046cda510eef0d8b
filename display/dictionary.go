package display

import "arbitre/games"

// A phrase is the same in the three languages. Its gaps are those of a [games.Text]:
// {seat}, {seats}, {n}, {span} and {extra}; {s:a|b} says a for one of the seats and b for several, {n:a|b} the same of the number.
// No row ends at a tilde, which is drawn as a space.
// A sentence that begins with its seat is drawn with that seat as the large figure and the rest beside it.
type phrase struct{ fr, de, en string }

func (p phrase) in(l Language) string {
	switch l {
	case German:
		return p.de
	case English:
		return p.en
	}
	return p.fr
}

// A dictionary has all that the displays can say. Whoever adds a game adds its words to the three tables.
type dictionary struct {
	sentences map[string]phrase // by the word of a headline or a line
	questions map[string]phrase // by the id of a prompt
	words     map[string]phrase // options of choices, marks beside seats
}

func newDictionary() dictionary { return dictionary{sentences(), questions(), words()} }

func sentences() map[string]phrase {
	return map[string]phrase{
		// Turns and races.
		"turn":      {"{seat} joue", "{seat} ist dran", "{seat} to play"},
		"mosquito":  {"Moustique !", "Mücke!", "Mosquito!"},
		"cockroach": {"Cafard !", "Kakerlake!", "Cockroach!"},
		"pressed":   {"Ont tapé : {seats}", "Gedrückt: {seats}", "Slapped: {seats}"},
		"slowest":   {"{seat} a traîné !", "{seat} zu langsam!", "{seat} too slow!"},
		"fastest":   {"{seat} gagne !", "{seat} war zuerst!", "{seat} was first!"},
		"dead_heat": {"{seats} à égalité", "{seats} gleichauf", "{seats} dead heat"},
		"missing":   {"{seats} n’{s:a|ont} pas tapé", "{seats} fehl{s:t|en}", "{seats} missing"},
		"nobody":    {"Personne !", "Niemand!", "Nobody!"},
		"void":      {"Course annulée", "Rennen ungültig", "Race void"},
		"margin":    {"de {span}", "um {span}", "by {span}"},

		// The guardian and the check.
		"guardian":     {"Punaise : {seat}", "Wanze: {seat}", "Guard: {seat}"},
		"call":         {"{seat} : Vu !", "{seat}: Stopp!", "{seat}: Seen!"},
		"check":        {"{seat} a~triché ?", "{seat} geschummelt?", "{seat} cheating?"},
		"guilty":       {"{seat} a~triché !", "{seat} erwischt!", "{seat} caught!"},
		"innocent":     {"{seat} n’a rien fait", "{seat} ist unschuldig", "{seat} is innocent"},
		"take_back":    {"{seat} reprend sa carte", "{seat} nimmt sie zurück", "{seat} takes it back"},
		"new_guardian": {"{seat} prend la punaise", "{seat} wird Wanze", "{seat} is now guard"},

		// Cards that change hands.
		"spider":       {"{seat} offre une carte", "{seat} verschenkt eine Karte", "{seat} gives a card"},
		"ant":          {"Fourmi !", "Ameise!", "Ant!"},
		"owe":          {"{seats}{s: donne| :} {n} carte{n:|s} à~{seat}", "{seats}{s: gibt|:} {n} Karte{n:|n} an~{seat}", "{seats}{s: gives|:} {n} card{n:|s} to~{seat}"},
		"draw":         {"{seats} pioche{s:|nt} {n} carte{n:|s}", "{seats} zieh{s:t|en} {n} Karte{n:|n}", "{seats} draw{s:s|} {n} card{n:|s}"},
		"take_discard": {"{seats} : {n} carte{n:|s} de la défausse", "{seats}: {n} Karte{n:|n} vom Ablagestapel", "{seats}: {n} card{n:|s} from the discard"},
		"may_leave":    {"{seat} laisse sa carte", "{seat} lässt sie liegen", "{seat} leaves the card"},

		// Rounds and points.
		"out":        {"{seat} a fini !", "{seat} ist fertig!", "{seat} goes out!"},
		"count":      {"{seat} compte sa main", "{seat} zählt die Hand", "{seat} counts the hand"},
		"round":      {"Manche {extra}", "Runde {extra}", "Round {extra}"},
		"score":      {"{seat} : {n} point{n:|s}", "{seat}: {n} Punkt{n:|e}", "{seat}: {n} point{n:|s}"},
		"points":     {"{n} pt{n:|s}", "{n} Pkt.", "{n} pt{n:|s}"},
		"leader":     {"{seats} mèn{s:e|ent} : {n}", "{seats} führ{s:t|en}: {n}", "{seats} lead{s:s|}: {n}"},
		"round_over": {"Manche {n} finie", "Runde {n} vorbei", "Round {n} over"},
		"game_over":  {"{seats} gagne{s:|nt} la~partie !", "{seats} gewinn{s:t|en} das~Spiel!", "{seats} win{s:s|} the~game!"},

		// The lobby and faults of the table.
		"welcome":    {"Bienvenue !", "Willkommen!", "Welcome!"},
		"joined":     {"Qui joue ?", "Wer spielt mit?", "Who plays?"},
		"lost":       {"Signaux perdus : {n}", "Signale verloren: {n}", "Signals lost: {n}"},
		"no_display": {"Pas d’écran", "Keine Anzeige", "No display"},
		"disk_full":  {"Disque plein", "Speicher voll", "Disk full"},
		"refused":    {"Refusé : {extra}", "Geht nicht: {extra}", "Refused: {extra}"},

		// Why an answer is refused.
		"not_now":         {"pas maintenant", "jetzt nicht", "not now"},
		"nothing_to_undo": {"rien à annuler", "nichts zurückzunehmen", "nothing to take back"},
		"players_needed":  {"il faut {extra} joueurs", "{extra} Spieler müssen es sein", "{extra} players are needed"},
		"turn_long_over":  {"le tour de~{seat} est fini depuis plus de~{span}", "{seat} war vor mehr als~{span} dran", "{seat}’s turn ended more than {span} ago"},
		"empty_hand":      {"seule la main de~{seat} est vide", "nur {seat} hat keine Karten mehr", "only {seat} has no cards left"},
		"too_many_cards":  {"il n’y a pas autant de cartes", "so viele Karten gibt es nicht", "there are not that many cards"},
	}
}

func questions() map[string]phrase {
	return map[string]phrase{
		"accused":    {"Vu ! Qui ?", "Stopp! Wer?", "Seen! Who?"},
		"verdict":    {"{seat} a triché ?", "Hat {seat} geschummelt?", "Did {seat} cheat?"},
		"play":       {"Carte action", "Aktionskarte", "Action card"},
		"laid_by":    {"{extra} : de qui ?", "{extra}: von wem?", "{extra}: whose?"},
		"out":        {"Qui a fini ?", "Wer ist fertig?", "Who goes out?"},
		"spider_to":  {"À qui la carte ?", "Karte an wen?", "Card to whom?"},
		"slowest":    {"Qui a traîné ?", "Wer kam zuletzt?", "Who was last?"},
		"fastest":    {"Qui en premier ?", "Wer kam zuerst?", "Who was first?"},
		"nobody":     {"Personne", "Niemand", "Nobody"},
		"hand":       {"Main de {seat}", "Hand von {seat}", "Hand of {seat}"},
		"next_round": {"Manche suivante", "Nächste Runde", "Next round"},

		"language": {"Langue", "Sprache", "Language"},
		"game":     {"Quel jeu ?", "Welches Spiel?", "Which game?"},
		"players":  {"À vos boutons !", "Drückt euren Knopf!", "Press your button!"},
		"rounds":   {"Combien de manches ?", "Wie viele Runden?", "How many rounds?"},
		"first":    {"Qui commence ?", "Wer beginnt?", "Who begins?"},
		"begin":    {"On commence ?", "Geht’s los?", "Shall we start?"},
		"resume":   {"Partie en cours", "Angefangenes Spiel", "Unfinished game"},
		"stop":     {"Et maintenant ?", "Was nun?", "What now?"},
		"again":    {"Encore une partie ?", "Noch ein Spiel?", "Another game?"},
	}
}

func words() map[string]phrase {
	return map[string]phrase{
		"mosquito":  {"Moustique", "Mücke", "Mosquito"},
		"cockroach": {"Cafard", "Kakerlake", "Cockroach"},
		"spider":    {"Araignée", "Spinne", "Spider"},
		"ant":       {"Fourmi", "Ameise", "Ant"},
		"out":       {"Main vide", "Hand leer", "Hand empty"},
		"guilty":    {"Coupable", "Schuldig", "Guilty"},
		"innocent":  {"Innocent", "Unschuldig", "Innocent"},
		"withdraw":  {"Non, rien", "Doch nicht", "Never mind"},
		"nobody":    {"Personne", "Niemand", "Nobody"},
		"ready":     {"C’est prêt", "Bereit", "Ready"},
		"back":      {"Retour", "Zurück", "Back"},
		"begin":     {"C’est parti !", "Los geht’s!", "Let’s go!"},
		"resume":    {"Reprendre", "Fortsetzen", "Resume"},
		"discard":   {"Abandonner", "Verwerfen", "Discard"},
		"undo":      {"Annuler le coup", "Rückgängig", "Take back"},
		"continue":  {"Continuer", "Weiterspielen", "Play on"},
		"leave":     {"Quitter", "Beenden", "Leave"},
		"same":      {"Encore une fois", "Noch einmal", "Play again"},
		"language":  {"Langue", "Sprache", "Language"},

		"guardian": {"punaise", "Wanze", "guard"},
		"turn":     {"joue", "dran", "to play"},
		"numbers":  {"Nombre", "Zahlen", "Number"},
		"actions":  {"Action", "Aktion", "Action"},
		"mitos":    {"Mito", "Mitos", "Mito"},

		"mito":       {"Mito", "Mito", "Mito"},
		"mogelmotte": {"Mogel Motte", "Mogel Motte", "Mogel Motte"},
		"mog":        {"M.O.G.", "M.O.G.", "M.O.G."},
		"mastermind": {"Mastermind", "Mastermind", "Mastermind"},
		"motus":      {"Motus", "Motus", "Motus"},
		"fr":         {"Français", "Français", "Français"},
		"de":         {"Deutsch", "Deutsch", "Deutsch"},
		"en":         {"English", "English", "English"},
	}
}

// A panel is what a scene shows below its headline.
type panel uint8

const (
	nothing  panel = iota
	entrants       // who may press, and who has
	photo          // how the race ended
	totals         // the points of all
)

func panelOf(headline string) panel {
	switch headline {
	case "mosquito", "cockroach", "joined":
		return entrants
	case "slowest", "fastest", "dead_heat", "missing", "nobody", "void":
		return photo
	case "round_over", "game_over":
		return totals
	}
	return nothing
}

// Unknown lists what a view says in words that no dictionary has, for a game's tests to hold that there is nothing.
func Unknown(v games.View) []string {
	d := newDictionary()
	var unknown []string
	check := func(table map[string]phrase, kind, word string) {
		if _, ok := table[word]; !ok && word != "" {
			unknown = append(unknown, kind+" "+word)
		}
	}
	check(d.words, "game", v.Game)
	check(d.sentences, "headline", v.Headline.Word)
	for _, t := range v.Lines {
		check(d.sentences, "line", t.Word)
	}
	for _, s := range v.Seats {
		check(d.words, "mark", s.Mark)
	}
	for _, p := range v.Prompts {
		check(d.questions, "prompt", p.ID)
		for _, o := range p.Options {
			if w, err := o.Word(); err == nil {
				check(d.words, "option", w)
			}
		}
	}
	return unknown
}
