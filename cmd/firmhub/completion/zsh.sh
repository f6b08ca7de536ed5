#compdef firmhub
# Completion of firmhub for zsh. For this shell, after compinit: source <(firmhub completion zsh)
# For every shell: firmhub completion zsh > "${fpath[1]}/_firmhub"
_firmhub() {
  local line
  local -a found
  for line in "${(@f)$("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] && found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
  done
  if (( $#found )); then
    _describe 'firmhub' found
  else
    _files
  fi
}
if [[ "${funcstack[1]}" = _firmhub ]]; then
  _firmhub "$@"
else
  compdef _firmhub firmhub
fi
