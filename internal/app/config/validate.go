package config

import (
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/firmhub/firmhub/internal/app/logger"
	"github.com/firmhub/firmhub/internal/domain/file/blob"
	"github.com/firmhub/firmhub/internal/domain/password"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/domain/token"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext/email"
	"github.com/firmhub/firmhub/realtime/broker"
)

const (
	maxUnknownAfter   = 24 * time.Hour
	maxUnknownRelease = 7 * 24 * time.Hour
)

// Validate returns a [*Error] for the first invalid setting. The error never contains a URL, since
// the URL may contain a password. Validate accesses neither disk nor network.
func (c Config) Validate() error {
	c = c.Defaults()
	if err := c.validAddresses(); err != nil {
		return err
	}
	if err := c.validURLs(); err != nil {
		return err
	}
	if err := c.validServers(); err != nil {
		return err
	}
	if err := c.checkUnknown(); err != nil {
		return err
	}
	if c.AccessTokenTTL < token.MinLife || c.AccessTokenTTL > token.MaxLife {
		return Refuse("FIRMHUB_ACCESS_TOKEN_TTL", "must be from 5s to 24h, such as 15m, and is %s.", c.AccessTokenTTL)
	}
	if c.StopDelay < 0 || c.StopDelay > maxStopDelay {
		return Refuse("FIRMHUB_STOP_DELAY", "must be from 0s to 5m, such as 10s, and is %s.", c.StopDelay)
	}
	if err := c.validRetentions(); err != nil {
		return err
	}
	if !isOrigin(c.PublicURL) {
		return Refuse("FIRMHUB_PUBLIC_URL", "must be a scheme and a host alone, such as https://api.example.com.")
	}
	if !email.IsValid(c.AdminEmail) {
		return Refuse("FIRMHUB_ADMIN_EMAIL", "must be an e-mail address, such as admin@example.com, and is %q.", c.AdminEmail)
	}
	if _, err := c.RateLimits(); err != nil {
		return err
	}
	for setting, value := range map[string]string{
		"FIRMHUB_INTROSPECTION":           c.Introspection,
		"FIRMHUB_REQUIRE_PASSWORD_CHANGE": c.RequirePasswordChange,
	} {
		if value != On && value != Off {
			return Refuse(setting, "must be on or off, and is %q.", value)
		}
	}
	if !isPassword(c.AdminPassword) {
		return Refuse("FIRMHUB_ADMIN_PASSWORD",
			"must have 8 to 128 characters, among them a lower-case letter, an upper-case letter, a digit and a symbol.")
	}
	if _, err := c.Proxies(); err != nil {
		return err
	}
	if err := c.validChannels(); err != nil {
		return err
	}
	for i, origin := range c.CORSOrigins {
		if !isOrigin(origin) {
			return Refuse("FIRMHUB_CORS_ORIGINS",
				"must list exact origins in lower case, such as https://app.example.com,http://localhost:5173; number %d is none.", i+1)
		}
	}
	if c.Slow < 0 {
		return Refuse("FIRMHUB_SLOW", "must be a duration, such as 500ms, and is %s.", c.Slow)
	}
	if _, err := logger.Parse(c.Log); err != nil {
		return Refuse("FIRMHUB_LOG", "%v.", err)
	}
	return nil
}

// validAddresses returns an [*Error] for the first invalid address to listen on.
func (c Config) validAddresses() error {
	if !isAddress(c.Addr) {
		return Refuse("FIRMHUB_ADDR", "must be host:port, such as 127.0.0.1:8080, and is %q.", c.Addr)
	}
	if c.MetricsAddr != "" && !isAddress(c.MetricsAddr) {
		return Refuse("FIRMHUB_METRICS_ADDR", "must be host:port, such as 127.0.0.1:9090, and is %q.", c.MetricsAddr)
	}
	if c.PprofAddr != "" && (!isAddress(c.PprofAddr) || strings.HasPrefix(c.PprofAddr, ":")) {
		return Refuse("FIRMHUB_PPROF_ADDR", "must be host:port with a host, such as 127.0.0.1:6060, and is %q.", c.PprofAddr)
	}
	return nil
}

