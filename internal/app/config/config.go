// Package config defines the configuration of a firmhub process.
package config

import (
	"fmt"
	"net"
	"net/netip"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/firmhub/firmhub/internal/domain/mail"
	"github.com/firmhub/firmhub/internal/domain/token"
	"github.com/firmhub/firmhub/internal/plaintext/cidr"
	"github.com/firmhub/firmhub/internal/tracing"
)

// Config is the configuration of a firmhub process. The zero value of a field means its default, so
// Config{} is a complete configuration. The tags make each field a flag and an environment variable
// of the commands.
type Config struct {
	Basics `embed:""`

	// Addr is the host:port to serve HTTP on. Default 127.0.0.1:8080. Port 0 takes any free port;
	// an empty host listens on every interface.
	Addr string `env:"FIRMHUB_ADDR" group:"server" help:"Host and port to serve on; an empty host means every interface." placeholder:"127.0.0.1:8080"`

	// AccessTokenTTL is how long an access token is valid, from 5s to 24h. Default 15m.
	AccessTokenTTL time.Duration `env:"FIRMHUB_ACCESS_TOKEN_TTL" name:"access-token-ttl" group:"server" help:"How long an access token is valid, from 5s to 24h." default:"15m"`

	// AdminEmail is the super-admin's e-mail address on the first start on an empty database. It is
	// ignored later. Default: admin@firmhub.local.
	AdminEmail string `env:"FIRMHUB_ADMIN_EMAIL" group:"first" help:"The super-admin's e-mail." placeholder:"admin@firmhub.local"`

	// AdminPassword is the super-admin's password on the first start. It is ignored later. If it is
	// empty, one is generated and printed once. It can only be set by FIRMHUB_ADMIN_PASSWORD, since
	// flags can be read in the process list.
	AdminPassword string `kong:"-"`

	// PasswordIterations is the cost of new password hashes; 210,000 by default. Only tests set it:
	// it has no flag and no variable.
	PasswordIterations int `kong:"-"`

	// PlanDiffers is passed to graph.Options. Only tests set it.
	PlanDiffers func(difference string) `kong:"-"`

	// FilesURL is where the contents of files are stored: file://path, or s3://bucket?region=… with
	// the parameters of docs/install.md and the credentials of the AWS environment. Default: the
	// folder files in DataDir.
	FilesURL string `env:"FIRMHUB_FILES_URL" group:"data" help:"Where uploaded files are stored: file://path or s3://bucket?region=name. Default: a folder in the data folder." placeholder:"file://data/files"`

	// NotificationDays is for how many days notifications are kept, from 1 to 3650. Default 90.
	NotificationDays int `env:"FIRMHUB_NOTIFICATION_DAYS" group:"data" help:"For how many days notifications are kept." default:"90"`

	// BodyRetention is for how many days the texts and files of messages are kept, from 1 to 400.
	// Default 400, after which messages are deleted.
	BodyRetention int `env:"FIRMHUB_BODY_RETENTION" group:"data" help:"For how many days the texts and files of messages are kept, at most 400." default:"400"`

	// MetricsAddr is a separate host:port for /metrics, which is then not served on Addr. Default:
	// none.
	MetricsAddr string `env:"FIRMHUB_METRICS_ADDR" group:"server" help:"Host and port to serve /metrics on, and no longer on the other address."`

	// PprofAddr is a separate host:port for the profiles of the process at /debug/pprof/, without
	// any credential. The host is named: whoever reaches the address can slow the server down.
	// Default: none.
	PprofAddr string `env:"FIRMHUB_PPROF_ADDR" group:"server" help:"Host and port to serve profiles of the process on, without a credential, such as 127.0.0.1:6060. Default: none."`

	// PublicURL is the server's URL for clients, used in the URLs of public images and in
	// the links of mails. Default:
	// http:// and Addr.
	PublicURL string `env:"FIRMHUB_PUBLIC_URL" group:"server" help:"Where clients reach the server; public images and the links in mails have URLs below it, and passkeys are of its host." placeholder:"http://127.0.0.1:8080"`

	// SMTPURL is the mail server of the installation: smtp://user:password@host:587?from=address,
	// smtps://, or smtp://host:25?tls=off&from=address. Default: none, and no mail is sent.
	SMTPURL string `name:"smtp-url" env:"FIRMHUB_SMTP_URL" group:"server" help:"The mail server for links and notices to people. Default: none, and no mail is sent." placeholder:"smtp://user:password@host:587?from=firmhub@example.com"`

	// OIDCFile is a JSON file with the OpenID Connect providers that people can sign in with
	// (docs/single-sign-on.md). Default: none.
	OIDCFile string `name:"oidc" env:"FIRMHUB_OIDC" group:"server" help:"A JSON file with the OpenID Connect providers that people can sign in with. Default: none." placeholder:"oidc.json"`

	// RateLimit is "on", "off", or limits such as calls=100/200,login=10/60/100: the calls of a
	// caller per second and in a burst, and the log-ins per minute by e-mail and IP address, by IP
	// address, and by e-mail address. Default on, which means those numbers. Off lifts every limit,
	// including the limits of log-ins.
	RateLimit string `env:"FIRMHUB_RATE_LIMIT" group:"server" help:"on, off (also for log-ins), or calls=100/200,login=10/60/100: calls a second/in a burst, log-ins a minute by e-mail and address/by address/by e-mail." placeholder:"on"`

	// RequirePasswordChange is "on" or "off". Default off. If it is on, users whose password
	// somebody else chose must change it before anything else.
	RequirePasswordChange string `env:"FIRMHUB_REQUIRE_PASSWORD_CHANGE" group:"server" help:"on or off; on makes users change a password that somebody else typed before anything else." placeholder:"off"`

	// TrustedProxies are the addresses and CIDR ranges of proxies whose X-Forwarded-For is trusted.
	// Default: none.
	TrustedProxies []string `env:"FIRMHUB_TRUSTED_PROXIES" group:"server" help:"Addresses or CIDR ranges of the proxies whose X-Forwarded-For is believed." placeholder:"10.0.0.0/8"`

	// UnknownAfter is how long a message waits for a status of its provider when the answer of a
	// call was lost, from 1s to 24h. Default 15m. UnknownRelease is how long its price is held
	// after that, from 1s to 168h. Default 24h.
	UnknownAfter   time.Duration `env:"FIRMHUB_UNKNOWN_AFTER" group:"server" help:"How long a message waits for a status when the answer of its provider was lost." default:"15m"`
	UnknownRelease time.Duration `env:"FIRMHUB_UNKNOWN_RELEASE" group:"server" help:"How long the price of such a message is held after that." default:"24h"`
	// AllowedPrivateTargets are the private addresses and CIDR ranges that firmhub may call when a
	// user names one as the address of a provider, also by http. Default: none.
	AllowedPrivateTargets []string `env:"FIRMHUB_ALLOWED_PRIVATE_TARGETS" group:"server" help:"Private addresses or CIDR ranges that the providers of channels may have." placeholder:"10.1.0.0/16"`

	// StopDelay is how long the server goes on serving after a signal to stop, while it reports
	// that it is not ready, so that a proxy sends new requests to other instances first. At most
	// 5m. Default 0.
	StopDelay time.Duration `env:"FIRMHUB_STOP_DELAY" group:"server" help:"How long to go on serving after a signal to stop, while /readyz says no, so that a proxy takes the instance out first." placeholder:"0s"`

	// Introspection is "on" or "off": whether GraphQL describes its schema and suggests names.
	// Default on.
	Introspection string `env:"FIRMHUB_INTROSPECTION" group:"server" help:"on or off; off hides the GraphQL schema, which the playground needs." placeholder:"on"`

	// CORSOrigins are the web origins (https://app.example.com) whose pages may call the API.
	// Default: none. serve --demo sets the usual origins of front-ends on this machine.
	CORSOrigins []string `env:"FIRMHUB_CORS_ORIGINS" group:"server" help:"Web origins whose pages may call the API. Default: none; with --demo the usual ports of this machine." placeholder:"https://app.example.com"`

	// ShowDemo makes the page at / and the console show the log-ins of the demo, with their
	// password. Default false. It has no flag and no variable; serve --demo sets it.
	ShowDemo bool `kong:"-"`

	// KeepMails keeps the last mails in memory if SMTPURL is empty, and shows them at /demo/mail to
	// browsers on this machine. Default false. It has no flag and no variable: serve --demo sets
	// it.
	KeepMails bool `kong:"-"`
}

