package web

import "arbitre/display"

// pageWords is what the pages say beside the words of the table, which are the displays'.
func pageWords(l display.Language) map[string]string {
	words := make(map[string]string, 64)
	for key, phrase := range map[string][3]string{ // in the order of display.Languages
		"scoreboard": {"Tableau des points", "Punktetafel", "Scoreboard"},
		"judge":      {"Page de l’arbitre", "Seite des Schiedsrichters", "Judge’s page"},
		"overlay":    {"Incrustation", "Einblendung", "Overlay"},
		"language":   {"Langue", "Sprache", "Language"},
		"connecting": {"Connexion…", "Verbinde…", "Connecting…"},
		"live":       {"En direct", "Live", "Live"},
		"lost":       {"Reconnexion…", "Verbinde neu…", "Reconnecting…"},

		"seats":     {"Les joueurs", "Am Tisch", "At the table"},
		"seat":      {"Place", "Platz", "Seat"},
		"pressed":   {"a tapé", "hat gedrückt", "has pressed"},
		"press":     {"doit taper", "muss drücken", "to press"},
		"race":      {"Photo-finish", "Zielfoto", "Photo finish"},
		"fastest":   {"le plus rapide", "am schnellsten", "fastest"},
		"slowest":   {"le plus lent", "am langsamsten", "slowest"},
		"dead_heat": {"à égalité", "gleichauf", "dead heat"},
		"first":     {"premier", "Erster", "first"},
		"missing":   {"n’a pas tapé", "nicht gedrückt", "never pressed"},
		"void":      {"course annulée", "ungültig", "void"},
		"words":     {"Les mots", "Die Wörter", "The words"},
		"line":      {"Ligne", "Zeile", "Line"},
		"in_place":  {"bien placée", "richtig", "in place"},
		"misplaced": {"mal placée", "falscher Platz", "misplaced"},
		"absent":    {"absente", "nicht dabei", "absent"},
		"known":     {"connu", "bekannt", "known"},
		"grids":     {"Les grilles", "Die Gitter", "The grids"},
		"covered":   {"couverts", "belegt", "covered"},
		"past":      {"Dans cette manche", "In dieser Runde", "This round"},
		"evening":   {"Ce soir", "Heute Abend", "Tonight"},
		"all_time":  {"Depuis toujours", "Ewige Tabelle", "All time"},
		"name":      {"Nom", "Name", "Name"},
		"played":    {"Jouées", "Spiele", "Played"},
		"won":       {"Gagnées", "Siege", "Won"},
		"score":     {"Points", "Punkte", "Points"},
		"points":    {"points", "Punkte", "points"},

		"pair":      {"Associer ce téléphone", "Dieses Telefon koppeln", "Pair this phone"},
		"pair_how":  {"Entre les six chiffres affichés par la boîte.", "Gib die sechs Ziffern ein, die der Kasten zeigt.", "Enter the six digits that the box shows."},
		"code":      {"Code à six chiffres", "Code aus sechs Ziffern", "Six-digit code"},
		"pair_send": {"Associer", "Koppeln", "Pair"},

		"questions":  {"Questions", "Fragen", "Questions"},
		"no_prompt":  {"Rien à décider pour l’instant.", "Gerade ist nichts zu entscheiden.", "Nothing to decide right now."},
		"box_with":   {"La boîte est chez", "Der Kasten ist bei", "The box is with"},
		"back":       {"Retour, annuler…", "Zurück, rückgängig…", "Back, undo…"},
		"panel":      {"L’écran de la boîte", "Die Anzeige des Kastens", "The box’s display"},
		"send":       {"Envoyer", "Senden", "Send"},
		"cancel":     {"Retour au choix", "Zurück zur Auswahl", "Back to the choice"},
		"total":      {"Total", "Summe", "Total"},
		"less":       {"moins", "weniger", "less"},
		"more":       {"plus", "mehr", "more"},
		"numbers":    {"Nombres", "Zahlen", "Numbers"},
		"actions":    {"Actions", "Aktionen", "Actions"},
		"mitos":      {"Mitos", "Mitos", "Mitos"},
		"amount":     {"Nombre", "Zahl", "Number"},
		"features":   {"Attributs", "Merkmale", "Features"},
		"exactly_3":  {"Il en faut trois, ni plus ni moins.", "Genau drei müssen es sein.", "Exactly three are needed."},
		"colours":    {"Couleurs", "Farben", "Colours"},
		"colour":     {"Couleur", "Farbe", "Colour"},
		"empty":      {"vide", "leer", "empty"},
		"position":   {"Numéro", "Nummer", "Number"},
		"word":       {"Mot", "Wort", "Word"},
		"letters":    {"lettres", "Buchstaben", "letters"},
		"players":    {"Noms des joueurs", "Namen der Spieler", "Players’ names"},
		"save":       {"Garder", "Behalten", "Save"},
		"saved":      {"Noms gardés.", "Namen behalten.", "Names saved."},
		"no_network": {"La boîte ne répond pas. Réessaie.", "Der Kasten antwortet nicht. Versuch es noch einmal.", "The box does not answer. Try again."},

		// Why a request is refused.
		"answered":       {"Quelqu’un d’autre a déjà répondu.", "Jemand anderes hat schon geantwortet.", "Somebody else has answered already."},
		"held":           {"La boîte est chez un joueur.", "Der Kasten ist gerade bei einem Spieler.", "The box is with a player."},
		"busy":           {"La boîte est occupée. Réessaie.", "Der Kasten ist beschäftigt. Versuch es noch einmal.", "The box is busy. Try again."},
		"full":           {"Trop de spectateurs : réessaie plus tard.", "Zu viele Zuschauer: Versuch es später.", "Too many are watching: try later."},
		"not_paired":     {"Ce téléphone n’est pas associé à la boîte.", "Dieses Telefon ist nicht mit dem Kasten gekoppelt.", "This phone is not paired with the box."},
		"not_understood": {"La boîte n’a pas compris.", "Das versteht der Kasten nicht.", "The box does not understand this."},
		"other_site":     {"Seules les pages de la boîte peuvent répondre.", "Nur die Seiten des Kastens dürfen antworten.", "Only the box’s own pages may answer."},
		"no_code":        {"Six chiffres, s’il te plaît.", "Sechs Ziffern, bitte.", "Six digits, please."},
		"no_invitation":  {"La boîte n’affiche pas de code valable : demandes-en un sur la boîte.", "Der Kasten zeigt keinen gültigen Code: Lass dir am Kasten einen zeigen.", "The box shows no valid code: ask it for one."},
		"wrong_code":     {"Ce n’est pas le code.", "Das ist nicht der Code.", "That is not the code."},
		"exhausted":      {"Trop d’essais : attends une minute, puis entre le code que montre la boîte.", "Zu viele Versuche: Warte eine Minute und gib dann den Code ein, den der Kasten zeigt.", "Too many tries: wait a minute, then enter the code that the box shows."},
	} {
		words[key] = phrase[l]
	}
	return words
}
