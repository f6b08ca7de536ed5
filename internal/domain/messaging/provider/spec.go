package provider

// spec describes what a channel of a kind is configured with.
type spec struct {
	perSecond int
	settings  []setting
	secrets   []secretSpec
}

// setting is a setting of a kind.
type setting struct {
	name     string
	required bool
	// standard is the value where none is given.
	standard string
}

// secretSpec is a secret of a kind.
type secretSpec struct {
	name     string
	required bool
}

// specs are the settings and secrets of each kind. A secret that is not required is needed by a
// part of the adapter: hooks are refused without appSecret and verifyToken.
var specs = map[Kind]spec{
	WhatsApp: {
		perSecond: 80,
		settings: []setting{
			{name: "baseUrl", required: true, standard: "https://graph.facebook.com"},
			{name: "apiVersion", required: true, standard: "v23.0"},
			{name: "phoneNumberId", required: true},
			{name: "businessAccountId", required: true},
		},
		secrets: []secretSpec{{name: AccessToken, required: true}, {name: AppSecret}, {name: VerifyToken}},
	},
	SMS: {
		perSecond: 10,
		settings: []setting{
			{name: "baseUrl", required: true, standard: "https://api.twilio.com"},
			{name: "accountSid", required: true},
			{name: "from"}, // or messagingServiceSid
			{name: "messagingServiceSid"},
		},
		secrets: []secretSpec{{name: AuthToken, required: true}},
	},
	Email: {
		perSecond: 10,
		settings: []setting{
			{name: "host", required: true},
			{name: "port", required: true},
			{name: "security", required: true},
			{name: "username"},
			{name: "from", required: true},
			{name: "fromName"},
			{name: "replyTo"},
		},
		secrets: []secretSpec{{name: Password}}, // required with a username
	},
	Sandbox: {perSecond: 1000},
}
