import { graphql } from '../../api/graphql.ts'
import type { CampaignQuery } from '../../api/generated/graphql.ts'

export type Campaign = NonNullable<CampaignQuery['campaign']>
export type { Sendable as Template } from '../templates/sendable.ts'

export const campaignsQuery = graphql(`
  query Campaigns($input: CampaignPageInput) {
    campaigns(input: $input) {
      items {
        id name channelId templateId scheduledAt status pauseReason spent currency startedAt finishedAt updatedAt
        counts { recipients skipped queued sent delivered read failed unknown cancelled }
      }
      totalCount page pageSize
    }
  }
`)

export const campaignQuery = graphql(`
  query Campaign($id: ID!) {
    campaign(id: $id) {
      id name channelId templateId parameters scheduledAt timeZone messagesPerSecond status pauseReason held spent currency
      startedAt finishedAt createdAt updatedAt
      audience { everyone contactIds importId filter { searchTerm } tagsAll tagsAny tagsNone }
      quietHours { from to }
      counts { recipients skipped queued sent delivered read failed unknown cancelled }
      reasons { state reason count }
    }
  }
`)

export const progressSubscription = graphql(`
  subscription CampaignProgress($id: ID!) {
    campaignProgress(id: $id) {
      id status pauseReason held spent startedAt finishedAt updatedAt
      counts { recipients skipped queued sent delivered read failed unknown cancelled }
      reasons { state reason count }
    }
  }
`)

export const createCampaign = graphql(`
  mutation CreateCampaign($input: CreateCampaignInput!) {
    createCampaign(input: $input) {
      id name channelId templateId parameters scheduledAt timeZone messagesPerSecond status pauseReason held spent currency
      startedAt finishedAt createdAt updatedAt
      audience { everyone contactIds importId filter { searchTerm } tagsAll tagsAny tagsNone }
      quietHours { from to }
      counts { recipients skipped queued sent delivered read failed unknown cancelled }
      reasons { state reason count }
    }
  }
`)

export const updateCampaign = graphql(`
  mutation UpdateCampaign($input: UpdateCampaignInput!) {
    updateCampaign(input: $input) {
      id name channelId templateId parameters scheduledAt timeZone messagesPerSecond status pauseReason held spent currency
      startedAt finishedAt createdAt updatedAt
      audience { everyone contactIds importId filter { searchTerm } tagsAll tagsAny tagsNone }
      quietHours { from to }
      counts { recipients skipped queued sent delivered read failed unknown cancelled }
      reasons { state reason count }
    }
  }
`)

export const deleteCampaign = graphql(`mutation DeleteCampaign($id: ID!) { deleteCampaign(input: { id: $id }) }`)

export const executeCampaign = graphql(`
  mutation ExecuteCampaign($id: ID!) {
    executeCampaign(input: { id: $id }) {
      id status pauseReason held spent startedAt finishedAt updatedAt
      counts { recipients skipped queued sent delivered read failed unknown cancelled }
      reasons { state reason count }
    }
  }
`)

export const pauseCampaign = graphql(`
  mutation PauseCampaign($id: ID!) {
    pauseCampaign(input: { id: $id }) {
      id status pauseReason held spent startedAt finishedAt updatedAt
      counts { recipients skipped queued sent delivered read failed unknown cancelled }
      reasons { state reason count }
    }
  }
`)

export const resumeCampaign = graphql(`
  mutation ResumeCampaign($id: ID!) {
    resumeCampaign(input: { id: $id }) {
      id status pauseReason held spent startedAt finishedAt updatedAt
      counts { recipients skipped queued sent delivered read failed unknown cancelled }
      reasons { state reason count }
    }
  }
`)

export const cancelCampaign = graphql(`
  mutation CancelCampaign($id: ID!) {
    cancelCampaign(input: { id: $id }) {
      id status pauseReason held spent startedAt finishedAt updatedAt
      counts { recipients skipped queued sent delivered read failed unknown cancelled }
      reasons { state reason count }
    }
  }
`)

export const quoteQuery = graphql(`
  query QuoteCampaign($id: ID!) {
    quoteCampaign(input: { id: $id }) {
      recipients price currency available sufficient complete tierLeft aboveTier campaignUpdatedAt
      skipped { noAddress optedOut notOptedIn duplicateAddress missingParameter invalidAddress inactive }
    }
  }
`)

export const recipientsQuery = graphql(`
  query CampaignRecipients($input: CampaignRecipientsInput!) {
    campaignRecipients(input: $input) {
      items { id contactId address state skipReason price dueAt messageId sentAt errorCode }
      totalCount page pageSize
    }
  }
`)

export const channelsQuery = graphql(`query CampaignChannels { channelLookup { id name kind } }`)

export const templateQuery = graphql(`
  query CampaignTemplate($id: ID!) {
    template(id: $id) { id name language category kind channelId body status approvedVersion parameters { name example } approved { category body parameters { name example } } }
  }
`)

export const templateNamesQuery = graphql(`query CampaignTemplateNames($input: TemplatePageInput) { templates(input: $input) { items { id name language } } }`)

export const templateNameQuery = graphql(`query CampaignTemplateName($id: ID!) { template(id: $id) { id name language } }`)

// The newest contact, by whose fields a template is shown.
export const sampleContactQuery = graphql(`
  query SampleContact {
    contactPage(input: { pageSize: 1 }) {
      totalCount
      items {
        id firstName lastName gender
        phones { id phone isPrimary }
        emails { id email isPrimary }
        addresses { id line1 line2 landmark city state country pinCode }
      }
    }
  }
`)

export const importsQuery = graphql(`
  query CampaignImports { contactImportPage(input: { pageSize: 100 }) { items { id fileName status dryRun undo createdCount updatedCount createdAt } } }
`)

export const chosenContactQuery = graphql(`query ChosenContact($id: ID!) { contact(id: $id) { id firstName lastName } }`)
