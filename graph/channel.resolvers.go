package graph

import (
	"context"

	"github.com/firmhub/firmhub/graph/generated"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/google/uuid"
)

// CreateChannel implements createChannel.
func (r *mutationResolver) CreateChannel(ctx context.Context, input channel.CreateInput) (*channel.Channel, error) {
	return r.options.Channels.Create(ctx, input)
}

// UpdateChannel implements updateChannel.
func (r *mutationResolver) UpdateChannel(ctx context.Context, input channel.UpdateInput) (*channel.Channel, error) {
	return r.options.Channels.Update(ctx, input)
}

// DeleteChannel implements deleteChannel.
func (r *mutationResolver) DeleteChannel(ctx context.Context, input channel.Ref) (uuid.UUID, error) {
	return input.ID, r.options.Channels.Delete(ctx, input.ID)
}

// TestChannel implements testChannel.
func (r *mutationResolver) TestChannel(ctx context.Context, input channel.Ref) (*channel.Tested, error) {
	return r.options.Channels.Test(ctx, input.ID)
}

// PauseChannel implements pauseChannel.
func (r *mutationResolver) PauseChannel(ctx context.Context, input channel.Ref) (*channel.Channel, error) {
	return r.options.Channels.Pause(ctx, input.ID)
}

// ResumeChannel implements resumeChannel.
func (r *mutationResolver) ResumeChannel(ctx context.Context, input channel.Ref) (*channel.Channel, error) {
	return r.options.Channels.Resume(ctx, input.ID)
}

// CreateChannelQRCode implements createChannelQrCode.
func (r *mutationResolver) CreateChannelQRCode(ctx context.Context, input channel.QRCodeInput) (*channel.QRCode, error) {
	return r.options.Channels.CreateQRCode(ctx, input)
}

// DeleteChannelQRCode implements deleteChannelQrCode.
func (r *mutationResolver) DeleteChannelQRCode(ctx context.Context, input channel.QRCodeRef) (uuid.UUID, error) {
	return input.ID, r.options.Channels.DeleteQRCode(ctx, input)
}

// Channels implements channels.
func (r *queryResolver) Channels(ctx context.Context) ([]*channel.Channel, error) {
	return r.options.Channels.List(ctx)
}

// Channel implements channel.
func (r *queryResolver) Channel(ctx context.Context, id uuid.UUID) (*channel.Channel, error) {
	return r.options.Channels.Get(ctx, id)
}

// ChannelLookup implements channelLookup.
func (r *queryResolver) ChannelLookup(ctx context.Context) ([]*channel.Name, error) {
	return r.options.Channels.Lookup(ctx)
}

// ChannelQRCodes implements channelQrCodes.
func (r *queryResolver) ChannelQRCodes(ctx context.Context, id uuid.UUID) ([]*channel.QRCode, error) {
	return r.options.Channels.QRCodes(ctx, id)
}

// AccessToken implements accessToken, which null removes.
func (r *channelSecretsInputResolver) AccessToken(ctx context.Context, obj *channel.Secrets, data *string) error {
	obj.Put(provider.AccessToken, data)
	return nil
}

// AppSecret implements appSecret, which null removes.
func (r *channelSecretsInputResolver) AppSecret(ctx context.Context, obj *channel.Secrets, data *string) error {
	obj.Put(provider.AppSecret, data)
	return nil
}

// VerifyToken implements verifyToken, which null removes.
func (r *channelSecretsInputResolver) VerifyToken(ctx context.Context, obj *channel.Secrets, data *string) error {
	obj.Put(provider.VerifyToken, data)
	return nil
}

// AuthToken implements authToken, which null removes.
func (r *channelSecretsInputResolver) AuthToken(ctx context.Context, obj *channel.Secrets, data *string) error {
	obj.Put(provider.AuthToken, data)
	return nil
}

// Password implements password, which null removes.
func (r *channelSecretsInputResolver) Password(ctx context.Context, obj *channel.Secrets, data *string) error {
	obj.Put(provider.Password, data)
	return nil
}

func (r *resolver) ChannelSecretsInput() generated.ChannelSecretsInputResolver {
	return &channelSecretsInputResolver{r}
}

type channelSecretsInputResolver struct{ *resolver }
