package query_test

import (
	"github.com/firmhub/firmhub/internal/fault"
)

func each[T, U any](all []T, of func(T) U) []U {
	out := make([]U, 0, len(all))
	for _, one := range all {
		out = append(out, of(one))
	}
	return out
}

func fields(faults fault.Details) []string {
	return each(faults, func(d fault.Detail) string { return d.Field })
}
