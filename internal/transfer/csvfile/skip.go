package csvfile

import (
	"bytes"
	"io"
	"math"
)

// settle finds the end of a record that exceeds the limit within the quoted cell of a mark. text is
// the part before the limit. If the cell is closed, the source is moved to the end of the cell.
func (r *Reader) settle(text []byte, mark int) (size int, found verdict, err error) {
	closed, err := r.passQuoted(mark)
	if err != nil {
		return 0, undecided, err
	}
	if !closed {
		size, found = r.scanner.line(text, mark, false)
		return size, found, nil
	}
	r.scanner.cut(text, mark)
	return 0, tooLong, nil
}

// passQuoted moves the source to the end of the quoted cell of a mark in the window, if the cell is
// closed; otherwise the source stays. Nothing of the cell is kept.
//
// Many marks that are never closed are not searched twice. After one of them, and before the next
// mark that is not doubled, only a doubled mark can begin a cell, and it closes the cell that it
// opens.
func (r *Reader) passQuoted(mark int) (closed bool, err error) {
	s := r.source
	from := s.offsetOf(mark)
	if err := s.move(from - s.read()); err != nil {
		return false, err
	}
	ahead := newSource(s.file, r.layout.Encoding, from)
	closed, err = ahead.passQuoted(r.scanner.delimiter, from+r.maxQuoted)
	switch {
	case err != nil:
		s.fail(err)
	case closed:
		r.source = ahead
	default:
		err = s.move(s.read() - ahead.read())
	}
	return closed, err
}

// skip moves the source to the end of a record when the scanner has not found it. Quoted cells are
// passed by the same rules as before the limit, so that nothing within them is taken for a record.
func (r *Reader) skip(found verdict) error {
	ends := string(r.scanner.delimiter) + "\r\n"
	for {
		switch found { //nolint:exhaustive // the others end the record
		case longLine:
			return r.source.skipLine()
		case tooLong:
			end, err := r.source.until(ends, math.MaxInt64)
			if err != nil || end == 0 {
				return err
			}
			if end != r.scanner.delimiter {
				return r.source.skipLine()
			}
			r.source.advance(1)
		default:
			return nil
		}
		var err error
		if found, err = r.skipCells(); err != nil {
			return err
		}
	}
}

// skipCells moves the source from the beginning of a cell to the end of the record, or as far as
// the scanner reads.
func (r *Reader) skipCells() (verdict, error) {
	for {
		if more, err := r.source.fill(); !more {
			return whole, err
		}
		size, found := r.scanner.scan(r.source.window(), r.source.ended())
		switch found { //nolint:exhaustive // the others are what is asked for
		case undecided:
			if err := r.source.more(); err != nil {
				return undecided, err
			}
			continue
		case open:
			closed, err := r.passQuoted(size)
			if closed || err != nil {
				return tooLong, err
			}
			found = longLine
		}
		r.source.advance(size)
		return found, nil
	}
}

// passQuoted moves the source from an opening quotation mark to the position after the mark that
// closes the cell. It reports whether such a mark exists before the offset end. It is the first
// mark that is not doubled, unless the cell has several lines and text follows.
func (s *source) passQuoted(delimiter byte, end int64) (closed bool, err error) {
	if _, err := s.fill(); err != nil {
		return false, err
	}
	s.advance(1)
	const mark = `"`
	for wanted := mark + "\r\n"; ; {
		found, err := s.until(wanted, end)
		if err != nil || found == 0 {
			return false, err
		}
		s.advance(1)
		if found != mark[0] {
			wanted = mark // The cell has several lines, however many.
			continue
		}
		more, err := s.fill()
		switch {
		case err != nil:
			return false, err
		case more && s.window()[0] == mark[0]:
			s.advance(1)
		case wanted == mark:
			return s.passBlank(delimiter, end)
		default:
			return true, nil
		}
	}
}

// passBlank moves the source to the end of a cell, and reports false if it finds text before.
func (s *source) passBlank(delimiter byte, end int64) (blank bool, err error) {
	for s.offset < end {
		if more, err := s.fill(); !more {
			return err == nil, err
		}
		switch s.window()[0] {
		case delimiter, '\r', '\n':
			return true, nil
		case ' ', '\t', '\v', '\f':
			s.advance(1)
		default:
			return false, nil
		}
	}
	return false, nil
}

// until moves the source to the first of some characters, and returns that character. It returns 0
// if there is none before the offset end.
func (s *source) until(characters string, end int64) (byte, error) {
	for s.offset < end {
		if more, err := s.fill(); !more {
			return 0, err
		}
		w := s.window()
		i := bytes.IndexAny(w, characters)
		if i < 0 {
			s.advance(len(w))
			continue
		}
		s.advance(i)
		if s.offset < end {
			return w[i], nil
		}
	}
	return 0, nil
}

// fill makes the window larger if it is empty. It reports false at the end of the file.
func (s *source) fill() (more bool, err error) {
	for len(s.window()) == 0 {
		if err := s.more(); err == io.EOF { //nolint:errorlint // as io.Reader promises
			return false, nil
		} else if err != nil {
			return false, err
		}
	}
	return true, nil
}

// move moves the place in the file at which the source reads next.
func (s *source) move(by int64) error {
	if by == 0 {
		return nil
	}
	_, err := s.file.Seek(by, io.SeekCurrent)
	if err != nil {
		s.fail(err)
	}
	return err
}

// fail makes the source return the error from now on, because its place in the file is unknown.
func (s *source) fail(err error) { s.start, s.end, s.err = 0, 0, err }
