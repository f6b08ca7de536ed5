package authz

// Len is how many policies the enforcer keeps.
func (e *Enforcer) Len() int { return e.policies.Len() }
