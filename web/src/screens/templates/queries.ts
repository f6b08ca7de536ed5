import { graphql } from '../../api/graphql.ts'
import type { TemplatesQuery } from '../../api/generated/graphql.ts'

export const templatesQuery = graphql(`
  query Templates($input: TemplatePageInput) {
    templates(input: $input) {
      items { id name language kind channelId category status statusReason version approvedVersion updatedAt }
      totalCount page pageSize
    }
  }
`)

export type ListedTemplate = NonNullable<TemplatesQuery['templates']>['items'][number]

export const templateQuery = graphql(`
  query Template($id: ID!) {
    template(id: $id) {
      id name language category kind channelId body footer subject html status statusReason version approvedVersion updatedAt
      header { type text } buttons { type text value } parameters { name example }
      approved { category body footer subject html header { type text } buttons { type text value } parameters { name example } }
    }
  }
`)

export const channelNamesQuery = graphql(`query ChannelNames { channelLookup { id name kind } }`)

export const createTemplate = graphql(`
  mutation CreateTemplate($input: CreateTemplateInput!) { createTemplate(input: $input) { id } }
`)

export const updateTemplate = graphql(`
  mutation UpdateTemplate($input: UpdateTemplateInput!) {
    updateTemplate(input: $input) {
      id category body footer subject html status statusReason version approvedVersion updatedAt
      header { type text } buttons { type text value } parameters { name example }
      approved { category body footer subject html header { type text } buttons { type text value } parameters { name example } }
    }
  }
`)

export const submitTemplate = graphql(`
  mutation SubmitTemplate($input: TemplateIdInput!) {
    submitTemplate(input: $input) {
      id status statusReason version approvedVersion updatedAt
      approved { category body footer subject html header { type text } buttons { type text value } parameters { name example } }
    }
  }
`)

export const deleteTemplate = graphql(`mutation DeleteTemplate($input: TemplateIdInput!) { deleteTemplate(input: $input) }`)

export const syncTemplates = graphql(`
  mutation SyncTemplates($input: SyncTemplatesInput!) { syncTemplates(input: $input) { created updated skipped } }
`)
