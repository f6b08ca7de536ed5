// Package csvfile reads tables that people upload, as spreadsheets and other programs save them: in
// several encodings, with several delimiters, and with broken rows. [Detect] finds the [Layout] of
// a file. A [Reader] returns its records one by one with little memory, and can start after any of
// them. A broken row is a record with a fault; it never ends the file. [AppendFirstCell] and
// [AppendCell] write cells that a Reader can read.
package csvfile

const (
	// MaxName is the maximum length of the name of a column in characters.
	MaxName = 200
	// MaxColumns is the maximum number of columns of a file. An export of contacts has up to 268.
	MaxColumns = 300
)

// The other limits of a file. Lengths are in bytes of UTF-8.
const (
	maxCell = 64 << 10
	maxRow  = 1 << 20

	// maxQuoted is the maximum size of a quoted cell that counts as closed although it is too long
	// for its row. It is larger than any text or picture that a program writes into a cell. It is
	// small enough that a quotation mark which is never closed, but seems to be closed far away,
	// takes few rows with it.
	maxQuoted = 16 << 20

	// maxCells is the maximum number of cells of a record that are kept. The cells after them can
	// only be excess.
	maxCells = 360
)

// Encoding is the encoding of a file.
type Encoding string

// The encodings.
const (
	// UTF8 is detected by the byte order mark or by letters outside ASCII. A cell that is not valid
	// UTF-8 is a fault.
	UTF8 Encoding = "UTF-8"
	// UTF16LE and UTF16BE are detected by the byte order mark or by the content. Invalid parts are
	// read as U+FFFD.
	UTF16LE Encoding = "UTF-16LE"
	UTF16BE Encoding = "UTF-16BE"
	// Windows1252 includes Latin-1. It is the encoding of text that is not valid UTF-8.
	Windows1252 Encoding = "Windows-1252"
	// ASCII means that the beginning of the file is ASCII. Each later cell is read as UTF-8 if it
	// is valid UTF-8, otherwise as Windows-1252.
	ASCII Encoding = "ASCII"
)

// Layout is what a reader must know about a file to read its records.
type Layout struct {
	Encoding Encoding `json:"encoding"`
	// Delimiter is one of , ; | and tab.
	Delimiter string `json:"delimiter"`
	// Header contains the names of the columns, unchanged: they may be blank, or the same.
	Header []string `json:"header"`
	// Start is where the first record after the header begins.
	Start Position `json:"start"`
}

// Position is between two records of a file.
type Position struct {
	// Offset is in bytes from the beginning of the file.
	Offset int64 `json:"offset"`
	// Row is the number of rows before it.
	Row int `json:"row"`
}

// Record is a row of a table.
type Record struct {
	// Row is the number of the row, as a spreadsheet shows it: the header is usually row 1. Blank
	// rows count, and rows that have line breaks in their cells count once.
	Row int
	// Cells contains a cell for each column. Cells that are missing in the file are empty. The text
	// is valid UTF-8. It includes white space and control characters, but not the apostrophes that
	// [AppendCell] writes before formulas. The record of a fault may have more cells than there are
	// columns, and contains what can be read of them.
	Cells []string
	// Fault is nil if the record can be used.
	Fault *Fault
}

// Fault describes why a record can't be used.
type Fault struct {
	// Column is the name of the column. It is empty if the fault concerns the row.
	Column string
	// Message continues the name of the column or "the row": "has an opening quotation mark that is
	// never closed".
	Message string
	// Cut is set if the record does not contain the whole row, because the row, a cell or the
	// number of cells exceeds its limit.
	Cut bool
}