// Basics are the part of the configuration that every command needs: where the data is, and how to
// log.
type Basics struct {
	// DatabaseURL is sqlite://path or postgres://user:password@host/name. Default: the SQLite file
	// firmhub.db in DataDir. With sqlite://path?cache_mib=64 each connection has a page cache of 64
	// MiB; by default the writing connection has 32 MiB, and the reading ones 2 MiB each. With
	// ?synchronous=full each commit waits for the disk.
	DatabaseURL string `env:"FIRMHUB_DATABASE_URL" group:"data" help:"sqlite://path or postgres://user:password@host/name. Default: an SQLite file in the data folder." placeholder:"sqlite://data/firmhub.db"`

	// DatabaseDirectURL is needed if DatabaseURL names a pooler that shares connections between
	// transactions, such as PgBouncer. It is the URL of the same database without the pooler.
	// Migrations use it, and jobs are polled for instead of listened for. Default: none.
	DatabaseDirectURL string `env:"FIRMHUB_DATABASE_DIRECT_URL" group:"data" help:"The same database without the pooler, when FIRMHUB_DATABASE_URL is that of a PgBouncer in transaction mode."`

	// NATSURL is nats://host:4222 or tls://host:4222, or several URLs separated by commas: the NATS
	// servers that connect the instances of an installation. Default: none, for a single instance.
	NATSURL string `name:"nats-url" env:"FIRMHUB_NATS_URL" group:"data" help:"The NATS servers between several instances: nats://user:password@host:4222 or tls://, several with commas. Default: none, for a single instance."`

	// DataDir is the folder for firmhub's data on disk. It is created if it is missing. Default:
	// data.
	DataDir string `env:"FIRMHUB_DATA_DIR" group:"data" help:"Folder for what is kept on disk; made when missing." placeholder:"data"`

	// Log is a level (debug, info, warn, error), a format (json, text, auto), or both separated by
	// a comma. Default: info,auto. Auto means text on a terminal and JSON elsewhere.
	Log string `env:"FIRMHUB_LOG" group:"data" help:"Level and format: debug, info, warn or error; text, json or auto (text on a terminal)." placeholder:"info,auto"`

	// Slow is how long an operation of the API, or a statement of the database, may take before it
	// is logged as a warning. An operation is logged with its name, a statement with its text but
	// without arguments, and a SELECT also with its plan. Default 0: never.
	Slow time.Duration `env:"FIRMHUB_SLOW" group:"data" help:"Log operations and statements of the database that take longer than this, such as 500ms. Default: none." placeholder:"500ms"`

	// SecretsKey is the key that seals the secrets of channels: base64 of 32 bytes. Older keys may
	// follow, separated by commas: they open what they have sealed. Default: on SQLite the key in
	// the file secrets.key of DataDir, which is created once; on PostgreSQL none, and channels are
	// then Unavailable. It can only be set by FIRMHUB_SECRETS_KEY, since flags can be read in the
	// process list.
	SecretsKey string `kong:"-"`

	// Tracer traces what the server does. Nil, the default, traces nothing. It has no flag; serve
	// sets it by the variables of OpenTelemetry.
	Tracer *tracing.Tracer `kong:"-"`
}

