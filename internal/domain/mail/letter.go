package mail

import (
	"bytes"
	"embed"
	"fmt"
	htmltemplate "html/template"
	"slices"
	"strings"
	"text/template"
	"time"
	"unicode"
)

// Letter is a mail that is ready to be sent.
type Letter struct {
	To, Subject, Text, HTML string
}

//go:embed templates
var files embed.FS

var (
	// words are the texts of all mails by language. Each text is written once; the HTML part has
	// the same paragraphs.
	words  = parseWords()
	layout = htmltemplate.Must(htmltemplate.ParseFS(files, "templates/layout.html"))
)

func parseWords() map[string]*template.Template {
	parsed := make(map[string]*template.Template, len(languages))
	for _, language := range languages {
		parsed[language] = template.Must(template.ParseFS(files, "templates/"+language+".txt"))
	}
	return parsed
}

// facts are what the texts of a mail refer to.
type facts struct {
	FirmName, Email, Detail, Address string

	At time.Time
}

// content is the HTML part of a mail.
type content struct {
	Language, Subject, Action, Link, Footer string
	Paragraphs                              []string
}

// compose returns a mail. A link is shown below the text, in a paragraph of its own.
func compose(to, language string, notice Notice, of facts, link string) (*Letter, error) {
	if !slices.Contains(languages, language) {
		language = fallback
	}
	of.FirmName, of.Detail = line(of.FirmName), line(of.Detail)
	texts := map[string]string{}
	for _, part := range []string{"subject", "body", "action"} {
		name := string(notice) + "." + part
		if part == "action" && link == "" {
			continue
		}
		var text bytes.Buffer
		if err := words[language].ExecuteTemplate(&text, name, of); err != nil {
			return nil, fmt.Errorf("mail: write %s in %s: %w", name, language, err)
		}
		texts[part] = strings.TrimSpace(text.String())
	}
	var footer bytes.Buffer
	if err := words[language].ExecuteTemplate(&footer, "footer", of); err != nil {
		return nil, fmt.Errorf("mail: write the footer in %s: %w", language, err)
	}
	paragraphs := strings.Split(texts["body"], "\n\n")
	page := content{
		Language: language, Subject: texts["subject"], Action: texts["action"], Link: link,
		Footer: strings.TrimSpace(footer.String()), Paragraphs: paragraphs,
	}
	var shown bytes.Buffer
	if err := layout.Execute(&shown, page); err != nil {
		return nil, fmt.Errorf("mail: write the page of %s: %w", notice, err)
	}
	lines := slices.Clone(paragraphs)
	if link != "" {
		lines = append(lines, texts["action"]+":\n"+link)
	}
	lines = append(lines, "-- \n"+page.Footer)
	return &Letter{
		To: to, Subject: line(page.Subject), Text: strings.Join(lines, "\n\n") + "\n", HTML: shown.String(),
	}, nil
}

// line returns a text in one line: a header ends at a line break.
func line(text string) string {
	return strings.Join(strings.FieldsFunc(text, unicode.IsControl), " ")
}
