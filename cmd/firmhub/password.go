package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/term"
)

// passwordFlags are the ways to pass a password. None of them shows it in the process list.
type passwordFlags struct {
	PasswordStdin bool `help:"Read the password from the first line of standard input. Without it: FIRMHUB_PASSWORD, or a prompt."`
}

// passwordVariable holds the password for scripts that can't write to standard input.
const passwordVariable = "FIRMHUB_PASSWORD"

// read returns a new password, which is asked for twice.
func (f passwordFlags) read(c *console) (string, error) {
	return f.readOr(c, "Password: ", "Once more: ")
}

// readOnce returns the password for a log-in.
func (f passwordFlags) readOnce(c *console) (string, error) {
	return f.readOr(c, "Password: ")
}

// readOr returns the password. If no flag or variable contains it, readOr asks the questions.
func (f passwordFlags) readOr(c *console, questions ...string) (string, error) {
	if f.PasswordStdin {
		line, err := bufio.NewReader(c.stdin).ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return "", fmt.Errorf("read the password from standard input: %w", err)
		}
		return strings.TrimRight(line, "\r\n"), nil
	}
	if password := c.getenv(passwordVariable); password != "" {
		return password, nil
	}
	return prompt(c, questions)
}

// prompt asks for a password without showing it. All answers must be the same.
func prompt(c *console, questions []string) (string, error) {
	terminal := int(c.stdin.Fd())
	if !term.IsTerminal(terminal) {
		return "", errors.New("there is no terminal to ask for the password: use --password-stdin or FIRMHUB_PASSWORD")
	}
	typed := make([]string, 0, len(questions))
	for _, question := range questions {
		fmt.Fprint(c.stderr, question)
		answer, err := term.ReadPassword(terminal)
		fmt.Fprintln(c.stderr)
		if err != nil {
			return "", fmt.Errorf("read the password: %w", err)
		}
		typed = append(typed, string(answer))
	}
	if typed[0] != typed[len(typed)-1] {
		return "", errors.New("the two passwords differ")
	}
	return typed[0], nil
}