const (
	defaultNotificationDays = 90
	maxNotificationDays     = 3650
	maxBodyRetention        = 400
	maxStopDelay            = 5 * time.Minute
)

// Defaults returns the configuration with every unset field at its default.
func (c Config) Defaults() Config {
	for field, value := range map[*string]string{
		&c.Addr:          "127.0.0.1:8080",
		&c.DataDir:       "data",
		&c.AdminEmail:    "admin@firmhub.local",
		&c.RateLimit:     On,
		&c.Introspection: On,

		&c.RequirePasswordChange: Off,
		&c.Log:                   "info,auto",
	} {
		if *field == "" {
			*field = value
		}
	}
	if c.AccessTokenTTL == 0 {
		c.AccessTokenTTL = token.DefaultLife
	}
	if c.NotificationDays == 0 {
		c.NotificationDays = defaultNotificationDays
	}
	if c.BodyRetention == 0 {
		c.BodyRetention = maxBodyRetention
	}
	if c.DatabaseURL == "" {
		c.DatabaseURL = "sqlite://" + filepath.Join(c.DataDir, "firmhub.db")
	}
	if c.FilesURL == "" {
		c.FilesURL = "file://" + filepath.Join(c.DataDir, "files")
	}
	if c.PublicURL == "" {
		c.PublicURL = localURL(c.Addr)
	}
	c.TrustedProxies = filled(c.TrustedProxies)
	c.CORSOrigins = filled(c.CORSOrigins)
	return c
}

// Error is the error of an invalid setting. Its text is one sentence that names valid values.
type Error struct {
	// Setting is the environment variable of the field.
	Setting, Reason string
}

