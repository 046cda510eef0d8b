#compdef arbitre
_arbitre() {
	local -a names=(
		'demo:play at a virtual table in the browser, without any hardware'
		'run:referee the table on this machine'\''s buttons, lamps and display'
		'init:ask a few questions and write the configuration'
		'wiring:draw the Pi'\''s 40-pin header with every wire, or say what can'\''t be wired'
		'doctor:look at every device of the table and say what is missing and what to type to mend it'
		'check:check a configuration and print what is in effect, defaults and all'
		'replay:play a journal again and print its facts, one JSON line each'
		'explain:print every race of a journal as a photo finish\: margins, what was ignored, verdict, clause'
		'results:print who has won how much, or export every game'
		'scenes:write every scene of both displays in every language as a picture, and a page that shows them all'
		'sounds:write every cue as a WAV file, to listen to or to replace'
		'version:print the version and what it was built from'
		'man:print the manual page'
		'completion:print what completes the command line in a shell'
		'help:say what a command does, with an example, or the rules of a game'
	)
	if ((CURRENT == 2)); then
		_describe command names
		return
	fi
	case $words[CURRENT-1] in
	--game) compadd -- mito mogelmotte mog mastermind motus; return ;;
	--language) compadd -- fr de en; return ;;
	--view) compadd -- judge public; return ;;
	esac
	case $words[2] in
	demo) compadd -- --config --listen --seats; _files ;;
	run) compadd -- --config; _files ;;
	init) compadd -- ; _files ;;
	wiring) compadd -- --config --svg; _files ;;
	doctor) compadd -- --config --json --press --race; _files ;;
	check) compadd -- ; _files ;;
	replay) compadd -- --config --demo --language --png --until --view; _files ;;
	explain) compadd -- --config --demo; _files ;;
	results) compadd -- --all --config --csv --demo --evening --game --json; _files ;;
	scenes) compadd -- ; _files ;;
	sounds) compadd -- --folder; _files ;;
	version) compadd --  ;;
	man) compadd --  ;;
	completion) compadd -- bash fish zsh ;;
	help) compadd -- check completion demo doctor explain help init man mastermind mito mog mogelmotte motus replay results run scenes sounds version wiring ;;
	esac
}
if [[ $funcstack[1] == _arbitre ]]; then
	_arbitre "$@"
else
	compdef _arbitre arbitre
fi
