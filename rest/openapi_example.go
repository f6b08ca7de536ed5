package rest

import (
	"github.com/vektah/gqlparser/v2/ast"
)

const (
	exampleID         = "0198a3f0-6c2e-7b1c-9d53-1f0a5a3c7e10"
	exampleTime       = "2026-01-31T09:30:00Z"
	exampleProviderID = "wamid.HBgMMzUxOTEyMzQ1Njc4FQIAERgS"
)

// exampleTexts are examples of a String by its name, or by the type that has it and its name.
func exampleTexts() map[string]string {
	return map[string]string{
		"firstName": "Ada", "lastName": "Lovelace", "gender": "Female", "userName": "ada", "email": "ada@example.com",
		"password": "Correct-Horse-7", "currentPassword": "Correct-Horse-7", "newPassword": "Battery-Staple-8",
		"token": "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiI…", "refreshToken": "q0W6mS1TlC3nT9bWq1H3e8zJ4yZQyQ2kq8mJm6l2b7k",
		"firmName": "Analytical Engines", "name": "Analytical Engines", "currency": "EUR", "timeZone": "Europe/Lisbon",
		"phone": "21 234 5678", "phoneCC": "+351", "profilePic": "https://files.example.com/ada.jpg",
		"line1": "Rua Augusta 1", "line2": "", "landmark": "By the arch", "city": "Lisbon", "state": "Lisbon",
		"country": "Portugal", "PricingPriceInput.country": "PT", "pinCode": "1100-053", "tags": "vip", "permissions": "Contact:View",
		"searchTerm": "ada", "sortBy": "lastName", "description": "For the web shop", "note": "While a ticket is open",
		"apiKey": "fh_8Kq3vT0aXw2L_r7Yb1Nc5Zd9Qf4Hg6Jk2Lm8Pn0RsTuVwXyAb3Cd5EfG_2a8KfQ", "keyPrefix": "fh_8Kq3vT0aXw2L",
		"allowedIps": "203.0.113.0/24", "ipAddress": "203.0.113.7", "address": "203.0.113.7", "method": "POST",
		"path": "/api/V1/Contact/create", "date": "2026-01-31", "moduleName": "Contact", "propertyName": "View",
		"displayName": "View contacts", "module": "Contact", "action": "View", "reason": "The role \"Sales\" has Contact:View.",
		"subject": "user:" + exampleID, "line": "p, role:" + exampleID + ", " + exampleID + ", Contact, View, allow",
		"bankRef": "DE-2026-0042", "QuietHoursInput.from": "21:00", "QuietHoursInput.to": "08:00",
		"Idempotency-Key": "8f14e45f-ceea-4670-9a5b-1d2f0c6e7a10",
		"warning":         "There is no pricing plan in EUR, so the messages of the firm cost nothing.",
		"device":          "Chrome on Windows", "userAgent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0",
		"requestId": exampleRequestID, "language": "en",
		"body": "Your order is on its way.", "shortcut": "order", "providerMessageId": exampleProviderID, "reference": "order-4711",
		"templateName": "order_sent", "campaign": "Summer sale", "channelName": "Shop", "Channel.name": "Shop", "Channel.sender": "+351210001234",
		"Campaign.name": "Summer sale", "Template.name": "summer_sale", "TemplateParameter.name": "code", "TemplateParameter.example": "SUN26",
		"Message.subject": "Your order", "Message.address": "+351912345678", "Conversation.address": "+351912345678",
		"CampaignRecipient.address": "+351912345678", "ConsentEntry.address": "ada@example.com", "QuietHours.from": "21:00",
		"QuietHours.to": "08:00", "RejectedItem.code": "NoAddress", "RejectedItem.message": "The contact has no address for Sms.",
	}
}

// sentAs returns the name whose example is that of a field that is sent. An address that is sent is
// one of a person, and an address in an answer is one of the network.
func sentAs(name string) string {
	if name == "address" {
		return "email"
	}
	return name
}

// exampleInts are examples of an Int by its name.
func exampleInts() map[string]int {
	return map[string]int{"year": 2026, "pageSize": 20, "expiresIn": 900, "statusCode": 200, "errorCount": 0}
}

// example returns a value of a type by the name of its field. For an output type it contains what
// was selected.
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
		if whole, ok := exampleInputs()[def.Name]; ok {
			return whole
		}
		example := object{}
		for _, field := range def.Fields {
			example = example.with(field.Name, d.example(nameIn(def, field.Name), field.Type, nil))
		}
		return example
	case ast.Object, ast.Interface, ast.Union:
		example := object{}
		for _, field := range fields(selections) {
			example = example.with(field.Alias, d.example(nameIn(def, field.Name), field.Definition.Type, field.SelectionSet))
		}
		return example
	case ast.Scalar:
	}
	return exampleScalar(name, def.Name)
}

// nameIn returns the name whose example is that of a field of a type.
func nameIn(def *ast.Definition, name string) string {
	if _, own := exampleTexts()[def.Name+"."+name]; own {
		return def.Name + "." + name
	}
	return name
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
		if name == "expiresAt" { // must be in the future
			return "2099-12-31T23:59:59Z"
		}
		return exampleTime
	case "StringMap":
		return object{{"Celular", "phone"}}
	case "JSON":
		if name == "parameters" {
			return exampleParameters()
		}
	case "String":
		if text, ok := exampleTexts()[name]; ok {
			return text
		}
	}
	return "text"
}
