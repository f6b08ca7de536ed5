package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
)

// diff returns the fields of two JSON objects without the fields that are equal in both.
func diff[T any](before, after T) (was, is map[string]json.RawMessage, err error) {
	if was, err = fields(before); err != nil {
		return nil, nil, err
	}
	if is, err = fields(after); err != nil {
		return nil, nil, err
	}
	maps.DeleteFunc(was, func(name string, value json.RawMessage) bool {
		other, exists := is[name]
		equal := exists && bytes.Equal(value, other)
		if equal {
			delete(is, name)
		}
		return equal
	})
	return was, is, nil
}

func fields(v any) (all map[string]json.RawMessage, err error) {
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		return nil, fmt.Errorf("audit: %w", err)
	}
	return all, nil
}
