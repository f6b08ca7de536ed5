import { readdirSync, readFileSync } from 'node:fs'

import { expect, test } from '@playwright/test'
import { buildSchema, Kind, parse } from 'graphql'

// Root fields that no screen uses, by the reason.
const unused = {
  'an operation of the session, which the console calls at /api/v1/auth/console': ['login', 'loginMfa', 'loginMfaPasskey', 'loginPasskey', 'exchangeOidc', 'refreshToken', 'logout'],
  'part of messagingDashboard': ['messageVolume', 'messageDelivery', 'messageHours', 'messageTemplates', 'topContacts'],
  'the same rows as another field that a screen uses': [
    'apiClients', 'apiCalls', 'auditEntries', 'contacts', 'invitations', 'notifications', 'rolePermissions', 'users', 'walletTransactions',
  ],
  'the same change as another field that a screen uses, for one entry': ['deleteContact', 'changeContactTags'],
  'the hub or the polling of a screen says the same': ['unreadNotificationCount', 'importProgress', 'notificationReceived', 'unreadCountChanged', 'walletBalanceChanged'],
  'for programs, which report to firmhub': ['ownApiClient', 'reportMessages', 'reportMessageStatuses', 'createNotification', 'sendMessages', 'webhookEvents'],
  'files are shown with the imports that they are for': ['file', 'filePage', 'deleteFile'],
}

test('every root field of the schema is in a screen, or on the list with a reason', () => {
  const folder = '../graph/schema'
  const schema = buildSchema(readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8')).join('\n'), { assumeValid: true })
  const fields = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) => Object.keys(type?.getFields() ?? {}))
  const used = new Set<string>()
  for (const name of readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name) && !/generated|\.test\./.test(name))) {
    for (const [, operation] of readFileSync(`src/${name}`, 'utf8').matchAll(/(?:graphql\(`|const operation = ')([^`']*)/g)) {
      for (const definition of parse(operation ?? '').definitions) {
        const selections = definition.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections : []
        selections.forEach((selection) => selection.kind === Kind.FIELD && used.add(selection.name.value))
      }
    }
  }
  const listed = Object.values(unused).flat()
  expect(fields.filter((name) => !used.has(name) && !listed.includes(name)), 'in no screen').toEqual([])
  expect(listed.filter((name) => used.has(name) || !fields.includes(name)), 'on the list without need').toEqual([])
})
