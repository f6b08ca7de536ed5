package rest

// exampleInputs are the examples of inputs, by their types, whose fields exclude each other or need
// what no other example has. The fields that are left out are optional.
func exampleInputs() map[string]object {
	const phone, name, body = "+351912345678", "summer_sale", "Your order is on its way."
	values := object{{"firstName", "Ada"}, {"code", "SUN26"}}
	parameters := []any{
		object{{"name", "firstName"}, {"example", "Ada"}},
		object{{"name", "code"}, {"example", "SUN26"}},
	}
	sale := object{
		{"name", name},
		{"language", "en"},
		{"category", "Marketing"},
		{"kind", "Sms"},
		{"body", "Hello {{firstName}}, with {{code}} you get 10 % off until Sunday."},
		{"parameters", parameters},
	}
	campaign := object{
		{"name", "Summer sale"},
		{"channelId", exampleID},
		{"templateId", exampleID},
		{"audience", object{{"everyone", true}, {"tagsAny", []any{"newsletter"}}, {"tagsNone", []any{"staff"}}}},
		{"parameters", exampleParameters()},
		{"timeZone", "Recipient"},
		{"quietHours", object{{"from", "21:00"}, {"to", "08:00"}}},
		{"messagesPerSecond", 10},
	}
	return map[string]object{
		"SendMessageInput": {
			{"kind", "Sms"},
			{"to", phone},
			{"body", body},
			{"category", "Utility"},
			{"reference", "order-4711"},
		},
		"SendTemplateInput": {{"name", name}, {"language", "en"}, {"parameters", values}},
		"ReplyInput":        {{"body", body}, {"reference", "answer-4711"}},
		"MessageInput": {
			{"providerMessageId", exampleProviderID},
			{"direction", "Outbound"},
			{"phone", phone},
			{"templateName", "order_sent"},
			{"category", "Utility"},
			{"body", body},
			{"status", "Sent"},
			{"occurredAt", exampleTime},
		},
		"MessageStatusInput":   {{"providerMessageId", exampleProviderID}, {"status", "Delivered"}, {"occurredAt", exampleTime}},
		"SetConsentInput":      {{"address", "ada@example.com"}, {"state", "OptedIn"}, {"evidence", "The form of 31 January 2026"}},
		"CreateTemplateInput":  sale,
		"UpdateTemplateInput":  {{"body", sale.get("body")}, {"parameters", parameters}},
		"PreviewTemplateInput": {{"parameters", values}},
		"CreateCampaignInput":  campaign,
		"UpdateCampaignInput":  campaign,
		"CreateChannelInput": {
			{"name", "Shop"},
			{"kind", "WhatsApp"},
			{"settings", object{{"phoneNumberId", "106540352242922"}, {"businessAccountId", "102290129340398"}}},
			{"secrets", object{
				{"accessToken", "the token of the system user"},
				{"appSecret", "the secret of the app"},
				{"verifyToken", "a token of your own"},
			}},
			{"messagesPerSecond", 80},
			{"isDefault", true},
		},
		"UpdateChannelInput": {{"name", "Shop"}, {"messagesPerSecond", 40}, {"isDefault", true}},
	}
}

// exampleParameters are where a campaign takes the values of a template from.
func exampleParameters() object {
	return object{
		{"firstName", object{{"field", "firstName"}, {"fallback", "there"}}},
		{"code", object{{"text", "SUN26"}}},
	}
}
