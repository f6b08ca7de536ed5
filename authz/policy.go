package authz

import (
	_ "embed"
	"errors"
	"fmt"

	"github.com/casbin/casbin/v2"
	"github.com/casbin/casbin/v2/model"
	"github.com/casbin/casbin/v2/persist"
	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/firmhub/firmhub/internal/viewer"
)

// Model is the casbin model that every policy is decided by. With a policy that List wrote down it gives the same
// answers in any casbin.
//
//go:embed model.conf
var Model string

// maxDecisions bounds what a firm's policy remembers: some 100 users with all that they ask for, in about 400 KB.
const maxDecisions = 4096

// policy answers what a firm's subjects may do, as of one version.
type policy struct {
	version     int64
	permissions []Permission
	// broken is why the policy could not be compiled; then it answers every question with it.
	broken    error
	casbin    *casbin.Enforcer
	decisions *lru.Cache[question, bool]
}

// question is what a user may be refused: comparable, and made without allocation, as a subject's name would not be.
type question struct {
	user           uuid.UUID
	module, action string
}

// compile makes a policy of a snapshot. One invalid rule breaks it: it might have been a denial.
func compile(s *snapshot) *policy {
	p := &policy{version: s.version, permissions: s.permissions}
	for _, line := range s.lines {
		if line.Problem != "" {
			p.broken = errors.Join(p.broken, fmt.Errorf("authz: %s is invalid: %s", line.Origin, line.Problem))
		}
	}
	if p.broken != nil {
		return p
	}
	p.casbin, p.broken = newCasbin(s.lines)
	if p.broken != nil {
		return p
	}
	p.decisions, p.broken = lru.New[question, bool](maxDecisions)
	return p
}

// newCasbin makes an enforcer of policy lines. It is safe for concurrent questions, since its lines never change.
func newCasbin(lines []Line) (*casbin.Enforcer, error) {
	m, err := model.NewModelFromString(Model)
	if err != nil {
		return nil, fmt.Errorf("authz: the model: %w", err)
	}
	enforcer, err := casbin.NewEnforcer(m, adapter{lines})
	if err != nil {
		return nil, fmt.Errorf("authz: compile a policy: %w", err)
	}
	return enforcer, nil
}

// allows answers for a viewer of the firm. What it answered for a user it remembers: that can't change before the
// version does.
func (p *policy) allows(v *viewer.Viewer, module, action string) (bool, error) {
	if p.broken != nil {
		return false, p.broken
	}
	q := question{v.UserID, module, action}
	if v.Kind == viewer.User {
		if allowed, known := p.decisions.Get(q); known {
			return allowed, nil
		}
	}
	allowed, err := p.casbin.Enforce(v.Subject(), v.FirmID.String(), module, action)
	if err != nil {
		return false, fmt.Errorf("authz: decide: %w", err)
	}
	if v.Kind == viewer.User {
		p.decisions.Add(q, allowed)
	}
	return allowed, nil
}

// adapter hands casbin lines that were read before. It writes nothing: a policy is changed through the role tables.
type adapter struct{ lines []Line }

var errReadOnly = errors.New("authz: a policy is changed through the role tables")

func (a adapter) LoadPolicy(m model.Model) error {
	for _, line := range a.lines {
		err := persist.LoadPolicyArray(line.Values, m)
		if err != nil {
			return fmt.Errorf("line %q: %w", line, err)
		}
	}
	return nil
}

func (adapter) SavePolicy(model.Model) error               { return errReadOnly }
func (adapter) AddPolicy(_, _ string, _ []string) error    { return errReadOnly }
func (adapter) RemovePolicy(_, _ string, _ []string) error { return errReadOnly }
func (adapter) RemoveFilteredPolicy(_, _ string, _ int, _ ...string) error {
	return errReadOnly
}
