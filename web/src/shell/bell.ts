import { graphql } from '../api/graphql.ts'

export const bellQuery = graphql(`
  query Bell { notificationPage(input: { pageSize: 20 }) { items { id module moduleId title message metadata status createdAt } totalCount } }
`)

export const markAllRead = graphql(`mutation MarkAllRead { markAllNotificationsRead }`)
