// Package csvfile reads tables that people upload, as spreadsheets and other programs save them: in several encodings, with
// several delimiters, with rows that are broken. [Detect] finds the [Layout] of a file, once. A [Reader] returns its records
// one by one with little memory, and can start after any of them. A broken row is a record with a fault; it never ends the
// file. [AppendFirstCell] and [AppendCell] write the cells that a Reader reads.
package csvfile

const (
	// MaxName is how many characters the name of a column may have.
	MaxName = 200
	// MaxColumns is how many columns a file may have. An export of contacts has up to 268.
	MaxColumns = 300
)

// The other limits of a file. Lengths are in bytes of UTF-8.
const (
	maxCell = 64 << 10
	maxRow  = 1 << 20

	// maxQuoted is how much of a file a quoted cell may take to count as closed, although it is too long for its row: larger than
	// any text or picture that a program puts into a cell, and small enough that a mark which is never closed, but seems to be by one
	// far away, takes few rows with it.
	maxQuoted = 16 << 20

	// maxCells is the number of cells of a record that are kept. Those that follow can only be excess.
	maxCells = 360
)

// Encoding is how the text of a file is stored.
type Encoding string

// The encodings.
const (
	// UTF8 is found by its byte order mark or by letters beyond ASCII. A cell that is not valid UTF-8 is a fault.
	UTF8 Encoding = "UTF-8"
	// UTF16LE and UTF16BE are found by their byte order mark or by looking. What is not valid in them is read as U+FFFD.
	UTF16LE Encoding = "UTF-16LE"
	UTF16BE Encoding = "UTF-16BE"
	// Windows1252, of which Latin-1 is a part, is what is not valid as UTF-8.
	Windows1252 Encoding = "Windows-1252"
	// ASCII is what the beginning of the file is. Each later cell is read as UTF-8 if it is valid, otherwise as
	// Windows-1252.
	ASCII Encoding = "ASCII"
)

// Layout is what must be known of a file to read its records.
type Layout struct {
	Encoding Encoding `json:"encoding"`
	// Delimiter is one of , ; | and tab.
	Delimiter string `json:"delimiter"`
	// Header has the names of the columns, as they are: they may be blank, or the same.
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
	// Row is the number of the row, as a spreadsheet shows it: the header is usually row 1. Blank rows count, and rows that
	// have line breaks in their cells count once.
	Row int
	// Cells has a cell for each column; cells that are missing in the file are empty. The text is valid UTF-8, complete with
	// white space and control characters, and without the apostrophes that [AppendCell] writes before formulas. The record of
	// a fault may have more cells than there are columns, and has what can be read of them.
	Cells []string
	// Fault is nil for a record that can be used.
	Fault *Fault
}

// Fault says why a record can't be used.
type Fault struct {
	// Column is the name of the column, or empty if the fault is of the row.
	Column string
	// Message goes on from the name of the column or from "the row": "has an opening quotation mark that is never closed".
	Message string
	// Cut is set where the cells of the record are less than the row has: the row, a cell or the number of cells is above its limit.
	Cut bool
}
