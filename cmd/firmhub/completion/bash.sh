# Completion of firmhub for bash. For this shell: source <(firmhub completion bash)
# For every shell: firmhub completion bash > ~/.local/share/bash-completion/completions/firmhub
_firmhub() {
  local line IFS=$'\n'
  COMPREPLY=()
  while read -r line; do
    COMPREPLY+=("${line%%$'\t'*}")
  done < <("$1" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _firmhub firmhub
