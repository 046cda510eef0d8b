_arbitre() {
	local word=${COMP_WORDS[COMP_CWORD]}
	if ((COMP_CWORD == 1)); then
		mapfile -t COMPREPLY < <(compgen -W 'demo run init wiring doctor check replay explain results scenes sounds version man completion help' -- "$word")
		return
	fi
	case ${COMP_WORDS[COMP_CWORD - 1]} in
	--game) mapfile -t COMPREPLY < <(compgen -W 'mito mogelmotte mog mastermind motus' -- "$word"); return ;;
	--language) mapfile -t COMPREPLY < <(compgen -W 'fr de en' -- "$word"); return ;;
	--view) mapfile -t COMPREPLY < <(compgen -W 'judge public' -- "$word"); return ;;
	esac
	case ${COMP_WORDS[1]} in
	demo) mapfile -t COMPREPLY < <(compgen -f -W '--config --listen --seats' -- "$word") ;;
	run) mapfile -t COMPREPLY < <(compgen -f -W '--config' -- "$word") ;;
	init) mapfile -t COMPREPLY < <(compgen -f -W '' -- "$word") ;;
	wiring) mapfile -t COMPREPLY < <(compgen -f -W '--config --svg' -- "$word") ;;
	doctor) mapfile -t COMPREPLY < <(compgen -f -W '--config --json --press --race' -- "$word") ;;
	check) mapfile -t COMPREPLY < <(compgen -f -W '' -- "$word") ;;
	replay) mapfile -t COMPREPLY < <(compgen -f -W '--config --demo --language --png --until --view' -- "$word") ;;
	explain) mapfile -t COMPREPLY < <(compgen -f -W '--config --demo' -- "$word") ;;
	results) mapfile -t COMPREPLY < <(compgen -f -W '--all --config --csv --demo --evening --game --json' -- "$word") ;;
	scenes) mapfile -t COMPREPLY < <(compgen -f -W '' -- "$word") ;;
	sounds) mapfile -t COMPREPLY < <(compgen -f -W '--folder' -- "$word") ;;
	version) mapfile -t COMPREPLY < <(compgen -W '' -- "$word") ;;
	man) mapfile -t COMPREPLY < <(compgen -W '' -- "$word") ;;
	completion) mapfile -t COMPREPLY < <(compgen -W 'bash fish zsh' -- "$word") ;;
	help) mapfile -t COMPREPLY < <(compgen -W 'check completion demo doctor explain help init man mastermind mito mog mogelmotte motus replay results run scenes sounds version wiring' -- "$word") ;;
	esac
}
complete -o filenames -F _arbitre arbitre
