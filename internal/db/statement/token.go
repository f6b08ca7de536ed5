package statement

import (
	"errors"
	"strconv"
	"strings"
)

// node is a token of a statement, or a group: what is in parentheses, or between CASE and END.
type node struct {
	kind kind
	// text is a word in lower case, a name as it is quoted, a number, or a symbol.
	text string
	// number is the number of a placeholder.
	number int
	group  []node
}

type kind uint8

const (
	word kind = iota
	name      // in quotation marks, and so no keyword
	literal
	placeholder
	symbol
	parentheses
	choice // CASE … END
)

func (n node) is(words ...string) bool {
	for _, w := range words {
		if n.kind == word && n.text == w {
			return true
		}
	}
	return false
}

func (n node) isSymbol(text string) bool { return n.kind == symbol && n.text == text }

func (n node) isName() bool { return n.kind == word || n.kind == name }

var errSyntax = errors.New("the statement can't be read")

// parse returns the nodes of a statement.
func parse(text string) ([]node, error) {
	p := &parser{text: text}
	nodes, err := p.nodes(end)
	if err == nil && p.at < len(p.text) {
		err = errSyntax
	}
	return nodes, err
}

type parser struct {
	text string
	at   int
	// questions is how many placeholders without a number there were.
	questions int
}

// end, closing and caseEnd say what ends a list of nodes.
const (
	end     = ""
	closing = ")"
	caseEnd = "end"
)

func (p *parser) nodes(until string) (all []node, err error) {
	for {
		n, found, err := p.next()
		switch {
		case err != nil:
			return nil, err
		case !found:
			if until != end {
				return nil, errSyntax
			}
			return all, nil
		case n.isSymbol(")"):
			if until != closing {
				return nil, errSyntax
			}
			return all, nil
		case n.is("end") && until == caseEnd:
			return all, nil
		case n.isSymbol("("):
			n.kind = parentheses
			n.group, err = p.nodes(closing)
		case n.is("case"):
			n.kind = choice
			n.group, err = p.nodes(caseEnd)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
}

func (p *parser) next() (n node, found bool, err error) {
	if err := p.skip(); err != nil || p.at == len(p.text) {
		return n, false, err
	}
	start := p.at
	switch c := p.text[p.at]; {
	case isLetter(c):
		p.while(func(c byte) bool { return isLetter(c) || isDigit(c) })
		return node{kind: word, text: strings.ToLower(p.text[start:p.at])}, true, nil
	case isDigit(c):
		p.while(func(c byte) bool { return isLetter(c) || isDigit(c) || c == '.' })
		return node{kind: literal, text: p.text[start:p.at]}, true, nil
	case c == '\'' || c == '"' || c == '`':
		quoted, err := p.quoted(c)
		if c == '\'' {
			return node{kind: literal}, true, err
		}
		return node{kind: name, text: quoted}, true, err
	case c == '$' || c == '?':
		p.at++
		p.while(isDigit)
		number, err := strconv.Atoi(p.text[start+1 : p.at])
		if err != nil && c == '$' {
			return n, false, errSyntax // a text between dollars
		}
		if err != nil {
			p.questions++
			number = p.questions
		}
		return node{kind: placeholder, number: number}, true, nil
	case strings.HasPrefix(p.text[p.at:], "::"):
		p.at += 2
	case c == ';':
		return n, false, errors.New("it must be one statement")
	default:
		p.at++
	}
	return node{kind: symbol, text: p.text[start:p.at]}, true, nil
}

// skip skips spaces and comments.
func (p *parser) skip() error {
	for p.at < len(p.text) {
		rest := p.text[p.at:]
		switch {
		case strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			p.at++
		case strings.HasPrefix(rest, "/*"):
			comment, _, closed := strings.Cut(rest[len("/*"):], "*/")
			if !closed || strings.Contains(comment, "/*") { // PostgreSQL nests comments, and SQLite does not.
				return errSyntax
			}
			p.at += len("/*") + len(comment) + len("*/")
		case strings.HasPrefix(rest, "--"):
			return errors.New("it must have no comments to the end of a line")
		default:
			return nil
		}
	}
	return nil
}

// quoted reads a text or a name in quotation marks, which are doubled within it.
func (p *parser) quoted(mark byte) (string, error) {
	start := p.at + 1
	for p.at++; p.at < len(p.text); p.at++ {
		if p.text[p.at] != mark {
			continue
		}
		if p.at+1 == len(p.text) || p.text[p.at+1] != mark {
			p.at++
			return p.text[start : p.at-1], nil
		}
		p.at++
	}
	return "", errSyntax
}

func (p *parser) while(accept func(byte) bool) {
	for p.at < len(p.text) && accept(p.text[p.at]) {
		p.at++
	}
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= 0x80 }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
