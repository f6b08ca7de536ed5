package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/firmhub/firmhub/ent"
)

// progress shows the progress of an import, in one line that it overwrites. Without a terminal it
// shows nothing.
type progress struct {
	terminal *os.File // nil where there is none
	now      func() time.Time
	// began is when the first rows were done, and first how many were done then.
	began time.Time
	first int
	shown bool
}

func newProgress(out io.Writer) *progress {
	p := &progress{now: time.Now}
	if file, ok := out.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		p.terminal = file
	}
	return p
}

// show shows the progress of an import.
func (p *progress) show(row *ent.ContactImport) {
	if p.terminal == nil {
		return
	}
	width, _, err := term.GetSize(int(p.terminal.Fd()))
	if err != nil || width == 0 {
		width = 80
	}
	p.shown = true
	fmt.Fprintf(p.terminal, "\r\x1b[K%s", p.line(row, width-1))
}

// end leaves the line as it is.
func (p *progress) end() {
	if p.shown {
		fmt.Fprintln(p.terminal)
	}
}

// line describes the progress of an import in at most width characters.
func (p *progress) line(row *ent.ContactImport, width int) string {
	const widest, least = 30, 5
	switch {
	case row.TotalRows == 0:
		return cut("Reading the file …", width)
	case p.began.IsZero():
		p.began, p.first = p.now(), row.ProcessedRows
	}
	rate := 0.0
	if took := p.now().Sub(p.began).Seconds(); took > 0 {
		rate = float64(row.ProcessedRows-p.first) / took
	}
	text := fmt.Sprintf(" %3d %%  %s of %s rows  %s rows/s  %s rejected", row.ProcessedRows*100/row.TotalRows,
		grouped(row.ProcessedRows), grouped(row.TotalRows), grouped(int(rate)), grouped(row.FailedCount))
	if left := row.TotalRows - row.ProcessedRows; rate > 0 && left > 0 {
		text += "  " + (time.Duration(float64(left)/rate) * time.Second).String() + " left"
	}
	if bar := min(widest, width-len(text)-2); bar >= least {
		done := bar * row.ProcessedRows / row.TotalRows
		text = "[" + strings.Repeat("█", done) + strings.Repeat("·", bar-done) + "]" + text
	}
	return cut(text, width)
}

func cut(text string, width int) string {
	runes := []rune(text)
	return string(runes[:max(0, min(len(runes), width))])
}

// grouped formats a number that is not negative as 1,234,567.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	var text strings.Builder
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			text.WriteByte(',')
		}
		text.WriteByte(digits[i])
	}
	return text.String()
}
