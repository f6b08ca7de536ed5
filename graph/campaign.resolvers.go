package graph

import (
	"context"
	"time"

	"github.com/firmhub/firmhub/graph/generated"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/messaging/pace"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/google/uuid"
)

// CreateCampaign implements createCampaign.
func (r *mutationResolver) CreateCampaign(ctx context.Context, input campaign.CreateInput) (*campaign.Campaign, error) {
	return r.options.Campaigns.Create(ctx, input)
}

// UpdateCampaign implements updateCampaign.
func (r *mutationResolver) UpdateCampaign(ctx context.Context, input campaign.UpdateInput) (*campaign.Campaign, error) {
	mayExecute, err := r.mayExecuteCampaigns(ctx)
	if err != nil {
		return nil, err
	}
	return r.options.Campaigns.Update(ctx, input, mayExecute)
}

// DeleteCampaign implements deleteCampaign.
func (r *mutationResolver) DeleteCampaign(ctx context.Context, input campaign.Ref) (uuid.UUID, error) {
	return input.ID, r.options.Campaigns.Delete(ctx, input.ID)
}

// ExecuteCampaign implements executeCampaign.
func (r *mutationResolver) ExecuteCampaign(ctx context.Context, input campaign.Ref) (*campaign.Campaign, error) {
	return r.options.Campaigns.Execute(ctx, input.ID)
}

// PauseCampaign implements pauseCampaign.
func (r *mutationResolver) PauseCampaign(ctx context.Context, input campaign.Ref) (*campaign.Campaign, error) {
	return r.options.Campaigns.Pause(ctx, input.ID)
}

// ResumeCampaign implements resumeCampaign.
func (r *mutationResolver) ResumeCampaign(ctx context.Context, input campaign.Ref) (*campaign.Campaign, error) {
	return r.options.Campaigns.Resume(ctx, input.ID)
}

// CancelCampaign implements cancelCampaign.
func (r *mutationResolver) CancelCampaign(ctx context.Context, input campaign.Ref) (*campaign.Campaign, error) {
	return r.options.Campaigns.Cancel(ctx, input.ID)
}

// Campaigns implements campaigns.
func (r *queryResolver) Campaigns(ctx context.Context, input *campaign.ListInput) (*page.Numbered[*campaign.Campaign], error) {
	return r.options.Campaigns.List(ctx, given(input))
}

// Campaign implements campaign.
func (r *queryResolver) Campaign(ctx context.Context, id uuid.UUID) (*campaign.Campaign, error) {
	return r.options.Campaigns.Get(ctx, id)
}

// QuoteCampaign implements quoteCampaign.
func (r *queryResolver) QuoteCampaign(ctx context.Context, input campaign.QuoteInput) (*campaign.Quote, error) {
	return r.options.Campaigns.Quote(ctx, input.ID)
}

// CampaignRecipients implements campaignRecipients.
func (r *queryResolver) CampaignRecipients(ctx context.Context, input campaign.RecipientsInput) (*page.Numbered[*campaign.Recipient], error) {
	return r.options.Campaigns.Recipients(ctx, input)
}

// CampaignProgress implements campaignProgress.
func (r *subscriptionResolver) CampaignProgress(ctx context.Context, id uuid.UUID) (<-chan *campaign.Campaign, error) {
	return r.options.Campaigns.Watch(ctx, id)
}

// ScheduledAt implements scheduledAt, which null removes.
func (r *updateCampaignInputResolver) ScheduledAt(ctx context.Context, obj *campaign.UpdateInput, data *time.Time) error {
	obj.ScheduledAt, obj.ClearScheduledAt = data, data == nil
	return nil
}

// QuietHours implements quietHours, which null removes.
func (r *updateCampaignInputResolver) QuietHours(ctx context.Context, obj *campaign.UpdateInput, data *pace.QuietHours) error {
	obj.QuietHours, obj.ClearQuietHours = data, data == nil
	return nil
}

// MessagesPerSecond implements messagesPerSecond, which null removes.
func (r *updateCampaignInputResolver) MessagesPerSecond(ctx context.Context, obj *campaign.UpdateInput, data *int) error {
	obj.MessagesPerSecond, obj.ClearMessagesPerSecond = data, data == nil
	return nil
}

func (r *resolver) UpdateCampaignInput() generated.UpdateCampaignInputResolver {
	return &updateCampaignInputResolver{r}
}

type updateCampaignInputResolver struct{ *resolver }
