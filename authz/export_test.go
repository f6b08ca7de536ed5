package authz

// Len is how many roles, API clients and named users the enforcer remembers the decisions for.
func (e *Enforcer) Len() int {
	if g := e.global.Load(); g != nil {
		return g.decisions.Len()
	}
	return 0
}