// validRetentions checks for how many days things are kept.
func (c Config) validRetentions() error {
	if c.BodyRetention < 1 || c.BodyRetention > maxBodyRetention {
		return Refuse("FIRMHUB_BODY_RETENTION", "must be from 1 to %d, and is %d.", maxBodyRetention, c.BodyRetention)
	}
	if c.NotificationDays < 1 || c.NotificationDays > maxNotificationDays {
		return Refuse("FIRMHUB_NOTIFICATION_DAYS", "must be from 1 to %d, and is %d.", maxNotificationDays, c.NotificationDays)
	}
	return nil
}

// validChannels checks what channels need.
func (c Config) validChannels() error {
	if _, err := c.PrivateTargets(); err != nil {
		return err
	}
	if _, err := secret.ParseKey(c.SecretsKey); c.SecretsKey != "" && err != nil {
		return Refuse(SecretsKey, "must be base64 of 32 bytes, such as openssl rand -base64 32 prints, or several, separated by commas.")
	}
	return nil
}

// validServers checks where files are and the mail server.
func (c Config) validServers() error {
	if !blob.ValidURL(c.FilesURL) {
		return Refuse(FilesURL, "must be file://path or s3://bucket?region=name.")
	}
	_, err := c.MailServer()
	return err
}

// validURLs checks the addresses of other servers.
func (b Basics) validURLs() error {
	if err := validDatabaseURL(b.DatabaseURL); err != nil {
		return err
	}
	if b.DatabaseDirectURL != "" && !(isPostgresURL(b.DatabaseDirectURL) && isPostgresURL(b.DatabaseURL)) {
		return Refuse(databaseDirectURL, "must be postgres://user:password@host:5432/name, and %s of the same kind.", DatabaseURL)
	}
	if b.NATSURL != "" && !broker.ValidURL(b.NATSURL) {
		return Refuse(NATSURL, "must be nats://host:4222 or tls://host:4222, or several with commas between.")
	}
	return nil
}

// isAddress reports whether the text is host:port.
func isAddress(text string) bool {
	_, port, err := net.SplitHostPort(text)
	if err != nil {
		return false
	}
	_, err = strconv.ParseUint(port, 10, 16)
	return err == nil
}

func validDatabaseURL(text string) error {
	scheme, rest, _ := strings.Cut(text, "://")
	if rest != "" && scheme == "sqlite" || isPostgresURL(text) {
		return nil
	}
	return Refuse(DatabaseURL, "must be sqlite://path or postgres://user:password@host:5432/name.")
}

func isPostgresURL(text string) bool {
	scheme, rest, _ := strings.Cut(text, "://")
	return rest != "" && (scheme == "postgres" || scheme == "postgresql")
}

// isPassword reports whether the text is a valid password. Empty is valid too; a password is then
// generated.
func isPassword(text string) bool {
	var faults fault.Details
	if text != "" {
		password.Validate(&faults, "", text)
	}
	return len(faults) == 0
}

func (c Config) checkUnknown() error {
	if err := checkLimit("FIRMHUB_UNKNOWN_AFTER", c.UnknownAfter, maxUnknownAfter); err != nil {
		return err
	}
	return checkLimit("FIRMHUB_UNKNOWN_RELEASE", c.UnknownRelease, maxUnknownRelease)
}

// checkLimit checks a time that has a default if it is 0.
func checkLimit(name string, given, most time.Duration) error {
	if given != 0 && (given < time.Second || given > most) {
		return Refuse(name, "must be from 1s to %s, and is %s.", most, given)
	}
	return nil
}

// isOrigin reports whether the text is an origin as a browser sends it: scheme and host, nothing
// else.
func isOrigin(text string) bool {
	origin, err := url.Parse(text)
	return err == nil && (origin.Scheme == "https" || origin.Scheme == "http") && origin.Host != "" &&
		text == origin.Scheme+"://"+origin.Host && !strings.Contains(origin.Host, "*") && !strings.ContainsFunc(text, unicode.IsUpper)
}
