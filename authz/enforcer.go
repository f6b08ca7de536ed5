// Package authz decides who may do what. Each firm has one casbin policy. It contains the firm's
// roles, their permissions, the permissions of API clients, and the super-firm's policy rules. A
// request that can't be decided is refused.
package authz

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/singleflight"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// DefaultSize is the default number of roles, API clients, and users named by policy rules whose
// decisions an [Enforcer] remembers. They take some 70 MB.
const DefaultSize = 200_000

// errStale is returned when no loaded policy is as new as the request.
var errStale = errors.New("authz: the policy that was read is older than the request")

// Enforcer decides by the part of a firm's policy that applies to the viewer's role or API client.
// It loads that part when needed, asks casbin to decide on all permissions, and remembers the
// decisions while they are as new as the request. When a request begins, the policy versions of the
// firm and of all firms are read into the viewer. So a change takes effect on the next request, on
// every instance, without a message.
type Enforcer struct {
	client *ent.Client
	size   int
	// global is the newest version that was read, and nil before the first read. reading is locked
	// while a newer version is read.
	global  atomic.Pointer[global]
	reading sync.Mutex
	loads   singleflight.Group
	tally   tally
}

// New returns an Enforcer that remembers the decisions for size roles, API clients and users named
// by policy rules. If size is zero or less it is [DefaultSize].
func New(client *ent.Client, size int) *Enforcer {
	if size <= 0 {
		size = DefaultSize
	}
	return &Enforcer{client: client, size: size}
}

// Can returns nil when the viewer may do one of the actions in the active firm. It returns
// Unauthorized when there is no credential or the credential can't be used for the action, and
// Forbidden otherwise. When the policy can't be loaded, the error is not a [fault.Error].
func (e *Enforcer) Can(ctx context.Context, module string, actions ...string) error {
	allowed, _, err := e.allowsAny(ctx, module, actions)
	if err != nil {
		return err
	}
	return required(allowed, module, actions)
}

// allowsAny reports whether the policy allows one of the actions, and returns the first one that is
// allowed, or else the first one. The error is that of [Enforcer.Can] for all actions.
func (e *Enforcer) allowsAny(ctx context.Context, module string, actions []string) (allowed bool, decided string, err error) {
	for _, action := range actions {
		yes, refused := e.allows(ctx, module, action)
		switch {
		case yes:
			return true, action, nil
		case refused != nil && !fault.Is(refused, fault.Forbidden):
			return false, "", refused
		case refused != nil: // because of the kind of credential; another action may be open to it
			err = refused
		case decided == "":
			decided = action
		}
	}
	if decided != "" {
		err = nil
	}
	return false, decided, err
}

// allows reports whether the policy allows the action. The error is that of [Enforcer.Can] when
// the policy is not asked or can't be loaded.
func (e *Enforcer) allows(ctx context.Context, module, action string) (bool, error) {
	v := viewer.From(ctx)
	asked := Permission{Module: module, Action: action}
	switch {
	case v.Refused != nil:
		return false, v.Refused
	case v.Kind == viewer.APIClient && !asked.ForAPIClients():
		return false, noKeys()
	case v.Kind != viewer.User && v.Kind != viewer.APIClient:
		return false, unauthorized()
	}
	if err := confined(v, Visit); err != nil {
		return false, err
	}
	d, err := e.decided(ctx, v)
	if err != nil {
		return false, err
	}
	i, known := d.global.positions[question{module, action}]
	if !known { // but a rule for all modules or all actions may allow it
		if d, err = e.decided(ctx, v, asked); err != nil {
			return false, err
		}
		i = len(d.global.permissions)
	}
	return d.allowed.Bit(i) == 1, nil
}

// Holds returns nil when the viewer holds all of the permissions, and otherwise Forbidden with the
// names of the missing ones. Whoever grants permissions must hold them. firmhub itself holds
// everything. In a transaction it locks the policy as [Enforcer.Covers] does.
func (e *Enforcer) Holds(ctx context.Context, permissions ...Permission) error {
	held, err := e.Held(ctx, permissions...)
	if err != nil {
		return err
	}
	var missing []string
	for _, p := range permissions {
		if !slices.Contains(held, p) {
			missing = append(missing, p.String())
		}
	}
	return notHeld(missing)
}

// Held returns the permissions among those passed that the viewer holds, as [Enforcer.Holds]
// decides.
func (e *Enforcer) Held(ctx context.Context, permissions ...Permission) (held []Permission, err error) {
	v := viewer.From(ctx)
	if v.Kind == viewer.System {
		return permissions, nil
	}
	own, err := e.own(ctx, v)
	if err != nil {
		return nil, err
	}
	may, err := own.decider(v.Subject())
	if err != nil {
		return nil, err
	}
	for _, p := range permissions {
		allowed, err := may(p)
		if err != nil {
			return nil, err
		}
		if allowed {
			held = append(held, p)
		}
	}
	return held, nil
}

// Permissions returns the permissions that the viewer has in the active firm, sorted, each as
// "Module:Action". Without an active firm there are none. It returns Unauthorized without a
// credential.
func (e *Enforcer) Permissions(ctx context.Context) ([]string, error) {
	v := viewer.From(ctx)
	if v.Kind == viewer.Anonymous {
		return nil, unauthorized()
	}
	if hasNoFirm(v) {
		return []string{}, nil
	}
	d, err := e.decided(ctx, v)
	if err != nil {
		return nil, err
	}
	names := make([]string, 0, len(d.global.properties))
	for i := range d.global.properties {
		if d.allowed.Bit(i) == 1 {
			names = append(names, d.global.permissions[i].String())
		}
	}
	return names, nil
}

// RequireSuperFirm returns nil for a user whose active firm is the super-firm, Forbidden for users
// of other firms, and Unauthorized for all others.
func RequireSuperFirm(ctx context.Context) error {
	err := RequireUser(ctx)
	if err != nil {
		return err
	}
	if !viewer.From(ctx).SuperFirm {
		return fault.New(fault.Forbidden, "This is for users of the super-firm.")
	}
	return nil
}

// RequireAPIKey returns nil for an API client, whatever its permissions. It returns Forbidden for a
// user, Unauthorized for all others, and the viewer's own refusal if there is one.
func RequireAPIKey(ctx context.Context) error {
	switch v := viewer.From(ctx); {
	case v.Refused != nil:
		return v.Refused
	case v.Kind == viewer.APIClient:
		return nil
	case v.Kind == viewer.User:
		return fault.New(fault.Forbidden, "This is for API keys: send one as X-Api-Key, and no access token.")
	}
	return fault.New(fault.Unauthorized, "This needs a valid API key, as X-Api-Key.")
}

func unauthorized() error {
	return fault.New(fault.Unauthorized, "This needs a valid access token. Log in first.")
}

// noKeys is the refusal for API clients where only users are allowed.
func noKeys() error {
	return fault.New(fault.Unauthorized, "API keys may not use this: it needs the access token of a user. Log in first.")
}
