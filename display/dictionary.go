package display

// A phrase is the same in the three languages. Its gaps are those of a [games.Text]:
// {seat}, {seats}, {n}, {span} and {extra}; {row} is the seats as short as can be; {+n} is points that are won or lost, with their sign;
// {button} is that of the seat, or the one that the extra names;
// {s:a|b} says a for one of the seats and b for several, {n:a|b} the same of the number.
// {word} is the extra as the table of words has it, {code} its colours, in short.
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
	sentences map[string]phrase   // by the word of a headline or a line
	questions map[string]phrase   // by the id of a prompt; where games ask different things by one id, by "game.id"
	help      map[string][]phrase // the rules of a game, advice by advice
	words     map[string]phrase   // options of choices, marks beside seats; by "id.option" where the prompt makes a difference
}

// template is a phrase of a table in one language, or the word itself if the table lacks it.
func template(table map[string]phrase, word string, l Language) string {
	if ph, ok := table[word]; ok {
		return ph.in(l)
	}
	return word
}

// find looks for a phrase of one game or prompt before that of all.
func find(table map[string]phrase, of, word string) (phrase, bool) {
	var key [64]byte
	if ph, ok := table[string(append(append(append(key[:0], of...), '.'), word...))]; ok {
		return ph, true
	}
	ph, ok := table[word]
	return ph, ok
}

func (d dictionary) question(game, id string, l Language) string {
	if ph, ok := find(d.questions, game, id); ok {
		return ph.in(l)
	}
	return id
}

func (d dictionary) option(id, word string, l Language) string {
	if ph, ok := find(d.words, id, word); ok {
		return ph.in(l)
	}
	return word
}

func newDictionary() dictionary { return dictionary{sentences(), questions(), help(), words()} }

