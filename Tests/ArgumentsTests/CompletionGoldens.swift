// The scripts in full, as the shells get them.
extension CompletionTests {
  static let goldenBash = #"""
    # bash completion for tool. Load it with: source <(tool completion bash)

    # Offers the lines of standard input that begin with the word, quoted so that none is expanded.
    _tool_offer() {
      local line
      while IFS= read -r line; do
        if [[ $line == "$word"* ]]; then COMPREPLY+=("$(printf '%q' "$line")"); fi
      done
    }

    _tool_complete() {
      local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} path=tool index
      COMPREPLY=()
      # Bash takes --name=value apart into three words.
      if [[ $word == "=" ]]; then
        word=""
      elif [[ $previous == "=" ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
      fi
      for ((index = 1; index < COMP_CWORD; index++)); do
        case ${COMP_WORDS[index]} in
          --color | --output | -c)
            if [[ ${COMP_WORDS[index + 1]} == "=" ]]; then index=$((index + 1)); fi
            index=$((index + 1))
            continue
            ;;
        esac
        case "$path ${COMP_WORDS[index]}" in
          "tool run" | "tool go") path="tool run" ;;
        esac
      done
      case $path in
        "tool")
          if [[ $word == -* ]]; then
            _tool_offer < <(printf '%s\n' '-h' '--help')
          else
            _tool_offer < <(printf '%s\n' 'run')
          fi
          ;;
        "tool run")
          case $previous in
            -c | --color)
              _tool_offer < <(printf '%s\n' 'auto' 'always' 'never')
              return
              ;;
            --output)
              compopt -o filenames
              mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -d -- "$word")
              mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -X '!*.csv' -- "$word")
              return
              ;;
          esac
          if [[ $word == -* ]]; then
            _tool_offer < <(printf '%s\n' '-c' '--color' '--output' '--pager' '--no-pager' '-h' '--help')
          else
            _tool_offer < <(tool names 2> /dev/null)
          fi
          ;;
      esac
    }

    complete -F _tool_complete tool

    """#

  static let goldenZsh = #"""
    #compdef tool
    # zsh completion for tool. Write it to a file _tool in a folder of $fpath.

    # Offers each line that a command prints.
    _tool__lines() {
      local -a found
      found=(${(f)"$("$@" 2> /dev/null)"})
      compadd -a found
    }

    _tool___commands() {
      local -a commands
      commands=(
        'run:Run [fast]: now.'
      )
      _describe command commands
    }

    _tool() {
      local curcontext=$curcontext state line
      typeset -A opt_args
      _arguments -C -S \
        '(-h --help)-h[Print this help.]' \
        '(-h --help)--help[Print this help.]' \
        '1:command:_tool___commands' \
        '*::arguments:->inside'
      case $state in
        inside)
          case $line[1] in
            run | go) _tool__run ;;
          esac
          ;;
      esac
    }

    _tool__run() {
      _arguments -S \
        '(-c --color)-c+[When to use colour.]:color:(auto always never)' \
        '(-c --color)--color=[When to use colour.]:color:(auto always never)' \
        '--output=[Where to.]:output:_files -g "*.(csv)"' \
        '(--pager --no-pager)--pager[Page.]' \
        '(--pager --no-pager)--no-pager[Page.]' \
        '(-h --help)-h[Print this help.]' \
        '(-h --help)--help[Print this help.]' \
        '*:names: _tool__lines tool names'
    }

    if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
      _tool "$@"
    else
      compdef _tool tool
    fi

    """#

  static let goldenFish = #"""
    # fish completion for tool. Write it to ~/.config/fish/completions/tool.fish

    # Succeeds if the words before the cursor name this command.
    function __tool_at
        set -l path tool
        set -l is_value no
        for word in (commandline -opc)[2..]
            if test $is_value = yes
                set is_value no
                continue
            end
            if contains -- $word '--color' '--output' '-c'
                set is_value yes
                continue
            end
            switch "$path $word"
                case 'tool run' 'tool go'
                    set path 'tool run'
            end
        end
        test "$path" = "$argv"
    end

    complete -c tool -f
    complete -c tool -n '__tool_at tool' -a 'run' -d 'Run [fast]: now.'
    complete -c tool -n '__tool_at tool' -s h -l help -d 'Print this help.'
    complete -c tool -n '__tool_at tool run' -s c -l color -x -a 'auto always never' -d 'When to use colour.'
    complete -c tool -n '__tool_at tool run' -l output -r -F -d 'Where to.'
    complete -c tool -n '__tool_at tool run' -l pager -d 'Page.'
    complete -c tool -n '__tool_at tool run' -l no-pager -d 'Page.'
    complete -c tool -n '__tool_at tool run' -a '(tool names 2> /dev/null)' -d 'Who.'
    complete -c tool -n '__tool_at tool run' -s h -l help -d 'Print this help.'

    """#
}
