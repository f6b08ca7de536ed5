package ent

import "context"

// Omitted has the methods of [Mutation] that ent/omit.go leaves out of the generated mutations. They
// panic: a hook that calls one needs a line there.
type Omitted struct{}

func omittedMethod(name string) string {
	return "ent: mutations have no " + name + "; name that of the entity in kept of ent/omit.go"
}

// Fields is omitted.
func (Omitted) Fields() []string { panic(omittedMethod("Fields")) }

// Field is omitted.
func (Omitted) Field(string) (Value, bool) { panic(omittedMethod("Field")) }

// SetField is omitted.
func (Omitted) SetField(string, Value) error { panic(omittedMethod("SetField")) }

// ResetField is omitted.
func (Omitted) ResetField(string) error { panic(omittedMethod("ResetField")) }

// OldField is omitted.
func (Omitted) OldField(context.Context, string) (Value, error) { panic(omittedMethod("OldField")) }

// AddedFields is omitted.
func (Omitted) AddedFields() []string { panic(omittedMethod("AddedFields")) }

// AddedField is omitted.
func (Omitted) AddedField(string) (Value, bool) { panic(omittedMethod("AddedField")) }

// AddField is omitted.
func (Omitted) AddField(string, Value) error { panic(omittedMethod("AddField")) }

// ClearedFields is omitted.
func (Omitted) ClearedFields() []string { panic(omittedMethod("ClearedFields")) }

// FieldCleared is omitted.
func (Omitted) FieldCleared(string) bool { panic(omittedMethod("FieldCleared")) }

// ClearField is omitted.
func (Omitted) ClearField(string) error { panic(omittedMethod("ClearField")) }

// AddedEdges is omitted.
func (Omitted) AddedEdges() []string { panic(omittedMethod("AddedEdges")) }

// AddedIDs is omitted.
func (Omitted) AddedIDs(string) []Value { panic(omittedMethod("AddedIDs")) }

// RemovedEdges is omitted.
func (Omitted) RemovedEdges() []string { panic(omittedMethod("RemovedEdges")) }

// RemovedIDs is omitted.
func (Omitted) RemovedIDs(string) []Value { panic(omittedMethod("RemovedIDs")) }

// ClearedEdges is omitted.
func (Omitted) ClearedEdges() []string { panic(omittedMethod("ClearedEdges")) }

// EdgeCleared is omitted.
func (Omitted) EdgeCleared(string) bool { panic(omittedMethod("EdgeCleared")) }

// ClearEdge is omitted.
func (Omitted) ClearEdge(string) error { panic(omittedMethod("ClearEdge")) }

// ResetEdge is omitted.
func (Omitted) ResetEdge(string) error { panic(omittedMethod("ResetEdge")) }
