package bind

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/internal/fault"
)

// The built-in scalars of GraphQL.
const (
	scalarString  = "String"
	scalarInt     = "Int"
	scalarFloat   = "Float"
	scalarBoolean = "Boolean"
	scalarID      = "ID"
)

// plain converts the text to the type that a JSON decoder returns for typ: a number, a boolean, a
// list, else a string. A blank value of any type but String, and a list without an item, count as
// absent.
func (t Text) plain(typ *ast.Type) (value any, present bool) {
	if typ.Elem != nil {
		var items []any
		for _, text := range t {
			for item := range strings.SplitSeq(text, ",") {
				if item = strings.TrimSpace(item); item != "" {
					items = append(items, Text{item})
				}
			}
		}
		return items, len(items) > 0
	}
	if len(t) != 1 {
		return t, true
	}
	text := strings.TrimSpace(t[0])
	switch {
	case typ.NamedType == scalarString:
		return t[0], true
	case text == "":
		return nil, false
	case typ.NamedType == scalarInt, typ.NamedType == scalarFloat:
		return json.Number(text), true
	case typ.NamedType == scalarBoolean && strings.EqualFold(text, "true"):
		return true, true
	case typ.NamedType == scalarBoolean && strings.EqualFold(text, "false"):
		return false, true
	}
	return t[0], true
}

// builtin converts to a built-in scalar; values of other scalars are returned unchanged.
func (b *binder) builtin(name string, value any) (any, bool) {
	if text, ok := value.(Text); ok && len(text) != 1 {
		return b.wrong("must be given once")
	}
	switch name {
	case scalarString:
		return b.text(value)
	case scalarInt:
		return b.whole(value)
	case scalarFloat:
		if number, ok := float(value); ok && !math.IsInf(number, 0) {
			return number, true
		}
		return b.wrong("must be a number")
	case scalarBoolean:
		if truth, ok := value.(bool); ok {
			return truth, true
		}
		return b.wrong("must be true or false")
	case scalarID:
		if number, ok := float(value); ok && number == math.Trunc(number) && math.Abs(number) < 1<<53 {
			return strconv.FormatInt(int64(number), 10), true
		}
		return b.text(value)
	}
	return value, true
}

// zero returns the placeholder of a built-in scalar. Other scalars without a [Scalar] are never
// invalid.
func zero(name string) any {
	switch name {
	case scalarInt:
		return int64(0)
	case scalarFloat:
		return float64(0)
	case scalarBoolean:
		return false
	}
	return ""
}

// text accepts strings that the databases can store: PostgreSQL accepts neither NUL nor invalid
// UTF-8.
func (b *binder) text(value any) (any, bool) {
	text, ok := value.(string)
	switch {
	case !ok:
		return b.wrong("must be a string")
	case strings.IndexByte(text, 0) >= 0:
		return b.wrong("must not hold the character U+0000")
	case !utf8.ValidString(text):
		return b.wrong("must be valid UTF-8")
	}
	return text, true
}

// whole converts to an Int, which has 32 bits in GraphQL.
func (b *binder) whole(value any) (any, bool) {
	number, ok := float(value)
	switch {
	case !ok || number != math.Trunc(number):
		return b.wrong("must be a whole number")
	case number < math.MinInt32 || number > math.MaxInt32:
		return b.wrong("must be from %d to %d", math.MinInt32, math.MaxInt32)
	}
	return int64(number), true
}

// float converts a number of any Go type that a JSON decoder returns. Integers of up to 53 bits are
// exact. A number that is too large becomes infinite.
func float(value any) (float64, bool) {
	switch number := value.(type) {
	case json.Number:
		if strings.Trim(number.String(), "+-.0123456789eE") != "" {
			return 0, false // Go accepts more than JSON does: 0x1p4, 1_000, inf.
		}
		parsed, err := number.Float64()
		return parsed, err == nil || errors.Is(err, strconv.ErrRange)
	case float64:
		return number, !math.IsNaN(number)
	case int:
		return float64(number), true
	case int64:
		return float64(number), true
	}
	return 0, false
}

func (b *binder) enum(def *ast.Definition, value any) (any, bool) {
	text, _ := value.(string)
	if b.opts.Lenient {
		text = strings.TrimSpace(text)
	}
	for _, allowed := range def.EnumValues {
		if text == allowed.Name || b.opts.Lenient && strings.EqualFold(text, allowed.Name) {
			return allowed.Name, true
		}
	}
	names := make([]string, len(def.EnumValues))
	for i, allowed := range def.EnumValues {
		names[i] = allowed.Name
	}
	return b.wrong("must be one of %s", strings.Join(names, ", "))
}

func (b *binder) custom(scalar Scalar, value any) (any, bool) {
	switch value := value.(type) {
	case Text:
		return b.wrong("must be given once")
	case string:
		if _, ok := b.text(value); !ok {
			return nil, false
		}
	}
	parsed, err := scalar.Parse(value)
	if err == nil {
		return parsed, true
	}
	message := err.Error()
	if refusal, ok := errors.AsType[*fault.Error](err); ok {
		message = refusal.Message
		if len(refusal.Details) > 0 {
			message = refusal.Details[0].Message
		}
	}
	return b.wrong("%s", message)
}
