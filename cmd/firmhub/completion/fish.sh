# Completion of firmhub for fish. For this shell: firmhub completion fish | source
# For every shell: firmhub completion fish > ~/.config/fish/completions/firmhub.fish
function __firmhub_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found ($words[1] complete -- $words[2..] 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete --command firmhub --no-files --arguments '(__firmhub_complete)'
