package db

import (
	"errors"
	"net"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// unreached returns a short message about why there is no connection.
type unreached struct {
	words string
	err   error
}

func (u *unreached) Error() string { return u.words }
func (u *unreached) Unwrap() error { return u.err }

// plainly returns an error that contains each cause once. pgx tries every address with TLS and
// without, and reports every try.
func plainly(err error) error {
	if _, ok := errors.AsType[*pgconn.ConnectError](err); !ok {
		return err
	}
	tries := causes(err)
	// If a server answered, its answer is the reason, and earlier tries do not matter.
	if answered := slices.IndexFunc(tries, isAnswer); answered >= 0 {
		tries = tries[answered:]
	}
	var words []string
	for _, try := range tries {
		if said := try.Error(); !slices.Contains(words, said) {
			words = append(words, said)
		}
	}
	return &unreached{words: strings.Join(words, "; "), err: err}
}

func isAnswer(err error) bool {
	_, ok := errors.AsType[*pgconn.PgError](err)
	return ok
}

// causes returns the errors of the server or the network within err, else the innermost errors.
func causes(err error) []error {
	switch err := err.(type) { //nolint:errorlint // every error of the tree passes here
	case *pgconn.PgError, *net.OpError, *net.DNSError:
		return []error{err}
	case interface{ Unwrap() []error }:
		var all []error
		for _, one := range err.Unwrap() {
			all = append(all, causes(one)...)
		}
		return all
	}
	if inner := errors.Unwrap(err); inner != nil {
		return causes(inner)
	}
	return []error{err}
}
