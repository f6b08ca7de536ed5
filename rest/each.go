package rest

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/graph/bind"
	"github.com/firmhub/firmhub/internal/fault"
)

// rejectedField is the list in the result of a route with [Route.Each].
const rejectedField = "rejected"

// rejectedItem is an entry of that list, as the operation selects it.
type rejectedItem struct {
	Index   int    `json:"index"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// compileEach checks that an item may be empty, and that the result has the rejected ones.
func (r *route) compileEach() error {
	if r.Each == "" {
		return nil
	}
	input := r.operation.VariableDefinitions.ForName(bind.Input)
	if input == nil {
		return errors.New("the list in Each must be a field of input")
	}
	list := r.schema.Types[input.Type.Name()].Fields.ForName(r.Each)
	if list == nil || list.Type.Elem == nil {
		return fmt.Errorf("input has no list %s", r.Each)
	}
	for _, field := range r.schema.Types[list.Type.Elem.Name()].Fields {
		if field.Type.NonNull && field.DefaultValue == nil {
			return fmt.Errorf("an item of %s can't be left empty: it needs %s", r.Each, field.Name)
		}
	}
	for _, field := range fields(r.root.SelectionSet) {
		if field.Alias == rejectedField && selects(field.SelectionSet, "index", "code", "message") {
			return nil
		}
	}
	return fmt.Errorf("the operation must select %s { index code message }", rejectedField)
}

// selects reports whether exactly these fields are selected.
func selects(selected ast.SelectionSet, names ...string) bool {
	chosen := fields(selected)
	if len(chosen) != len(names) {
		return false
	}
	for i, name := range names {
		if chosen[i].Alias != name {
			return false
		}
	}
	return true
}

// setAside empties the items of the list in [Route.Each] that are not of the types of the
// operation, so that the domain rejects them and no other item. If there are other faults, or as
// many as one error names, the request is refused as a whole.
func (r *route) setAside(v *values) {
	if r.Each == "" || len(v.faults) == 0 || len(v.faults) >= fault.MaxDetails {
		return
	}
	input, _ := v.variables[bind.Input].(map[string]any)
	items, _ := input[r.Each].([]any)
	aside := map[int]fault.Details{}
	for _, detail := range v.faults {
		index, field, ok := r.item(detail.Field)
		if !ok || index >= len(items) {
			return
		}
		aside[index] = append(aside[index], fault.Detail{Field: field, Message: detail.Message})
	}
	for index := range aside {
		items[index] = map[string]any{}
	}
	v.aside, v.faults = aside, nil
}

// item splits the path of a fault into the index of the item and the path within it.
func (r *route) item(path string) (index int, field string, ok bool) {
	rest, ofList := strings.CutPrefix(path, r.Each+"[")
	number, field, closed := strings.Cut(rest, "]")
	index, err := strconv.Atoi(number)
	return index, strings.TrimPrefix(field, "."), ofList && closed && err == nil
}

// explainAside returns a response that says of the items set aside what is wrong with them. The
// domain has rejected them as empty.
func explainAside(data []byte, aside map[int]fault.Details) ([]byte, error) {
	if len(aside) == 0 {
		return data, nil
	}
	found := gjson.GetBytes(data, dataAlias+"."+rejectedField)
	var rejected []rejectedItem
	if err := json.Unmarshal([]byte(found.Raw), &rejected); err != nil {
		return nil, fmt.Errorf("rest: read the rejected items: %w", err)
	}
	for i, item := range rejected {
		if faults := aside[item.Index]; len(faults) > 0 {
			texts := make([]string, len(faults))
			for k, detail := range faults {
				texts[k] = strings.TrimSpace(detail.Field + " " + detail.Message)
			}
			rejected[i].Message = strings.Join(texts, "; ") + "."
		}
	}
	encoded, err := json.Marshal(rejected)
	if err != nil {
		return nil, fmt.Errorf("rest: encode the rejected items: %w", err)
	}
	explained := append(append([]byte{}, data[:found.Index]...), encoded...)
	return append(explained, data[found.Index+len(found.Raw):]...), nil
}
