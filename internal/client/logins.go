package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// Login is a session at a server.
type Login struct {
	Email     string `json:"email"`
	UserID    string `json:"userId"`
	SessionID string `json:"sessionId"`
	// FirmID is the default firm to act in. It is empty for a user without a firm.
	FirmID string `json:"firmId"`
	Firms  []Firm `json:"firms"`
	// RefreshToken can be used once.
	RefreshToken string `json:"refreshToken"`
	// Tokens are the access tokens by the id of the firm.
	Tokens map[string]Token `json:"tokens"`
}

// Firm is a firm to which a user belongs.
type Firm struct {
	ID         string `json:"firmId"`
	RelationID string `json:"relationId"`
	Name       string `json:"firmName"`
	SessionID  string `json:"sessionId"`
}

// Token is an access token.
type Token struct {
	Text    string    `json:"token"`
	Expires time.Time `json:"expires"`
}

// FirmName returns the name of the firm in which the login acts.
func (l *Login) FirmName() string {
	for _, firm := range l.Firms {
		if firm.ID == l.FirmID {
			return firm.Name
		}
	}
	return ""
}

// Find returns the firm with a name or id.
func (l *Login) Find(name string) (Firm, bool) {
	at := slices.IndexFunc(l.Firms, func(f Firm) bool { return strings.EqualFold(f.ID, name) || strings.EqualFold(f.Name, name) })
	if at < 0 {
		return Firm{}, false
	}
	return l.Firms[at], true
}

// Logins are the logins of a user of this machine. They are stored in a file that nobody else can
// read.
type Logins struct{ path string }

// NewLogins returns the logins in the user's folder of settings. The first login creates the
// folder.
func NewLogins() (*Logins, error) {
	folder, err := os.UserConfigDir()
	if err != nil {
		return nil, fmt.Errorf("find the folder of your settings: %w", err)
	}
	return &Logins{filepath.Join(folder, "firmhub", "logins.json")}, nil
}

// Path returns the path of the file.
func (l *Logins) Path() string { return l.path }

// stored is the content of the file.
type stored struct {
	// Current is the server of the last login.
	Current string `json:"current"`
	// Logins are by the URL of the server.
	Logins map[string]*Login `json:"logins"`
}

// All returns the logins by the URL of the server, and the server of the last one.
func (l *Logins) All() (logins map[string]*Login, current string, err error) {
	content, err := l.read()
	if err != nil {
		return nil, "", err
	}
	return content.Logins, content.Current, nil
}

func (l *Logins) read() (*stored, error) {
	content := &stored{Logins: map[string]*Login{}}
	text, err := os.ReadFile(l.path)
	if errors.Is(err, fs.ErrNotExist) {
		return content, nil
	}
	if err == nil {
		err = json.Unmarshal(text, content)
	}
	if err != nil {
		return nil, fmt.Errorf("read the logins in %s: %w", l.path, err)
	}
	return content, nil
}

const (
	lockInterval = 20 * time.Millisecond
	lockLimit    = 30 * time.Second
)

// locked runs a function while no other process changes the logins. It is needed because a refresh
// token can be used once.
func (l *Logins) locked(ctx context.Context, do func(*stored) error) (err error) {
	if err := os.MkdirAll(filepath.Dir(l.path), 0o700); err != nil {
		return fmt.Errorf("create the folder of the logins: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, lockLimit)
	defer cancel()
	lock := flock.New(l.path+".lock", flock.SetPermissions(0o600))
	if _, err := lock.TryLockContext(ctx, lockInterval); err != nil {
		return fmt.Errorf("wait for another firmhub that changes %s: %w", l.path, err)
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	content, err := l.read()
	if err != nil {
		return err
	}
	return do(content)
}

// write replaces the file. A process that reads it meanwhile reads the whole previous file.
func (l *Logins) write(content *stored) error {
	text, err := json.MarshalIndent(content, "", "  ")
	if err != nil {
		return fmt.Errorf("encode the logins: %w", err)
	}
	file, err := os.CreateTemp(filepath.Dir(l.path), "logins-*") // with mode 0600
	if err != nil {
		return fmt.Errorf("write the logins: %w", err)
	}
	_, err = file.Write(append(text, '\n'))
	if err = errors.Join(err, file.Sync(), file.Close()); err == nil {
		err = os.Rename(file.Name(), l.path)
	}
	if err != nil {
		return fmt.Errorf("write the logins: %w", errors.Join(err, os.Remove(file.Name())))
	}
	return nil
}
