import { graphql } from '../api/graphql.ts'

// pageSize is how many notifications the list shows at once.
export const pageSize = 20

export const bellQuery = graphql(`
  query Bell($page: Int!) { notificationPage(input: { page: $page, pageSize: 20 }) { items { id module moduleId title message metadata status createdAt } totalCount } }
`)

// newestQuery asks for the notification before those that the hub sends.
export const newestQuery = graphql(`query NewestNotification { notificationPage(input: { pageSize: 1 }) { items { id } } }`)

export const markAllRead = graphql(`mutation MarkAllRead { markAllNotificationsRead }`)
