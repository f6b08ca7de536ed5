import { graphql } from '../../api/graphql.ts'
import type { ChannelsQuery } from '../../api/generated/graphql.ts'

export const channelsQuery = graphql(`
  query Channels {
    channels { id name kind sender status statusReason messagesPerSecond isDefault }
  }
`)

export const channelQuery = graphql(`
  query Channel($id: ID!) {
    channel(id: $id) {
      id name kind sender status statusReason messagesPerSecond isDefault secretsSet hookUrl createdAt updatedAt
      settings {
        baseUrl apiVersion phoneNumberId businessAccountId accountSid from messagingServiceSid host port security username fromName replyTo
      }
    }
  }
`)

export type ListedChannel = NonNullable<ChannelsQuery['channels']>[number]

export const createChannel = graphql(`
  mutation CreateChannel($input: CreateChannelInput!) { createChannel(input: $input) { id } }
`)

export const updateChannel = graphql(`
  mutation UpdateChannel($input: UpdateChannelInput!) {
    updateChannel(input: $input) {
      id name sender status statusReason messagesPerSecond isDefault secretsSet hookUrl updatedAt
      settings {
        baseUrl apiVersion phoneNumberId businessAccountId accountSid from messagingServiceSid host port security username fromName replyTo
      }
    }
  }
`)

export const deleteChannel = graphql(`mutation DeleteChannel($input: ChannelIdInput!) { deleteChannel(input: $input) }`)

export const testChannel = graphql(`
  mutation TestChannel($input: ChannelIdInput!) { testChannel(input: $input) { ok message latencyMs } }
`)

export const pauseChannel = graphql(`
  mutation PauseChannel($input: ChannelIdInput!) { pauseChannel(input: $input) { id status statusReason } }
`)

export const resumeChannel = graphql(`
  mutation ResumeChannel($input: ChannelIdInput!) { resumeChannel(input: $input) { id status statusReason } }
`)

export const qrCodesQuery = graphql(`
  query ChannelQrCodes($id: ID!) { channelQrCodes(id: $id) { code text link imageUrl } }
`)

export const createQrCode = graphql(`
  mutation CreateQrCode($input: CreateChannelQrCodeInput!) { createChannelQrCode(input: $input) { code } }
`)

export const deleteQrCode = graphql(`
  mutation DeleteQrCode($input: ChannelQrCodeInput!) { deleteChannelQrCode(input: $input) }
`)

// To how many people the firm may write.
export const tierQuery = graphql(`query ChannelTier { messagingDashboard { trackingLimits { dailyLimit usedToday remaining } } }`)
