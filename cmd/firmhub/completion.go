package main

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

//go:embed completion
var completions embed.FS

type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Help is the long form of the command's help.
func (*completionCommand) Help() string {
	return `For this shell, and for every shell:

  bash:  source <(firmhub completion bash)
         firmhub completion bash > ~/.local/share/bash-completion/completions/firmhub
  zsh:   source <(firmhub completion zsh)
         firmhub completion zsh > "${fpath[1]}/_firmhub"
  fish:  firmhub completion fish | source
         firmhub completion fish > ~/.config/fish/completions/firmhub.fish`
}

// Run prints the script.
func (s *completionCommand) Run(c *console) error {
	script, err := completions.ReadFile("completion/" + s.Shell + ".sh")
	if err != nil {
		return err //nolint:wrapcheck // It is in the program itself.
	}
	_, err = c.stdout.Write(script)
	return err //nolint:wrapcheck // The shell is gone.
}

// completeCommand is called by the completion scripts. Its arguments are the words after firmhub up
// to the one being typed.
type completeCommand struct {
	Words []string `arg:"" optional:"" passthrough:""`
}

// Run prints the possible values of the last word, one in a line with a tab and its description.
func (s *completeCommand) Run(parsed *kong.Context, c *console) error {
	words := s.Words
	if len(words) > 0 && words[0] == "--" {
		words = words[1:]
	}
	if len(words) == 0 {
		return nil
	}
	typed := words[len(words)-1]
	for _, found := range candidates(parsed.Model.Node, words[:len(words)-1], typed) {
		if !strings.HasPrefix(found.text, typed) {
			continue
		}
		if _, err := fmt.Fprintf(c.stdout, "%s\t%s\n", found.text, found.help); err != nil {
			return fmt.Errorf("print a candidate: %w", err)
		}
	}
	return nil
}

type candidate struct{ text, help string }

// candidates returns what can follow the words: the values of a flag or an argument, flags if the
// last word begins one, else commands.
func candidates(node *kong.Node, words []string, typed string) (found []candidate) {
	arguments := 0
	for i := 0; i < len(words); i++ {
		if flag := flagOf(node, words[i]); flag != nil {
			if flag.IsBool() || strings.Contains(words[i], "=") {
				continue
			}
			i++ // Its value is the next word.
			if i == len(words) {
				return values(flag.Value)
			}
			continue
		}
		at := slices.IndexFunc(node.Children, func(child *kong.Node) bool { return child.Name == words[i] })
		if at < 0 {
			arguments++
			continue
		}
		node = node.Children[at]
	}
	if strings.HasPrefix(typed, "-") {
		for _, group := range node.AllFlags(true) {
			for _, flag := range group {
				found = append(found, candidate{"--" + flag.Name, flag.Help})
			}
		}
		return found
	}
	for _, child := range node.Children {
		if !child.Hidden {
			found = append(found, candidate{child.Name, child.Help})
		}
	}
	if arguments < len(node.Positional) {
		found = append(found, values(node.Positional[arguments])...)
	}
	return found
}

// flagOf returns the flag with this name, or nil.
func flagOf(node *kong.Node, word string) *kong.Flag {
	name, _, _ := strings.Cut(word, "=")
	for _, group := range node.AllFlags(true) {
		for _, flag := range group {
			if name == "--"+flag.Name || flag.Short != 0 && name == "-"+string(flag.Short) {
				return flag
			}
		}
	}
	return nil
}

// values returns the values of a flag or an argument that has a list of them.
func values(of *kong.Value) (found []candidate) {
	for _, value := range of.EnumSlice() {
		if value != "" {
			found = append(found, candidate{value, ""})
		}
	}
	return found
}
