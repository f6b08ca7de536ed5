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

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Model is the casbin model that every policy is decided by. With a policy that List wrote down it gives the same
// answers in any casbin.
//
//go:embed model.conf
var Model string

// maxDecisions bounds what a policy remembers: all 48 permissions for whoever holds the role, and for some twenty users
// that rules name.
const maxDecisions = 1024

// policy answers what the viewers of one [part] may do, as of one version.
type policy struct {
	version     int64
	permissions []Permission
	// broken is why the policy could not be compiled; then it answers every question with it.
	broken error
	casbin *casbin.Enforcer
	// named are the users that a rule speaks of: they are decided for one by one, all others of the part alike.
	named     map[uuid.UUID]bool
	decisions *lru.Cache[question, bool]
}

// question is what a viewer may be refused: comparable, and made without allocation, as a subject's name would not be.
type question struct {
	// user is zero for all that no rule names.
	user           uuid.UUID
	module, action string
}

// compile makes a policy of a snapshot. One invalid rule breaks it: it might have been a denial.
func compile(s *snapshot) *policy {
	p := &policy{version: s.version, permissions: s.permissions()}
	if invalid := s.invalid(); len(invalid) > 0 {
		var causes []error
		for _, line := range invalid {
			causes = append(causes, fmt.Errorf("authz: %s is invalid: %s", line.Origin, line.Problem))
		}
		p.broken = fault.New(fault.Forbidden, "Everything is refused in this firm until an invalid policy rule is repaired.").
			Because(errors.Join(causes...))
		return p
	}
	p.casbin, p.broken = newCasbin(s.lines)
	if p.broken != nil {
		return p
	}
	p.named = s.named()
	p.decisions, p.broken = lru.New[question, bool](maxDecisions)
	return p
}

// invalid are the lines of invalid rules.
func (s *snapshot) invalid() (lines []Line) {
	for _, line := range s.lines {
		if line.Problem != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// newCasbin makes an enforcer of policy lines. It is safe for concurrent questions, since its lines never change.
func newCasbin(lines []Line) (*casbin.Enforcer, error) {
	m, err := model.NewModelFromString(Model)
	if err != nil {
		return nil, fmt.Errorf("authz: the model: %w", err)
	}
	for _, line := range lines {
		if err := persist.LoadPolicyArray(line.Values, m); err != nil {
			return nil, fmt.Errorf("authz: line %q: %w", line, err)
		}
	}
	enforcer, err := casbin.NewEnforcer(m)
	if err != nil {
		return nil, fmt.Errorf("authz: compile a policy: %w", err)
	}
	if err := enforcer.BuildRoleLinks(); err != nil {
		return nil, fmt.Errorf("authz: compile a policy: %w", err)
	}
	return enforcer, nil
}

// allows answers for a viewer of the part. What it answered it remembers: that can't change before the version does.
func (p *policy) allows(v *viewer.Viewer, module, action string) (bool, error) {
	if p.broken != nil {
		return false, p.broken
	}
	q := question{module: module, action: action}
	if p.named[v.UserID] {
		q.user = v.UserID
	}
	if allowed, known := p.decisions.Get(q); known {
		return allowed, nil
	}
	subject := subjectAnyone
	if v.Kind == viewer.APIClient || q.user != uuid.Nil {
		subject = v.Subject()
	}
	allowed, err := p.casbin.Enforce(subject, v.FirmID.String(), module, action)
	if err != nil {
		return false, fmt.Errorf("authz: decide: %w", err)
	}
	p.decisions.Add(q, allowed)
	return allowed, nil
}
