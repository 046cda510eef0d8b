complete -c arbitre -f
complete -c arbitre -n __fish_use_subcommand -a demo -d 'play at a virtual table in the browser, without any hardware'
complete -c arbitre -n __fish_use_subcommand -a run -d 'referee the table on this machine\'s buttons, lamps and display'
complete -c arbitre -n __fish_use_subcommand -a init -d 'ask a few questions and write the configuration'
complete -c arbitre -n __fish_use_subcommand -a wiring -d 'draw the Pi\'s 40-pin header with every wire, or say what can\'t be wired'
complete -c arbitre -n __fish_use_subcommand -a doctor -d 'look at every device of the table and say what is missing and what to type to mend it'
complete -c arbitre -n __fish_use_subcommand -a check -d 'check a configuration and print what is in effect, defaults and all'
complete -c arbitre -n __fish_use_subcommand -a replay -d 'play a journal again and print its facts, one JSON line each'
complete -c arbitre -n __fish_use_subcommand -a explain -d 'print every race of a journal as a photo finish: margins, what was ignored, verdict, clause'
complete -c arbitre -n __fish_use_subcommand -a results -d 'print who has won how much, or export every game'
complete -c arbitre -n __fish_use_subcommand -a scenes -d 'write every scene of both displays in every language as a picture, and a page that shows them all'
complete -c arbitre -n __fish_use_subcommand -a sounds -d 'write every cue as a WAV file, to listen to or to replace'
complete -c arbitre -n __fish_use_subcommand -a version -d 'print the version and what it was built from'
complete -c arbitre -n __fish_use_subcommand -a man -d 'print the manual page'
complete -c arbitre -n __fish_use_subcommand -a completion -d 'print what completes the command line in a shell'
complete -c arbitre -n __fish_use_subcommand -a help -d 'say what a command does, with an example, or the rules of a game'
complete -c arbitre -n '__fish_seen_subcommand_from demo' -l config
complete -c arbitre -n '__fish_seen_subcommand_from demo' -l listen
complete -c arbitre -n '__fish_seen_subcommand_from demo' -l seats
complete -c arbitre -n '__fish_seen_subcommand_from demo' -F
complete -c arbitre -n '__fish_seen_subcommand_from run' -l config
complete -c arbitre -n '__fish_seen_subcommand_from run' -F
complete -c arbitre -n '__fish_seen_subcommand_from init' -F
complete -c arbitre -n '__fish_seen_subcommand_from wiring' -l config
complete -c arbitre -n '__fish_seen_subcommand_from wiring' -l svg
complete -c arbitre -n '__fish_seen_subcommand_from wiring' -F
complete -c arbitre -n '__fish_seen_subcommand_from doctor' -l config
complete -c arbitre -n '__fish_seen_subcommand_from doctor' -l json
complete -c arbitre -n '__fish_seen_subcommand_from doctor' -l press
complete -c arbitre -n '__fish_seen_subcommand_from doctor' -l race
complete -c arbitre -n '__fish_seen_subcommand_from doctor' -F
complete -c arbitre -n '__fish_seen_subcommand_from check' -F
complete -c arbitre -n '__fish_seen_subcommand_from replay' -l config
complete -c arbitre -n '__fish_seen_subcommand_from replay' -l demo
complete -c arbitre -n '__fish_seen_subcommand_from replay' -l language -x -a 'fr de en'
complete -c arbitre -n '__fish_seen_subcommand_from replay' -l png
complete -c arbitre -n '__fish_seen_subcommand_from replay' -l until
complete -c arbitre -n '__fish_seen_subcommand_from replay' -l view -x -a 'judge public'
complete -c arbitre -n '__fish_seen_subcommand_from replay' -F
complete -c arbitre -n '__fish_seen_subcommand_from explain' -l config
complete -c arbitre -n '__fish_seen_subcommand_from explain' -l demo
complete -c arbitre -n '__fish_seen_subcommand_from explain' -F
complete -c arbitre -n '__fish_seen_subcommand_from results' -l all
complete -c arbitre -n '__fish_seen_subcommand_from results' -l config
complete -c arbitre -n '__fish_seen_subcommand_from results' -l csv
complete -c arbitre -n '__fish_seen_subcommand_from results' -l demo
complete -c arbitre -n '__fish_seen_subcommand_from results' -l evening
complete -c arbitre -n '__fish_seen_subcommand_from results' -l game -x -a 'mito mogelmotte mog mastermind motus'
complete -c arbitre -n '__fish_seen_subcommand_from results' -l json
complete -c arbitre -n '__fish_seen_subcommand_from results' -F
complete -c arbitre -n '__fish_seen_subcommand_from scenes' -F
complete -c arbitre -n '__fish_seen_subcommand_from sounds' -l folder
complete -c arbitre -n '__fish_seen_subcommand_from sounds' -F
complete -c arbitre -n '__fish_seen_subcommand_from completion' -a bash
complete -c arbitre -n '__fish_seen_subcommand_from completion' -a fish
complete -c arbitre -n '__fish_seen_subcommand_from completion' -a zsh
complete -c arbitre -n '__fish_seen_subcommand_from help' -a check
complete -c arbitre -n '__fish_seen_subcommand_from help' -a completion
complete -c arbitre -n '__fish_seen_subcommand_from help' -a demo
complete -c arbitre -n '__fish_seen_subcommand_from help' -a doctor
complete -c arbitre -n '__fish_seen_subcommand_from help' -a explain
complete -c arbitre -n '__fish_seen_subcommand_from help' -a help
complete -c arbitre -n '__fish_seen_subcommand_from help' -a init
complete -c arbitre -n '__fish_seen_subcommand_from help' -a man
complete -c arbitre -n '__fish_seen_subcommand_from help' -a mastermind
complete -c arbitre -n '__fish_seen_subcommand_from help' -a mito
complete -c arbitre -n '__fish_seen_subcommand_from help' -a mog
complete -c arbitre -n '__fish_seen_subcommand_from help' -a mogelmotte
complete -c arbitre -n '__fish_seen_subcommand_from help' -a motus
complete -c arbitre -n '__fish_seen_subcommand_from help' -a replay
complete -c arbitre -n '__fish_seen_subcommand_from help' -a results
complete -c arbitre -n '__fish_seen_subcommand_from help' -a run
complete -c arbitre -n '__fish_seen_subcommand_from help' -a scenes
complete -c arbitre -n '__fish_seen_subcommand_from help' -a sounds
complete -c arbitre -n '__fish_seen_subcommand_from help' -a version
complete -c arbitre -n '__fish_seen_subcommand_from help' -a wiring
