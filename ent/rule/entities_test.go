package rule_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// entity is an entity as the tests see it: by reflection on the ent client, so that a new one is
// tested by being there.
type entity struct {
	name   string
	client reflect.Value // *ent.TagClient
	row    reflect.Type  // ent.Tag
}

// entities are all entities of the client.
func entities(client *ent.Client) []entity {
	var all []entity
	fields := reflect.ValueOf(client).Elem()
	for i := range fields.NumField() {
		field := fields.Type().Field(i)
		get, ok := field.Type.MethodByName("Get")
		if !field.IsExported() || !ok {
			continue // config, Schema
		}
		all = append(all, entity{name: field.Name, client: fields.Field(i), row: get.Type.Out(0).Elem()})
	}
	return all
}

func (e entity) has(field string) bool {
	_, ok := e.row.FieldByName(field)
	return ok
}

// firmOwned reports whether the entity has an edge to its firm: those that only find a firm have
// none.
func (e entity) firmOwned() bool { return e.edges()["Firm"] == "Firm" }

func (e entity) softDeleted() bool { return e.has("DeletedAt") }

// appendOnly are the entities whose rows are written once and for all.
func (e entity) appendOnly() bool {
	return slices.Contains([]string{"APICall", "AuditEntry", "GlobalAuditEntry", "WalletEntry"}, e.name)
}

// edges are the names of the entity's edges, with their targets' names: Contacts, Contact.
func (e entity) edges() map[string]string {
	all := map[string]string{}
	edges, ok := e.row.FieldByName("Edges")
	if !ok {
		return all
	}
	for i := range edges.Type.NumField() {
		if edge := edges.Type.Field(i); edge.IsExported() {
			target := edge.Type
			for target.Kind() == reflect.Pointer || target.Kind() == reflect.Slice {
				target = target.Elem()
			}
			all[edge.Name] = target.Name()
		}
	}
	return all
}

// query is a query builder.
func (e entity) query(t *testing.T, conditions ...func(*sql.Selector)) reflect.Value {
	t.Helper()
	return where(t, call(t, e.client, "Query")[0], conditions...)
}

func where(t *testing.T, builder reflect.Value, conditions ...func(*sql.Selector)) reflect.Value {
	t.Helper()
	for _, condition := range conditions {
		predicate := builder.MethodByName("Where").Type().In(0).Elem()
		call(t, builder, "Where", reflect.ValueOf(condition).Convert(predicate).Interface())
	}
	return builder
}

func isID(id uuid.UUID) func(*sql.Selector) { return sql.FieldEQ("id", id) }

// call calls a method and returns its results.
func call(t *testing.T, on reflect.Value, method string, args ...any) []reflect.Value {
	t.Helper()
	found := on.MethodByName(method)
	require.True(t, found.IsValid(), "%s has no %s", on.Type(), method)
	values := make([]reflect.Value, len(args))
	for i, arg := range args {
		values[i] = reflect.ValueOf(arg)
	}
	return found.Call(values)
}

// can reports whether ent has generated a method; ent/omit.go leaves many out.
func can(on reflect.Value, method string) bool { return on.MethodByName(method).IsValid() }

// try calls a method whose last result is an error. It returns the first result and the error. Citus
// can't run all that ent generates, such as predicates on edges through link tables. Then nothing
// was read or changed, and there is no error.
func try(ctx context.Context, t *testing.T, on reflect.Value, method string, args ...any) (any, error) {
	t.Helper()
	results := call(t, on, method, append([]any{ctx}, args...)...)
	err, _ := results[len(results)-1].Interface().(error)
	if dbtest.IsUnsupported(err) {
		err = nil
	}
	return results[0].Interface(), err
}

// list is the result of All.
func list(ctx context.Context, t *testing.T, query reflect.Value) []reflect.Value {
	t.Helper()
	result, err := try(ctx, t, query, "All")
	require.NoError(t, err)
	rows := reflect.ValueOf(result)
	all := make([]reflect.Value, rows.Len())
	for i := range all {
		all[i] = rows.Index(i)
	}
	return all
}

func id(row reflect.Value) uuid.UUID { return get[uuid.UUID](row, "ID") }

func get[T any](row reflect.Value, field string) T {
	value, ok := row.Elem().FieldByName(field).Interface().(T)
	if !ok {
		panic(fmt.Sprintf("%s.%s is another type", row.Type(), field))
	}
	return value
}

// methods are those of v whose names have the prefix and suffix, with what is between.
func methods(v reflect.Value, prefix, suffix string) map[string]string {
	all := map[string]string{}
	for i := range v.NumMethod() {
		name := v.Type().Method(i).Name
		if middle, ok := strings.CutPrefix(name, prefix); ok {
			if middle, ok := strings.CutSuffix(middle, suffix); ok && middle != "" {
				all[name] = middle
			}
		}
	}
	return all
}
