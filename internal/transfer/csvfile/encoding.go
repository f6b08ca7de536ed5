package csvfile

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/firmhub/firmhub/internal/fault"
)

// detectEncoding returns the encoding of a file that begins with head, and the size of the byte
// order mark. cut is set if the file has more bytes.
func detectEncoding(head []byte, cut bool) (encoding Encoding, mark int, err error) {
	if err := refuseFormats(head); err != nil {
		return "", 0, err
	}
	switch {
	case bytes.HasPrefix(head, []byte("\xEF\xBB\xBF")):
		encoding, mark = UTF8, 3
	case bytes.HasPrefix(head, []byte("\xFF\xFE")):
		encoding, mark = UTF16LE, 2
	case bytes.HasPrefix(head, []byte("\xFE\xFF")):
		encoding, mark = UTF16BE, 2
	}
	text := head[mark:]
	if encoding == "" && bytes.IndexByte(text, 0) >= 0 {
		encoding = guessWide(text)
	}
	switch refused, err := isBinary(text, encoding); {
	case err != nil:
		return "", 0, err
	case refused:
		return "", 0, errBinary()
	}
	if encoding == "" {
		encoding = guessNarrow(text, cut)
	}
	return encoding, mark, nil
}

// isBinary reports whether the beginning of a file is not text: its first line contains zero
// characters, or it contains zero and other control characters. If it contains only zero characters
// and not in the first line, they belong to some cells, whose rows are rejected.
func isBinary(text []byte, encoding Encoding) (bool, error) {
	if bytes.IndexByte(text, 0) < 0 {
		return false, nil
	}
	if encoding == UTF16LE || encoding == UTF16BE {
		var err error
		if text, err = io.ReadAll(newSource(bytes.NewReader(text), encoding, 0).reader); err != nil {
			return false, err
		}
	}
	zero, first := bytes.IndexByte(text, 0), indexBreak(text)
	return zero >= 0 && (first < 0 || zero < first || bytes.ContainsFunc(text, isStrange)), nil
}

// isStrange reports whether text has a control character other than zero and white space.
func isStrange(r rune) bool { return 0 < r && r < ' ' && !strings.ContainsRune("\t\n\v\f\r", r) }

// guessNarrow distinguishes UTF-8 from Windows-1252. Single bytes of Windows-1252 are rarely valid
// UTF-8, so text that is mostly valid is UTF-8 with some broken characters.
func guessNarrow(head []byte, cut bool) Encoding {
	valid, invalid := 0, 0
	for len(head) > 0 {
		if head[0] < utf8.RuneSelf {
			head = head[1:]
			continue
		}
		if cut && !utf8.FullRune(head) {
			break
		}
		r, size := utf8.DecodeRune(head)
		if r == utf8.RuneError && size == 1 {
			invalid++
		} else {
			valid++
		}
		head = head[size:]
	}
	switch {
	case valid == 0 && invalid == 0:
		return ASCII
	case valid > invalid:
		return UTF8
	}
	return Windows1252
}

// guessWide recognizes UTF-16 by the zero bytes of delimiters, digits and line breaks, at least one
// in twenty characters. It returns "" if head is not text. It may misjudge a text of a few
// characters, but such a text has no known header.
func guessWide(head []byte) Encoding {
	if first := indexBreak(head); first > 0 && utf8.Valid(head[:first]) && bytes.IndexByte(head[:first], 0) < 0 {
		return "" // the zeros belong to some cells
	}
	var zeros [2]int
	for i, b := range head {
		if b == 0 {
			zeros[i%2]++
		}
	}
	guess := UTF16LE
	if zeros[0] > zeros[1] {
		guess = UTF16BE
	}
	if max(zeros[0], zeros[1]) < len(head)/40 {
		return ""
	}
	if wrong, separators := inspectWide(head, guess); wrong > 0 || separators == 0 {
		return ""
	}
	return guess
}

// inspectWide returns the number of UTF-16 characters that no text contains (control characters
// other than white space, and halves of surrogate pairs), and the number of delimiters and line
// breaks.
func inspectWide(head []byte, encoding Encoding) (wrong, separators int) {
	var order binary.ByteOrder = binary.LittleEndian
	if encoding == UTF16BE {
		order = binary.BigEndian
	}
	var before rune
	for ; len(head) >= 2; head = head[2:] {
		r := rune(order.Uint16(head))
		switch {
		case strings.ContainsRune(",;\t\r\n", r) && !isHigh(before):
			separators++
		case r < ' ', r == 0xFFFE, r == 0xFFFF, isLow(r) != isHigh(before):
			wrong++
		}
		before = r
	}
	return wrong, separators
}

func isHigh(r rune) bool { return utf16.IsSurrogate(r) && r < 0xDC00 }

func isLow(r rune) bool { return utf16.IsSurrogate(r) && r >= 0xDC00 }

// refuseFormats refuses files with the first bytes of a known other format.
func refuseFormats(head []byte) error {
	for _, format := range []struct{ prefix, message string }{
		{"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", spreadsheet},
		{"\x1F\x8B", "The file is compressed (gzip). Unpack it, and upload the CSV file that is in it."},
		{"Rar!\x1A\x07", archive},
		{"7z\xBC\xAF\x27\x1C", archive},
		{"%PDF-", "The file is a PDF document. Upload the table that it was made from, saved as CSV."},
		{"{\\rtf", document},
	} {
		if bytes.HasPrefix(head, []byte(format.prefix)) {
			return refusal("%s", format.message)
		}
	}
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) || bytes.HasPrefix(head, []byte("PK\x05\x06")) {
		for _, part := range []string{"[Content_Types].xml", "xl/", "opendocument.spreadsheet", "Index/Document.iwa"} {
			if bytes.Contains(head, []byte(part)) {
				return refusal(spreadsheet)
			}
		}
		return refusal(archive)
	}
	beginning := strings.ToLower(strings.TrimSpace(string(bytes.TrimPrefix(head[:min(len(head), 100)], []byte("\xEF\xBB\xBF")))))
	for _, prefix := range []string{"<!doctype", "<html", "<?xml", "<table"} {
		if strings.HasPrefix(beginning, prefix) {
			return refusal(document)
		}
	}
	return nil
}

const (
	spreadsheet = "The file is a spreadsheet. Open it, save the sheet as CSV (in Excel: Save As, CSV UTF-8), and upload that file."
	archive     = "The file is an archive. Unpack it, and upload the CSV file that is in it."
	document    = "The file is a document or a web page, even if its name ends in .csv. Open it in a spreadsheet, and save it as CSV."
)

func errBinary() error {
	return refusal("The file is not text. Save the table as CSV (in Excel: Save As, CSV UTF-8), and upload that file.")
}

func refusal(format string, args ...any) error {
	return fault.New(fault.ValidationError, format, args...)
}
