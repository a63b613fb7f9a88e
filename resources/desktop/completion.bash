# Completion of tachograph for bash: subcommands and their options, files elsewhere.
_tachograph() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} options values=
    case $previous in
    --axis) values="step resume elapsed wall tokens" ;;
    --theme) values="light dark" ;;
    --size) values="ticket long" ;;
    --fail-on) [[ $command = diff || $command = watch ]] && values="worse" || values="info warning critical" ;;
    esac
    if [ -n "$values" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$values" -- "$current")
        return
    fi
    case $current in
    -*)
        # What the command's own help names.
        case $command in
        -*) options=$(tachograph --help 2>/dev/null) ;;
        *) options=$(tachograph "$command" --help 2>/dev/null || tachograph --help 2>/dev/null) ;;
        esac
        options=$(grep -oE -- '--[a-z][a-z-]*' <<<"$options" | sort -u)
        mapfile -t COMPREPLY < <(compgen -W "$options --help" -- "$current")
        ;;
    *)
        if [ "$COMP_CWORD" -eq 1 ]; then
            mapfile -t COMPREPLY < <(compgen -W "demo inspect diff watch report formats detectors manual" -- "$current")
        fi
        compopt -o filenames 2>/dev/null
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current")
        ;;
    esac
}
complete -F _tachograph tachograph
