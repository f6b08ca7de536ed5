package graph

import (
	"context"
	"maps"
	"reflect"
	"slices"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/graph/bind"
	"github.com/firmhub/firmhub/internal/domain/mail"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
)

// invalid are the faults of the variables of an operation.
type invalid struct {
	all fault.Details
	// fields are the faults of each root field: the faults of the variables that it uses.
	fields map[*ast.Field]fault.Details
	// whole means that no field runs: in a mutation, in which every field has faults, and if a
	// fault belongs to no field.
	whole bool
}

func (i *invalid) of(field *ast.Field) fault.Details {
	if i == nil {
		return nil
	}
	return i.fields[field]
}

// ofAll returns the faults of REST, which are of no variable in particular.
func ofAll(faults fault.Details) []bind.Faults {
	if len(faults) == 0 {
		return nil
	}
	return []bind.Faults{{Details: faults}}
}

// newInvalid assigns the faults of variables to the root fields that use them. A fault of no
// variable, such as one of a body in REST, is a fault of every root field. It returns nil if there
// are no faults.
func newInvalid(o *operation, faults []bind.Faults) *invalid {
	if len(faults) == 0 {
		return nil
	}
	found := &invalid{all: bind.All(faults), fields: map[*ast.Field]fault.Details{}, whole: o.is(ast.Mutation)}
	used := map[string]bool{}
	valid := 0
	for _, field := range o.roots {
		uses := bind.Uses(field.Field, field.Selections)
		var own fault.Details
		for _, of := range faults {
			if of.Variable == "" || uses[of.Variable] {
				own = append(own, of.Details...)
				used[of.Variable] = true
			}
		}
		found.fields[field.Field] = own
		if len(own) == 0 {
			valid++
		}
	}
	for _, of := range faults {
		found.whole = found.whole || !used[of.Variable] || len(of.Details) == 0
	}
	found.whole = found.whole || valid == 0
	return found
}

// skips reports whether a field without faults does not run, since nothing does.
func (i *invalid) skips(field graphql.CollectedField) bool {
	return i != nil && i.whole && len(i.fields[field.Field]) == 0
}

// withoutInvalid returns the response without data if nothing of the operation ran, since its
// variables are not valid.
func (o *operation) withoutInvalid(ctx context.Context, response *graphql.Response) *graphql.Response {
	switch {
	case o.invalid == nil || !o.invalid.whole || len(o.invalid.all) == 0:
	case len(response.Errors) == 0: // It has no field that could refuse them.
		return refusal(ctx, o.invalid.all.Err())
	default:
		response.Data = nil
	}
	return response
}

// The inputs that the domain can be asked about. A fault that only a placeholder can have belongs
// to the field that it stands for, or is not returned.
type (
	validated interface{ Validate() fault.Details }

	validatedWithMails interface {
		Validate(mails *mail.Mailer) fault.Details
	}

	validatedWithGuard interface {
		Validate(guard *outbound.Guard) fault.Details
	}
)

// allFaults returns the faults of the variables. It adds the faults that the domain finds in the
// other values, since the invalid ones were replaced by placeholders.
func (s *Server) allFaults(faults fault.Details, args map[string]any) error {
	for _, name := range slices.Sorted(maps.Keys(args)) {
		var details fault.Details
		switch input := addressable(args[name]).(type) {
		case validated:
			details = input.Validate()
		case validatedWithMails:
			details = input.Validate(s.options.Mails)
		case validatedWithGuard:
			details = input.Validate(s.options.Guard)
		}
		if name != bind.Input {
			for i := range details {
				details[i].Field = name + "." + details[i].Field
			}
		}
		faults = bind.Merge(faults, details)
	}
	return faults.Err()
}

// addressable returns a pointer to an argument, because inputs validate and trim themselves through
// a pointer. It returns nil for no argument.
func addressable(arg any) any {
	value := reflect.ValueOf(arg)
	switch {
	case !value.IsValid():
		return nil
	case value.Kind() != reflect.Pointer:
		pointer := reflect.New(value.Type())
		pointer.Elem().Set(value)
		return pointer.Interface()
	case value.IsNil():
		return nil
	}
	return arg
}
