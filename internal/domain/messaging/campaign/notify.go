package campaign

import (
	"context"
	"fmt"

	notificationrow "github.com/firmhub/firmhub/ent/notification"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// maxNamed is how many characters of the name of a campaign a notification has, and maxFault how
// many of why it has failed.
const (
	maxNamed = 100
	maxFault = 250
)

func (c *Campaign) shown() string { return plaintext.Fit(c.Name, maxNamed) }

// tellPaused notifies the firm of a pause that no person made.
func (m *Manager) tellPaused(ctx context.Context, c *Campaign, why PauseReason) error {
	reasons := map[PauseReason]string{
		InsufficientBalance: "The available balance is less than its price. Resume it when there is enough.",
		TemplatePaused:      "Its template can't be sent now. It goes on by itself when the template is approved.",
		ChannelUnavailable:  "Its channel is deleted, or can't send its mails because the server has no links to unsubscribe.",
	}
	return m.tell(ctx, c, "Campaign paused", fmt.Sprintf("The campaign %s is paused. %s", c.shown(), reasons[why]))
}

// tellCompleted notifies the firm of the end of a campaign, with its counts.
func (m *Manager) tellCompleted(ctx context.Context, c *Campaign) error {
	n := c.Counts
	return m.tell(ctx, c, "Campaign completed", fmt.Sprintf(
		"The campaign %s is completed: %d recipients, %d sent, %d failed, %d cancelled, %d skipped.",
		c.shown(), n.Recipients, n.Sent+n.Delivered+n.Read, n.Failed, n.Cancelled, n.Skipped))
}

// tellFailed notifies the firm of a campaign that could not be prepared, with the first fault of
// its audience or parameters if that is why.
func (m *Manager) tellFailed(ctx context.Context, c *Campaign, why error) error {
	reason := ""
	if why != nil {
		if details := fault.From(why).Details; len(details) > 0 {
			reason = ": " + plaintext.Fit(details[0].Field+" "+details[0].Message, maxFault)
		}
	}
	return m.tell(ctx, c, "Campaign failed",
		fmt.Sprintf("The campaign %s could not be prepared%s. Nothing was sent, and nothing is held for it.", c.shown(), reason))
}

func (m *Manager) tell(ctx context.Context, c *Campaign, title, message string) error {
	_, err := m.notifications.Create(ctx, notification.Input{
		Title: title, Message: message, Module: notificationrow.ModuleMessaging, ModuleID: &c.ID,
		Metadata: notification.About(notification.Campaign),
	})
	return err
}
