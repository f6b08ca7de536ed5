package rest

import (
	"github.com/vektah/gqlparser/v2/ast"
)

const exampleID = "0198a3f0-6c2e-7b1c-9d53-1f0a5a3c7e10"

// exampleTexts are what a String of this name looks like.
func exampleTexts() map[string]string {
	return map[string]string{
		"firstName": "Ada", "lastName": "Lovelace", "gender": "Female", "userName": "ada", "email": "ada@example.com",
		"password": "Correct-Horse-7", "currentPassword": "Correct-Horse-7", "newPassword": "Battery-Staple-8",
		"token": "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiI…", "refreshToken": "q0W6mS1TlC3nT9bWq1H3e8zJ4yZQyQ2kq8mJm6l2b7k",
		"firmName": "Analytical Engines", "name": "Analytical Engines", "currency": "EUR", "timeZone": "Europe/Lisbon",
		"phone": "21 234 5678", "phoneCC": "+351", "profilePic": "https://files.example.com/ada.jpg",
		"line1": "Rua Augusta 1", "line2": "", "landmark": "By the arch", "city": "Lisbon", "state": "Lisbon",
		"country": "Portugal", "pinCode": "1100-053", "tags": "vip", "permissions": "Contact:View",
		"searchTerm": "ada", "sortBy": "lastName",
	}
}

// exampleInts are what an Int of this name looks like.
func exampleInts() map[string]int { return map[string]int{"pageSize": 20, "expiresIn": 900} }

// example is a value of a type by the name of its field; of an output it holds what was selected.
func (d *describer) example(name string, typ *ast.Type, selections ast.SelectionSet) any {
	if typ.Elem != nil {
		return []any{d.example(name, typ.Elem, selections)}
	}
	def := d.schema.Types[typ.NamedType]
	switch def.Kind {
	case ast.Enum:
		if text := exampleTexts()[name]; def.EnumValues.ForName(text) != nil {
			return text
		}
		return def.EnumValues[0].Name
	case ast.InputObject:
		example := object{}
		for _, field := range def.Fields {
			example = example.with(field.Name, d.example(field.Name, field.Type, nil))
		}
		return example
	case ast.Object, ast.Interface, ast.Union:
		example := object{}
		for _, field := range fields(selections) {
			example = example.with(field.Alias, d.example(field.Name, field.Definition.Type, field.SelectionSet))
		}
		return example
	case ast.Scalar:
	}
	return exampleScalar(name, def.Name)
}

func exampleScalar(name, scalar string) any {
	switch scalar {
	case "ID":
		return exampleID
	case "Int":
		if number, ok := exampleInts()[name]; ok {
			return number
		}
		return 1
	case "Float", "Decimal":
		return 12.5
	case "Boolean":
		return true
	case "DateTime":
		return "2026-01-31T09:30:00Z"
	case "String":
		if text, ok := exampleTexts()[name]; ok {
			return text
		}
	}
	return "text"
}
