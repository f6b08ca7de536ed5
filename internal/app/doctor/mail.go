package doctor

import (
	"context"

	"github.com/firmhub/firmhub/internal/app/config"
)

// mailServer checks whether the mail server can be reached and accepts the log-in.
func mailServer(ctx context.Context, c config.Config) Check {
	const name = "mail"
	server, err := c.MailServer()
	switch {
	case err != nil:
		return Check{name, Failure, sentence(err), "Correct FIRMHUB_SMTP_URL."}
	case server == nil:
		return Check{Name: name, Status: OK, Found: "No mail server is set: no mail is sent, and forgotten passwords are reset by firmhub admin."}
	}
	ctx, cancel := limited(ctx)
	defer cancel()
	if err := server.Test(ctx); err != nil {
		return Check{name, Failure, "The mail server can't be used: " + sentence(err), "Correct FIRMHUB_SMTP_URL, or the mail server."}
	}
	return Check{Name: name, Status: OK, Found: "The mail server accepts the settings."}
}
