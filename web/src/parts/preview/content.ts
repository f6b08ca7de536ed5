import type { PreviewTemplateQuery, TemplateButtonType, TemplateHeaderType } from '../../api/generated/graphql.ts'
import { graphql } from '../../api/graphql.ts'

// Content is what a message of a template says.
export interface Content {
  header: { type: TemplateHeaderType | ''; text: string }
  body: string
  footer: string
  buttons: { type: TemplateButtonType; text: string; value: string }[]
  subject: string
  html: string
}

// previewQuery asks for a template as people will see it, as when it is sent.
export const previewQuery = graphql(`
  query PreviewTemplate($input: PreviewTemplateInput!) {
    previewTemplate(input: $input) { subject body footer html header { type text } buttons { type text value } }
  }
`)

export function contentOf({ header, footer, subject, html, ...rest }: NonNullable<PreviewTemplateQuery['previewTemplate']>): Content {
  return { ...rest, header: header ?? { type: '', text: '' }, footer: footer ?? '', subject: subject ?? '', html: html ?? '' }
}