// Error implements error.
func (e *Error) Error() string { return e.Setting + " " + e.Reason }

// The settings that locate the data.
const (
	DatabaseURL       = "FIRMHUB_DATABASE_URL"
	databaseDirectURL = "FIRMHUB_DATABASE_DIRECT_URL"
	// NATSURL is the setting of the NATS servers.
	NATSURL = "FIRMHUB_NATS_URL"
	// FilesURL is the setting of the location for the contents of files.
	FilesURL = "FIRMHUB_FILES_URL"
	// DataDir is the setting of the folder for the data.
	DataDir = "FIRMHUB_DATA_DIR"
	// SecretsKey is the setting of the key for secrets.
	SecretsKey = "FIRMHUB_SECRETS_KEY" //nolint:gosec // the name of one
	// SecretsKeyFile is the file in DataDir that has the key where it is not set.
	SecretsKeyFile = "secrets.key"

	smtpURL        = "FIRMHUB_SMTP_URL"
	privateTargets = "FIRMHUB_ALLOWED_PRIVATE_TARGETS"
)

// The values of a switch.
const (
	On  = "on"
	Off = "off"
)

// Refuse returns the error of an invalid setting.
func Refuse(setting, reason string, args ...any) *Error {
	return &Error{Setting: setting, Reason: fmt.Sprintf(reason, args...)}
}

// MailServer returns the mail server of the installation, or nil if there is none.
func (c Config) MailServer() (*mail.Server, error) {
	if c.SMTPURL == "" {
		return nil, nil //nolint:nilnil // documented
	}
	server, err := mail.ParseServer(c.SMTPURL, nil)
	if err != nil {
		return nil, Refuse(smtpURL, "%v.", err)
	}
	return server, nil
}

// LocalURL returns the server's URL for clients on this machine.
func (c Config) LocalURL() string { return localURL(c.Defaults().Addr) }

// localURL returns the URL of an address for clients on this machine.
func localURL(address string) string {
	host, port, err := net.SplitHostPort(address)
	if ip := net.ParseIP(host); err == nil && (host == "" || ip != nil && ip.IsUnspecified()) {
		address = net.JoinHostPort("localhost", port)
	}
	return "http://" + address
}

// Proxies returns the trusted proxies.
func (c Config) Proxies() ([]netip.Prefix, error) {
	return ranges("FIRMHUB_TRUSTED_PROXIES", c.TrustedProxies)
}

// PrivateTargets returns the private addresses that may be called.
func (c Config) PrivateTargets() ([]netip.Prefix, error) {
	return ranges(privateTargets, filled(c.AllowedPrivateTargets))
}

func ranges(setting string, texts []string) ([]netip.Prefix, error) {
	parsed := make([]netip.Prefix, 0, len(texts))
	for _, text := range texts {
		prefix, err := cidr.Parse(text)
		if err != nil {
			return nil, Refuse(setting, "must list addresses or CIDR ranges, such as 10.0.0.0/8,::1, and holds %q.", text)
		}
		parsed = append(parsed, prefix)
	}
	return parsed, nil
}

// CalledURL returns the URL at which providers reach this server: PublicURL, or that of Addr if it
// is on this machine, where a provider for tests may be. It is empty if providers can't reach the
// server.
func (c Config) CalledURL() string {
	if c.PublicURL != "" && c.PublicURL != c.LocalURL() {
		return c.PublicURL
	}
	host, _, err := net.SplitHostPort(c.Addr)
	if ip := net.ParseIP(host); err == nil && (host == "localhost" || ip != nil && ip.IsLoopback()) {
		return c.LocalURL()
	}
	return ""
}

// HooksURL returns the URL below which providers send their hooks, or "".
func (c Config) HooksURL() string {
	if called := c.CalledURL(); called != "" {
		return called + "/hooks"
	}
	return ""
}

// Direct returns the settings for connecting to the database without a pooler.
func (b Basics) Direct() Basics {
	if b.DatabaseDirectURL != "" {
		b.DatabaseURL, b.DatabaseDirectURL = b.DatabaseDirectURL, ""
	}
	return b
}

// filled returns the texts that are not blank. An empty environment variable and a trailing comma
// cause blank ones.
func filled(texts []string) []string {
	kept := slices.Clone(texts)
	for i, text := range kept {
		kept[i] = strings.TrimSpace(text)
	}
	return slices.DeleteFunc(kept, func(text string) bool { return text == "" })
}
