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

// Model is the casbin model of all policies. With the lines of [List], any casbin comes to the same decisions.
//
//go:embed model.conf
var Model string

// maxDecisions limits the decisions that a policy caches: 48 permissions for the holders of the role, and for some twenty
// users that rules name.
const maxDecisions = 1024

// policy decides for the viewers of one [part], at one version.
type policy struct {
	version     viewer.PolicyVersion
	permissions []Permission
	// broken is why the policy could not be compiled; it is the answer to every question then.
	broken error
	casbin *casbin.Enforcer
	// named are the users that rules name, for whom decisions are made one by one; for all others of the part they are the same.
	named     map[uuid.UUID]bool
	decisions *lru.Cache[question, bool]
}

// question is the key of a cached decision. It is made without allocation, which the name of a subject would need.
type question struct {
	// user is zero for users whom no rule names.
	user           uuid.UUID
	module, action string
}

// compile makes a policy of a snapshot. An invalid rule breaks it, because it may have been a denial.
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

// invalid returns the lines of invalid rules.
func (s *snapshot) invalid() (lines []Line) {
	for _, line := range s.lines {
		if line.Problem != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// newCasbin returns an enforcer of policy lines. It is safe for concurrent use, since its lines never change.
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

// allows reports whether a viewer of the part may do the action. Decisions are cached: they can't change before the version.
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
