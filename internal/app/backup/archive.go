package backup

import (
	"archive/tar"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"strings"
	"time"
)

// The entries of an archive, in this order. The manifest is first, so that a backup that does not
// fit is refused before anything is read. The end is last, so that a cut backup has none.
const (
	manifestEntry = "manifest.json"
	sqliteEntry   = "firmhub.db"
	dumpEntry     = "firmhub.dump"
	filesFolder   = "files/"
	keyEntry      = "keys/secrets.key"
	endEntry      = "end.json"
)

// format is the number of the form of archives that this program writes.
const format = 1

// Manifest describes a backup.
type Manifest struct {
	Format int `json:"format"`
	// Program is the version of the program that wrote it.
	Program string    `json:"program"`
	At      time.Time `json:"at"`
	// Dialect is sqlite3 or postgres.
	Dialect string `json:"dialect"`
	// Migrations is how many migrations the database has.
	Migrations int `json:"migrations"`
	// Bucket is whether the files are in a bucket of S3, and so not in the backup.
	Bucket bool `json:"filesInBucket"`
	// Keys is whether the key of the data folder is in the backup.
	Keys bool `json:"keys"`
}

// end is the last entry of an archive.
type end struct {
	// Digest is the SHA-256 of names, sizes and contents of all other entries.
	Digest string `json:"sha256"`
	Files  int    `json:"files"`
	// Missing are the files that were deleted while the backup was made.
	Missing []string `json:"missing,omitempty"`
}

var (
	errCut  = errors.New("the backup is incomplete or damaged: it was cut, or changed")
	errKind = errors.New("the file is not a backup of firmhub")
)

// archiveWriter writes an archive: a tar file, compressed by gzip.
type archiveWriter struct {
	gzip   *gzip.Writer
	tar    *tar.Writer
	digest hash.Hash
	at     time.Time
}

func newArchiveWriter(to io.Writer, at time.Time) (*archiveWriter, error) {
	compressed, err := gzip.NewWriterLevel(to, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	return &archiveWriter{gzip: compressed, tar: tar.NewWriter(compressed), digest: sha256.New(), at: at}, nil
}

// add writes an entry whose content has the size.
func (w *archiveWriter) add(name string, size int64, content io.Reader) error {
	header := &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: size, Mode: fileMode, ModTime: w.at, Format: tar.FormatPAX}
	if err := w.tar.WriteHeader(header); err != nil {
		return fmt.Errorf("backup: write %s: %w", name, err)
	}
	describe(w.digest, name, size)
	if _, err := io.Copy(io.MultiWriter(w.tar, w.digest), content); err != nil {
		return fmt.Errorf("backup: write %s: %w", name, err)
	}
	return nil
}

func (w *archiveWriter) addJSON(name string, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return fmt.Errorf("backup: write %s: %w", name, err)
	}
	return w.add(name, int64(len(text)), strings.NewReader(string(text)))
}

// close writes the end of the archive.
func (w *archiveWriter) close(files int, missing []string) error {
	last := end{Digest: hex.EncodeToString(w.digest.Sum(nil)), Files: files, Missing: missing}
	if err := w.addJSON(endEntry, last); err != nil {
		return err
	}
	return errors.Join(w.tar.Close(), w.gzip.Close())
}

func describe(digest hash.Hash, name string, size int64) {
	fmt.Fprintf(digest, "%s\x00%d\x00", name, size)
}

// archiveReader reads an archive.
type archiveReader struct {
	Manifest

	gzip   *gzip.Reader
	tar    *tar.Reader
	digest hash.Hash
}

// openArchive reads the manifest of an archive.
func openArchive(from io.Reader) (*archiveReader, error) {
	expanded, err := gzip.NewReader(from)
	if err != nil {
		return nil, fmt.Errorf("%w (%w)", errKind, err)
	}
	r := &archiveReader{gzip: expanded, tar: tar.NewReader(expanded), digest: sha256.New()}
	header, err := r.tar.Next()
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) || err == io.EOF: //nolint:errorlint // tar returns it as it is
		return nil, cut(err)
	case err != nil:
		return nil, fmt.Errorf("%w (%w)", errKind, err)
	case header.Name != manifestEntry:
		return nil, errKind
	}
	describe(r.digest, header.Name, header.Size)
	if err := json.NewDecoder(io.TeeReader(r.tar, r.digest)).Decode(&r.Manifest); err != nil {
		return nil, cut(err)
	}
	if _, err := io.Copy(r.digest, r.tar); err != nil {
		return nil, cut(err)
	}
	if r.Format > format {
		return nil, fmt.Errorf("the backup was made by firmhub %s, which is newer: restore it with that version", r.Program)
	}
	return r, nil
}

// each calls do with every entry between the manifest and the end, and then checks that the archive
// is complete and has not changed.
func (r *archiveReader) each(do func(name string, content io.Reader) error) (*end, error) {
	for {
		header, err := r.tar.Next()
		if err != nil {
			return nil, cut(err)
		}
		if header.Name == endEntry {
			return r.finish()
		}
		describe(r.digest, header.Name, header.Size)
		content := &entryReader{from: io.TeeReader(r.tar, r.digest)}
		if err := do(header.Name, content); err != nil {
			return nil, err
		}
		if _, err := io.Copy(io.Discard, content); err != nil {
			return nil, err
		}
	}
}

// finish reads the end.
func (r *archiveReader) finish() (*end, error) {
	last := &end{}
	if err := json.NewDecoder(r.tar).Decode(last); err != nil {
		return nil, cut(err)
	}
	switch _, err := r.tar.Next(); {
	case err == nil:
		return nil, errCut
	case err != io.EOF:
		return nil, cut(err)
	}
	if _, err := io.Copy(io.Discard, r.gzip); err != nil { // checks the sum of gzip
		return nil, cut(err)
	}
	if last.Digest != hex.EncodeToString(r.digest.Sum(nil)) {
		return nil, errCut
	}
	return last, nil
}

// cut is errCut with its cause.
func cut(cause error) error { return fmt.Errorf("%w (%w)", errCut, cause) }

// entryReader returns errCut for any error of the archive, so that it differs from an error of
// writing.
type entryReader struct{ from io.Reader }

// Read implements io.Reader.
func (r *entryReader) Read(into []byte) (int, error) {
	n, err := r.from.Read(into)
	if err != nil && !errors.Is(err, io.EOF) {
		err = cut(err)
	}
	return n, err
}