func sentences() map[string]phrase {
	return map[string]phrase{
		"help":   {"{word} : les règles", "{word}: die Regeln", "{word}: the rules"},
		"advice": {"{advice}", "{advice}", "{advice}"},

		// Turns and races.
		"turn":      {"{seat} joue", "{seat} ist dran", "{seat} to play"},
		"mosquito":  {"Moustique !", "Mücke!", "Mosquito!"},
		"cockroach": {"Cafard !", "Kakerlake!", "Cockroach!"},
		"pressed":   {"{s:A|Ont} tapé : {seats}", "Gedrückt: {seats}", "Slapped: {seats}"},
		"slowest":   {"{seat} a traîné !", "{seat} zu langsam!", "{seat} too slow!"},
		"fastest":   {"{seat} gagne !", "{seat} war zuerst!", "{seat} was first!"},
		"dead_heat": {"{seats} à égalité", "{seats} gleichauf", "{seats}: dead heat"},
		"unclear":   {"Pas clair : {seats}", "Unklar: {seats}", "Unclear: {seats}"},
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

		// M.O.G.
		"mog_chooses": {"{seat} se déguise", "{seat} verkleidet sich", "{seat} picks a face"},
		"mog_lay":     {"Pose un~{n} : {extra}", "Leg eine~{n}: {extra}", "Lay a~{n}: {extra}"},
		"mog_token":   {"{extra} : {n}", "{extra}: {n}", "{extra}: {n}"},
		"shout_worth": {"MOG ! {+n}", "MOG! {+n}", "MOG! {+n}"},
		"shout_next":  {"Puis {seats}", "Dann {seats}", "Then {seats}"},
		"mog_shout":   {"{seat} : MOG !", "{seat}: MOG!", "{seat}: MOG!"},
		"mog_wrong":   {"{seat} se trompe : {+n}", "{seat} irrt sich: {+n}", "{seat} is wrong: {+n}"},
		"unmasked":    {"{seat} démasque MOG :~{+n}", "{seat} entlarvt MOG:~{+n}", "{seat} unmasks MOG:~{+n}"},
		"mog_found":   {"{seat} tombe sur MOG :~{+n}", "{seat} trifft MOG:~{+n}", "{seat} hits MOG:~{+n}"},
		"mog_was":     {"MOG : {extra}", "MOG: {extra}", "MOG: {extra}"},
		"secret_card": {"Tu es {extra}", "Du bist {extra}", "You are {extra}"},
		"attribute":   {"{n} {extra}", "{n} {extra}", "{n} {extra}"},
		"attribute_1": {"{n} chapeau noir", "{n} schwarzer Hut", "{n} black hat"},
		"attribute_2": {"{n} barbe noire", "{n} schwarzer Bart", "{n} black beard"},
		"attribute_3": {"{n} pantalon écossais", "{n} Karohose", "{n} tartan trousers"},
		"attribute_4": {"{n} foulard rouge", "{n} roter Schal", "{n} red scarf"},
		"attribute_5": {"attribut {n}", "Merkmal {n}", "feature {n}"},
		"attribute_6": {"attribut {n}", "Merkmal {n}", "feature {n}"},
		"attribute_7": {"attribut {n}", "Merkmal {n}", "feature {n}"},
		"attribute_8": {"attribut {n}", "Merkmal {n}", "feature {n}"},

		"coach_in_time": {"{seat} : pile à temps", "{seat}: im richtigen Moment", "{seat}: just in time"},
		"coach_late":    {"{seat} : {n} carte{n:|s} trop tard", "{seat}: {n} Karte{n:|n} zu spät", "{seat}: {n} card{n:|s} late"},
		"coach_lucky":   {"{seat} : chance, 1 sur {n}", "{seat}: Glück, 1 aus {n}", "{seat}: lucky, 1 in {n}"},
		"coach_early":   {"{seat} : trop tôt, {n} possibles", "{seat}: zu früh, {n} möglich", "{seat}: early, {n} possible"},
		"coach_missed":  {"{seat} : c’était sûr pourtant", "{seat}: es stand schon fest", "{seat}: it was certain"},
		"coach_left":    {"Restaient {extra}", "Übrig: {extra}", "Left: {extra}"},
		"coach_forced":  {"Sûr dès la carte {n}", "Sicher ab Karte {n}", "Certain from card {n}"},
		"coach_open":    {"Encore {n} possible{n:|s}", "Noch {n} möglich", "Still {n} possible"},

		// Group Mastermind.
		"peek":        {"{seat} : reste appuyé", "{seat}: Knopf halten", "{seat}: hold your button"},
		"enter_token": {"{seat} entre son jeton", "{seat} gibt seinen Chip ein", "{seat} enters the token"},
		"board":       {"Plateau {n}", "Brett {n}", "Board {n}"},
		"your_token":  {"{word} en~{n}", "{word} auf~{n}", "{word} at~{n}"},
		"guessed":     {"{seat} : {code}", "{seat}: {code}", "{seat}: {code}"},
		"reply_black": {"{seat} : noir", "{seat}: schwarz", "{seat}: black"},
		"reply_white": {"{seat} : blanc", "{seat}: weiß", "{seat}: white"},
		"reply_none":  {"{seat} : rien", "{seat}: nichts", "{seat}: none"},
		"board_black": {"Plateau {n} : noir", "Brett {n}: schwarz", "Board {n}: black"},
		"board_white": {"Plateau {n} : blanc", "Brett {n}: weiß", "Board {n}: white"},
		"board_none":  {"Plateau {n} : rien", "Brett {n}: nichts", "Board {n}: none"},
		"mastermind":  {"{seat} : Mastermind !", "{seat}: Mastermind!", "{seat}: Mastermind!"},
		"eliminated":  {"{seat} est éliminé !", "{seat} ist raus!", "{seat} is out!"},
		"solved":      {"{seat} a trouvé !", "{seat} hat’s gelöst!", "{seat} solved it!"},
		"unsolved":    {"Personne n’a~trouvé", "Niemand hat’s~gelöst", "Nobody solved~it"},
		"code":        {"Code {code}", "Code {code}", "Code {code}"},
		"codes_left":  {"{seat} : {n} code{n:|s} possible{n:|s}", "{seat}: {n} Code{n:|s} möglich", "{seat}: {n} code{n:|s} possible"},
		"consistent":  {"Réponses toutes justes", "Alle Antworten richtig", "All answers right"},
		"wrong_black": {"Coup {n} : {seat} était noir", "Zug {n}: {seat} war schwarz", "Guess {n}: {seat} was black"},
		"wrong_white": {"Coup {n} : {seat} était blanc", "Zug {n}: {seat} war weiß", "Guess {n}: {seat} was white"},
		"wrong_none":  {"Coup {n} : {seat} n’avait rien", "Zug {n}: {seat} hatte nichts", "Guess {n}: {seat} had none"},

		// Motus.
		"seats":          {"{seats}", "{seats}", "{seats}"},
		"team":           {"Éq.~{n}", "Team~{n}", "Team~{n}"},
		"team_points":    {"É{seat} : {n}", "T{seat}: {n}", "T{seat}: {n}"},
		"motus_write":    {"{seats} écri{s:t|vent} un mot", "{seats} schreib{s:t|en} ein Wort", "{seats} write{s:s|} a word"},
		"motus_hint":     {"Lettre {n} : {extra}", "Buchstabe {n}: {extra}", "Letter {n}: {extra}"},
		"motus_found":    {"{seat} a trouvé {extra} !", "{seat} findet {extra}!", "{seat} found {extra}!"},
		"motus_points":   {"{+n} pour {seats}", "{+n} für {seats}", "{+n} for {seats}"},
		"your_word":      {"Ton mot : {extra}", "Dein Wort: {extra}", "Your word: {extra}"},
		"motus_missed":   {"C’était {extra}", "Es war {extra}", "It was {extra}"},
		"motus_too_late": {"{seat} : trop tard !", "{seat}: zu spät!", "{seat}: too late!"},
		"motus_token":    {"Équipe {n} : {word}", "Team {n}: {word}", "Team {n}: {word}"},
		"motus":          {"MOTUS ! Équipe {n}", "MOTUS! Team {n}", "MOTUS! Team {n}"},
		"motus_draws":    {"Équipe {n} tire", "Team {n} zieht", "Team {n} draws"},
		"motus_press":    {"{seats} : appuyez !", "{seats}: drückt!", "{seats}: press!"},
		"motus_proposes": {"{seats} propose", "{seats} schlägt vor", "{seats} proposes"},
		"motus_won":      {"{seat} : {n} mot{n:|s}", "{seat}: {n} {n:Wort|Wörter}", "{seat}: {n} word{n:|s}"},
		"motus_series":   {"Série {extra}", "Serie {extra}", "Series {extra}"},
		"motus_level":    {"À égalité", "Gleichstand", "Level"},

		// Rounds and points.
		"out":        {"{seat} a fini !", "{seat} ist fertig!", "{seat} goes out!"},
		"count":      {"{seat} compte sa main", "{seat} zählt die Hand", "{seat} counts the hand"},
		"round":      {"Manche {extra}", "Runde {extra}", "Round {extra}"},
		"score":      {"{seat} : {n} point{n:|s}", "{seat}: {n} Punkt{n:|e}", "{seat}: {n} point{n:|s}"},
		"seconds":    {"{n} s", "{n} s", "{n} s"},
		"points":     {"{n} pt{n:|s}", "{n} Pkt.", "{n} pt{n:|s}"},
		"leader":     {"{seats} mèn{s:e|ent} : {n}", "{seats} führ{s:t|en}: {n}", "{seats} lead{s:s|}: {n}"},
		"round_over": {"Manche {n} finie", "Runde {n} vorbei", "Round {n} over"},
		"game_over":  {"{seats} gagne{s:|nt} la~partie !", "{seats} gewinn{s:t|en} das~Spiel!", "{seats} win{s:s|} the~game!"},

		// The lobby and faults of the table.
		"welcome":  {"Bienvenue !", "Willkommen!", "Welcome!"},
		"joined":   {"{word} : qui ?", "{word}: wer?", "{word}: who?"},
		"agreeing": {"Quelles règles ?", "Welche Regeln?", "Which rules?"},
		"lost":     {"Appuis perdus : {n}", "Verlorene Signale: {n}", "Signals lost: {n}"},
		"for_eyes": {"Pour {seat} seulement", "Nur für~{seat}", "Only for~{seat}"},
		"refused":  {"Refusé : {extra}", "Geht nicht: {extra}", "Refused: {extra}"},
		"phones":   {"{n} téléphone{n:|s} relié{n:|s}", "{n} Handy{n:|s} verbunden", "{n} phone{n:|s} paired"},

		"paused":    {"Pause", "Pause", "Paused"},
		"leave_now": {"Oui, quitter", "Ja, beenden", "Yes, leave"},
		"left_game": {"{word} M{n} : {row}", "{word} R{n}: {row}", "{word} R{n}: {row}"},
		"undo":      {"Annuler : {word} ?", "Zurück: {word}?", "Undo: {word}?"},
		"redo":      {"Refaire : {word} ?", "Wieder: {word}?", "Redo: {word}?"},
		"redo_of":   {"Refaire : {seat} {word} ?", "Wieder: {seat} {word}?", "Redo: {seat} {word}?"},
		"undo_of":   {"Annuler : {seat} {word} ?", "Zurück: {seat} {word}?", "Undo: {seat} {word}?"},

		"disk_full":    {"Disque plein", "Speicher voll", "Disk full"},
		"button_stuck": {"{button} coince : hors jeu", "{button} klemmt: zählt nicht", "{button} is stuck: left out"},
		"button_noisy": {"{button} tremble : hors jeu", "{button} flackert: zählt nicht", "{button} flickers: left out"},
		"edges_lost":   {"Appuis perdus : {n}", "Verlorene Signale: {n}", "Signals lost: {n}"},
		"no_lamp":      {"Lampe {seat} en panne", "Lampe {seat} geht nicht", "Lamp {seat} does not work"},
		"no_lamps":     {"Lampes en panne", "Lampen gehen nicht", "Lamps do not work"},
		"no_buzzer":    {"Buzzer en panne", "Summer geht nicht", "Buzzer does not work"},
		"no_speaker":   {"Pas de haut-parleur", "Kein Lautsprecher", "No speaker"},
		"no_keyboard":  {"Pas de clavier", "Keine Tastatur", "No keyboard"},
		"no_display":   {"Pas d’écran", "Keine Anzeige", "No display"},
		"no_public":    {"Pas d’écran public", "Keine Anzeige für alle", "No public display"},
		"bad_config":   {"Erreur dans les réglages", "Fehler in den Einstellungen", "Mistake in the settings"},
		"no_web":       {"Pas d’accès par téléphone", "Kein Zugang mit dem Handy", "No access by phone"},

		// Why an answer is refused.
		"guessed_codes":      {"On essaie des codes !", "Jemand rät den Code!", "Codes are guessed!"},
		"answered_elsewhere": {"répondu par téléphone", "am Handy beantwortet", "answered on the phone"},

		"not_now":         {"pas maintenant", "jetzt nicht", "not now"},
		"failed":          {"cela n’a pas marché", "das hat nicht geklappt", "that did not work"},
		"no_answer":       {"ce n’est pas une réponse possible", "das ist keine mögliche Antwort", "that is not a possible answer"},
		"left_busy":       {"elle se joue déjà ailleurs", "es wird schon woanders gespielt", "it is being played elsewhere"},
		"left_broken":     {"elle est illisible ; elle est mise de côté", "es ist nicht lesbar und wird beiseitegelegt", "it can’t be read and is set aside"},
		"no_power_off":    {"elle ne s’éteint pas d’ici", "von hier aus geht er nicht aus", "it can’t be switched off here"},
		"unpaired_now":    {"oubliés jusqu’au redémarrage seulement", "nur bis zum Neustart vergessen", "forgotten until a restart only"},
		"name_long":       {"{n} lettres au plus", "höchstens {n} Buchstaben", "{n} letters at most"},
		"name_letters":    {"des lettres visibles seulement", "nur sichtbare Buchstaben", "visible letters only"},
		"nothing_to_redo": {"rien à refaire", "nichts wiederherzustellen", "nothing to redo"},
		"nothing_to_undo": {"rien à annuler", "nichts zurückzunehmen", "nothing to undo"},
		"players_needed":  {"il faut {extra} joueurs", "{extra} Spieler müssen es sein", "{extra} players are needed"},
		"turn_long_over":  {"le tour de~{seat} est fini : l’annuler d’abord", "{seat} ist nicht mehr dran: erst rückgängig machen", "{seat}’s turn is over: undo it first"},
		"empty_hand":      {"seule la main de~{seat} est vide", "nur {seat} hat keine Karten mehr", "only {seat} has no cards left"},
		"too_many_cards":  {"il n’y a pas autant de cartes", "so viele Karten gibt es nicht", "there are not that many cards"},

		"mog_no_card":   {"trois attributs différents", "drei verschiedene Merkmale", "three different features"},
		"mog_has_token": {"{extra} a déjà un jeton", "{extra} ist schon belegt", "{extra} has a token"},

		"number_taken":  {"le {n} est déjà pris", "die {n} ist schon vergeben", "{n} is taken"},
		"colours_exact": {"{n} couleur{n:|s}, ni plus ni moins", "genau {n} Farbe{n:|n}", "exactly {n} colour{n:|s}"},

		"motus_length":       {"{n} lettres !", "{n} Buchstaben!", "{n} letters!"},
		"motus_letters_only": {"lettres A à Z", "nur A bis Z", "A to Z only"},
		"motus_first_letter": {"commence par {extra}", "beginnt mit {extra}", "starts with {extra}"},
		"motus_drawn":        {"{n} déjà tiré", "{n} schon gezogen", "{n} already drawn"},
		"motus_no_number":    {"de 1 à {n}", "1 bis {n}", "1 to {n}"},
		"motus_no_blank":     {"plus de jeton blanc", "keine Niete mehr", "no blank left"},
		"unknown_word":       {"{extra} n’est pas au dictionnaire. OK encore pour le garder", "{extra} steht nicht im Wörterbuch. Noch einmal OK behält es", "{extra} is in no dictionary. OK once more keeps it"},
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
		"hand":       {"Main de {seat}", "Hand von {seat}", "{seat}’s hand"},
		"count":      {"Corriger une main ?", "Eine Hand ändern?", "Correct a hand?"},
		"next_round": {"Manche suivante", "Nächste Runde", "Next round"},
		"which":      {"Qui ?", "Wer?", "Who?"},
		"cover":      {"C’est moi, {seat}", "Ich bin {seat}", "I am {seat}"},
		"seen":       {"Suite", "Weiter", "Go on"},
		"hide":       {"Cacher", "Verbergen", "Hide"},
		"look":       {"Qui regarde ?", "Wer sieht nach?", "Who looks?"},
		"prepare":    {"{seat} écrit la suite", "{seat} schreibt vor", "{seat} writes ahead"},

		"secret":      {"Qui es-tu ?", "Wer bist du?", "Who are you?"},
		"designate":   {"{seat} désigne…", "{seat} zeigt auf…", "{seat} points at…"},
		"accuse":      {"{seat} : MOG est…", "{seat}: MOG ist…", "{seat}: MOG is…"},
		"shout_first": {"Qui d’abord ?", "Wer zuerst?", "Who was first?"},

		"peek":               {"Regarde ton jeton", "Sieh deinen Chip an", "Look at your token"},
		"token":              {"Jeton de {seat}", "Chip von {seat}", "{seat}’s token"},
		"guess":              {"Essai de {seat}", "Versuch von {seat}", "{seat}’s guess"},
		"reply":              {"{seat} répond…", "{seat} antwortet…", "{seat} answers…"},
		"solve":              {"Code de {seat}", "Code von {seat}", "{seat}’s code"},
		"call_first":         {"Qui d’abord ?", "Wer zuerst?", "Who was first?"},
		"mastermind.verdict": {"{seat} a juste ?", "Hat {seat} recht?", "Is {seat} right?"},

		"word":        {"Ton mot secret", "Dein Geheimwort", "Your secret word"},
		"motus.guess": {"{seat} propose…", "{seat} schlägt vor…", "{seat} proposes…"},
		"motus.token": {"Équipe {n} a tiré…", "Team {n} zieht…", "Team {n} draws…"},
		"super_team":  {"Quelle équipe ?", "Welches Team?", "Which team?"},

		"language": {"Langue", "Sprache", "Language"},
		"game":     {"Quel jeu ?", "Welches Spiel?", "Which game?"},
		"players":  {"À vos boutons !", "Drückt euren Knopf!", "Press your button!"},
		"rounds":   {"Combien de manches ?", "Wie viele Runden?", "How many rounds?"},
		"first":    {"Qui commence ?", "Wer beginnt?", "Who begins?"},

		"mito.first":       {"La punaise à qui ?", "Wer ist Wanze?", "Who is the guard?"},
		"mogelmotte.first": {"La punaise à qui ?", "Wer ist Wanze?", "Who is the guard?"},
		"mog.first":        {"Qui est MOG ?", "Wer ist MOG?", "Who is MOG?"},

		"begin":   {"{word} ?", "{word}?", "{word}?"},
		"resume":  {"Partie en cours", "Angefangenes Spiel", "Unfinished game"},
		"discard": {"Jeter cette partie ?", "Endgültig verwerfen?", "Discard it for good?"},
		"pause":   {"Reprendre", "Weiterspielen", "Play on"},
		"holder":  {"MOG, c’est…", "MOG ist…", "MOG is…"},
		"audit":   {"Vérifier les réponses ?", "Antworten prüfen?", "Check the answers?"},
		"dealer":  {"Qui distribue ?", "Wer verteilt?", "Who deals?"},
		"boards":  {"Plateaux ?", "Bretter?", "Boards?"},
		"call":    {"Qui peut crier ?", "Wer darf rufen?", "Who may call?"},
		"mode":    {"Équipes ou solo ?", "Teams oder einzeln?", "Teams or solo?"},
		"letters": {"Lettres par mot ?", "Buchstaben je Wort?", "Letters per word?"},
		"series":  {"Combien de séries ?", "Wie viele Serien?", "How many series?"},
		"grid":    {"Grille : qui tire ?", "Gitter: wer zieht?", "Grid: who draws?"},
		"clock":   {"Temps par mot ?", "Zeit je Wort?", "Time per word?"},
		"phone":   {"Ton téléphone", "Dein Handy", "Your phone"},
		"help":    {"Les règles", "Die Regeln", "The rules"},
		"stop":    {"Et maintenant ?", "Was nun?", "What now?"},
		"leave":   {"Quitter la partie ?", "Spiel beenden?", "Leave the game?"},
		"again":   {"Encore une partie ?", "Noch ein Spiel?", "Another game?"},
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
		"discard":   {"Jeter", "Verwerfen", "Discard"},
		"later":     {"Plus tard", "Später", "Later"},
		"pause":     {"Pause", "Pause", "Pause"},
		"look":      {"Revoir mon secret", "Geheimnis zeigen", "See my secret"},
		"undo":      {"Annuler le coup", "Rückgängig", "Undo"},
		"redo":      {"Refaire le coup", "Wiederherstellen", "Redo"},
		"continue":  {"Continuer", "Weiterspielen", "Play on"},
		"leave":     {"Quitter", "Beenden", "Leave"},
		"same":      {"Encore une fois", "Noch einmal", "Play again"},
		"language":  {"Langue", "Sprache", "Language"},
		"phone":     {"Téléphone", "Handy", "Phone"},
		"help":      {"Les règles", "Regeln", "Rules"},

		"phone.phone": {"En relier un", "Eines verbinden", "Pair one"},

		"stop.players": {"Autres joueurs", "Andere Mitspieler", "Other players"},
		"again.leave":  {"Retour au menu", "Zum Menü", "To the menu"},
		"leave.yes":    {"Oui, gardée 1~jour", "Ja, bleibt 1~Tag", "Yes, kept for a~day"},
		"leave.no":     {"Non, continuer", "Nein, weiterspielen", "No, play on"},
		"discard.yes":  {"Oui, jeter", "Ja, verwerfen", "Yes, discard"},
		"discard.no":   {"Non, garder", "Nein, behalten", "No, keep it"},

		// What an undo takes back, where no option says it.
		"did_press":       {"appui de~{seat}", "Druck von~{seat}", "{seat}’s press"},
		"did_lost":        {"appuis perdus", "Signalverlust", "lost signals"},
		"did_accused":     {"{n} accusé", "{n} beschuldigt", "{n} accused"},
		"did_slowest":     {"{n} en dernier", "{n} zuletzt", "{n} was last"},
		"did_fastest":     {"{n} en premier", "{n} zuerst", "{n} was first"},
		"did_shout_first": {"{n} en premier", "{n} zuerst", "{n} was first"},
		"did_call_first":  {"{n} en premier", "{n} zuerst", "{n} was first"},
		"did_spider_to":   {"carte à {n}", "Karte an {n}", "card to {n}"},
		"did_super_team":  {"équipe {n}", "Team {n}", "team {n}"},
		"did_play":        {"carte action", "Aktionskarte", "action card"},
		"did_verdict":     {"verdict", "Urteil", "verdict"},
		"did_reply":       {"réponse de {seat}", "Antwort von {seat}", "{seat}’s answer"},
		"did_hand":        {"main de {seat}", "Hand von {seat}", "{seat}’s hand"},
		"did_secret":      {"secret de {seat}", "Karte von {seat}", "{seat}’s secret"},
		"did_designate":   {"carte de {seat}", "Karte von {seat}", "{seat}’s card"},
		"did_accuse":      {"cri de {seat}", "Ruf von {seat}", "{seat}’s shout"},
		"did_token":       {"le jeton", "der Chip", "the token"},
		"did_guess":       {"essai de {seat}", "Versuch von {seat}", "{seat}’s guess"},
		"did_solve":       {"code de {seat}", "Code von {seat}", "{seat}’s code"},
		"did_word":        {"un mot secret", "ein Geheimwort", "a secret word"},
		"did_nobody":      {"personne", "niemand", "nobody"},
		"did_next_round":  {"manche suivante", "nächste Runde", "next round"},
		"count.right":     {"Tout est juste", "Alles stimmt", "All is right"},

		"or_button": {"ou ton bouton !", "oder dein Knopf!", "or your button!"},

		"unpair": {"Oublier les tél.", "Handys vergessen", "Forget all phones"},
		"yes":    {"Oui", "Ja", "Yes"},
		"no":     {"Non", "Nein", "No"},

		"players":        {"Un joueur", "Ein Spieler", "A player"},
		"house":          {"La boîte", "Der Kasten", "The box"},
		"dealer.entered": {"Chacun saisit", "Jeder gibt ein", "Each enters his"},
		"table":          {"Tout à la main", "Ganz von Hand", "All by hand"},
		"call.turn":      {"Chacun à son tour", "Wer dran ist", "Whose turn it is"},
		"any":            {"Tout le monde", "Jeder", "Anyone"},
		"teams":          {"En équipes", "In Teams", "In teams"},
		"solo":           {"Chacun pour soi", "Jeder für sich", "Each for himself"},
		"grid.entered":   {"L’équipe", "Das Team", "The team"},
		"grid.none":      {"Sans grille", "Ohne Gitter", "No grid"},
		"one_two":        {"2 pour le second", "2 für den Zweiten", "2 for the second"},
		"two_one":        {"2 pour le premier", "2 für den Ersten", "2 for the first"},
		"no_clock":       {"Sans limite", "Ohne Uhr", "No clock"},
		"8s":             {"8 s", "8 s", "8 s"},
		"15s":            {"15 s", "15 s", "15 s"},
		"30s":            {"30 s", "30 s", "30 s"},

		"attribute_1": {"chapeau noir", "schwarzer Hut", "black hat"},
		"attribute_2": {"barbe noire", "schwarzer Bart", "black beard"},
		"attribute_3": {"pantalon écossais", "Karohose", "tartan trousers"},
		"attribute_4": {"foulard rouge", "roter Schal", "red scarf"},
		"attribute_5": {"attribut 5", "Merkmal 5", "feature 5"},
		"attribute_6": {"attribut 6", "Merkmal 6", "feature 6"},
		"attribute_7": {"attribut 7", "Merkmal 7", "feature 7"},
		"attribute_8": {"attribut 8", "Merkmal 8", "feature 8"},

		// Two letters tell the colours apart.
		"blue":   {"bleu", "blau", "blue"},
		"red":    {"rouge", "rot", "red"},
		"yellow": {"jaune", "gelb", "yellow"},
		"green":  {"vert", "grün", "green"},
		"orange": {"orange", "orange", "orange"},
		"brown":  {"marron", "braun", "brown"},
		"black":  {"Noir", "Schwarz", "Black"},
		"white":  {"Blanc", "Weiß", "White"},
		"none":   {"Rien", "Nichts", "None"},
		"right":  {"Oui", "Ja", "Yes"},
		"wrong":  {"Non", "Nein", "No"},
		"done":   {"C’est fait", "Fertig", "Done"},
		"blank":  {"Pas de chance", "Niete", "Blank"},
		"send":   {"Envoyer", "Senden", "Send"},
		"keep":   {"Garder ? < changer", "Gut so? < ändern", "Keep? < change"},
		"empty":  {"vide", "leer", "empty"},

		"eliminated": {"éliminé", "raus", "out"},
		"writes":     {"écrit", "schreibt", "writes"},
		"colour":     {"Couleur", "Farbe", "Colour"},
		"position":   {"N°", "Nr.", "No."},

		"guardian":     {"punaise", "Wanze", "guard"},
		"turn":         {"joue", "dran", "to play"},
		"button":       {"Bouton", "Knopf", "Button"},
		"key previous": {"Touche~<", "Taste~<", "Key~<"},
		"key next":     {"Touche~>", "Taste~>", "Key~>"},
		"key OK":       {"Touche~OK", "Taste~OK", "Key~OK"},
		"key back":     {"Touche retour", "Taste Zurück", "Key back"},
		"encoder A":    {"Molette", "Drehknopf", "Dial"},
		"encoder B":    {"Molette", "Drehknopf", "Dial"},
		"shortcut":     {"Raccourci", "Schnelltaste", "Shortcut"},

		"numbers": {"Nombre", "Zahl", "Number"},
		"actions": {"Action", "Aktion", "Action"},
		"mitos":   {"Mito", "Mito", "Mito"},

		"mito":       {"Mito", "Mito", "Mito"},
		"mogelmotte": {"Mogel~Motte", "Mogel~Motte", "Mogel~Motte"},
		"mog":        {"M.O.G.", "M.O.G.", "M.O.G."},
		"mastermind": {"Mastermind", "Mastermind", "Mastermind"},
		"motus":      {"Motus", "Motus", "Motus"},
		"fr":         {"Français", "Français", "Français"},
		"de":         {"Deutsch", "Deutsch", "Deutsch"},
		"en":         {"English", "English", "English"},
	}
}
