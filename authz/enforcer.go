// Package authz decides who may do what. Roles, their permissions, the grants of API clients and the super-firm's policy
// rules are one casbin policy per firm; whatever can't be decided is refused.
package authz

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// DefaultSize is the default number of roles and API clients whose policies an [Enforcer] caches. It takes some 150 MB when
// all of them hold all permissions.
const DefaultSize = 4000

// loadTimeout limits a load. All requests that wait for a load share it, so that it does not end with one of them.
const loadTimeout = 10 * time.Second

// errStale is returned when no loaded policy is as new as the request.
var errStale = errors.New("authz: the policy that was read is older than the request")

// Enforcer decides by the part of a firm's policy that is for the viewer's role or API client. It loads a part when needed and
// caches it while it is as new as the request: the viewer has the policy version, global and of the firm, which was read
// when the request began. So a change takes effect on the next request, on every instance, without a message.
type Enforcer struct {
	client   *ent.Client
	policies *lru.Cache[part, *policy]
	loads    singleflight.Group
}

// New returns an Enforcer that caches the policies of size roles and API clients; zero or less means [DefaultSize].
func New(client *ent.Client, size int) *Enforcer {
	if size <= 0 {
		size = DefaultSize
	}
	policies, err := lru.New[part, *policy](size)
	if err != nil {
		panic(err) // for a size below one only
	}
	return &Enforcer{client: client, policies: policies}
}

// Can returns nil when the viewer may do the action in the active firm, Unauthorized without a credential or with one that
// can't be used for it, and Forbidden otherwise. When the policy can't be loaded, the error is no [fault.Error].
func (e *Enforcer) Can(ctx context.Context, module, action string) error {
	v := viewer.From(ctx)
	switch {
	case v.Refused != nil:
		return v.Refused
	case v.Kind == viewer.APIClient && !Permission{Module: module, Action: action}.ForAPIClients():
		return noKeys()
	case v.Kind != viewer.User && v.Kind != viewer.APIClient:
		return unauthorized()
	}
	if err := confined(v, Visit); err != nil {
		return err
	}
	allowed, err := e.may(ctx, v, module, action)
	if err != nil {
		return err
	}
	if !allowed {
		return fault.New(fault.Forbidden, "This needs the permission %s:%s.", module, action)
	}
	return nil
}

// Holds returns nil when the viewer holds all of the permissions, as whoever grants them must, and Forbidden, with the names
// of the missing ones, otherwise. firmhub itself holds everything. In a transaction it locks the policy as [Enforcer.Covers]
// does.
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

// Held returns those of the permissions that the viewer holds, as [Enforcer.Holds] decides.
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

func (e *Enforcer) may(ctx context.Context, v *viewer.Viewer, module, action string) (bool, error) {
	p, err := e.policy(ctx, v)
	if err != nil {
		return false, err
	}
	return p.allows(v, module, action)
}

// Permissions returns the permissions that the viewer has in the active firm, sorted, each as "Module:Action"; none without
// an active firm. It is Unauthorized without a credential.
func (e *Enforcer) Permissions(ctx context.Context) ([]string, error) {
	v := viewer.From(ctx)
	if v.Kind == viewer.Anonymous {
		return nil, unauthorized()
	}
	if hasNoFirm(v) {
		return []string{}, nil
	}
	p, err := e.policy(ctx, v)
	if err != nil {
		return nil, err
	}
	names := make([]string, 0, len(p.permissions))
	for _, permission := range p.permissions {
		allowed, err := p.allows(v, permission.Module, permission.Action)
		if err != nil {
			return nil, err
		}
		if allowed {
			names = append(names, permission.String())
		}
	}
	return names, nil
}

// RequireSuperFirm returns nil for a user whose active firm is the super-firm, Forbidden for users of other firms, and
// Unauthorized for all others.
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

// RequireAPIKey returns nil for an API client, whatever its permissions, Forbidden for a user, Unauthorized for all others, and
// the viewer's own refusal if there is one.
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

// noKeys is for API clients where only users may be.
func noKeys() error {
	return fault.New(fault.Unauthorized, "API keys may not use this: it needs the access token of a user. Log in first.")
}

// policy returns the policy that decides for the viewer, at least as new as the request.
func (e *Enforcer) policy(ctx context.Context, v *viewer.Viewer) (*policy, error) {
	whose := partOf(v)
	if p, ok := e.policies.Get(whose); ok && p.version.Covers(v.PolicyVersion) {
		return p, nil
	}
	// A load that began before this request may return an older version; the next one can't.
	const loads = 2
	for range loads {
		p, err := e.load(ctx, whose)
		if err != nil {
			return nil, err
		}
		if p.version.Covers(v.PolicyVersion) {
			return p, nil
		}
	}
	return nil, errStale
}

// load reads and caches a part of a policy, once for all requests that need it at the same time.
func (e *Enforcer) load(ctx context.Context, whose part) (*policy, error) {
	loaded := e.loads.DoChan(whose.key(), func() (any, error) {
		// Not the caller's context: the load may outlive the caller, and must not read in the caller's transaction.
		ctx, cancel := context.WithTimeout(context.Background(), loadTimeout)
		defer cancel()
		s, err := load(ctx, e.client, whose.firm, whose.read)
		if err != nil {
			return nil, err
		}
		p := compile(s)
		if p.broken != nil {
			slog.ErrorContext(ctx, "The policy of a firm is invalid: it refuses every request until that is repaired.",
				"firm", whose.firm, "error", p.broken)
		}
		e.policies.Add(whose, p)
		return p, nil
	})
	select {
	case <-ctx.Done():
		return nil, fmt.Errorf("authz: wait for the policy: %w", ctx.Err())
	case result := <-loaded:
		if result.Err != nil {
			return nil, result.Err
		}
		p, ok := result.Val.(*policy)
		if !ok {
			return nil, fmt.Errorf("authz: a load returned a %T", result.Val)
		}
		return p, nil
	}
}
