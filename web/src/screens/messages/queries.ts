import { graphql } from '../../api/graphql.ts'
import type { MessageQuery, MessagesQuery } from '../../api/generated/graphql.ts'

export const messagesQuery = graphql(`
  query Messages($input: MessagePageInput) {
    messagePage(input: $input) {
      items { id direction contactId address phone channelName templateName campaign campaignId body status occurredAt price charge errorCode }
      totalCount page pageSize
    }
  }
`)

export type Entry = NonNullable<MessagesQuery['messagePage']>['items'][number]

export const messageQuery = graphql(`
  query Message($id: ID!) {
    message(id: $id) {
      id providerMessageId direction contactId address phone channelName channelKind templateName campaign campaignId category subject body
      status occurredAt reference conversationId price charge segments attempts notBefore expiresAt
      media { contentType fileName size caption status }
      error { code providerCode message }
      events { status at code }
    }
  }
`)

export type Message = NonNullable<MessageQuery['message']>

export const cancelMessage = graphql(`
  mutation CancelMessage($id: ID!) { cancelMessage(input: { id: $id }) { id status charge events { status at code } } }
`)

export const messageChannelsQuery = graphql(`query MessageChannels { channelLookup { id name } }`)

export const messageCampaignsQuery = graphql(`query MessageCampaigns($input: CampaignPageInput) { campaigns(input: $input) { items { id name } } }`)

export const messageCampaignQuery = graphql(`query MessageCampaign($id: ID!) { campaign(id: $id) { id name } }`)
