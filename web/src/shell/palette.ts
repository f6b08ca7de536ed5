import type { Me } from '../session/me.ts'
import type { paletteActions } from '../words/palette.ts'

// Deed is something that the palette begins on a screen of its own.
interface Deed {
  name: keyof (typeof paletteActions)['en']
  address: string
  // permissions are all needed.
  permissions: string[]
  // admin is set for what the super-firm alone does.
  admin?: boolean
}

export const deeds: Deed[] = [
  { name: 'newContact', address: '/contacts/new', permissions: ['Contact:View', 'Contact:Create'] },
  { name: 'manageTags', address: '/contacts?open=tags', permissions: ['Contact:View', 'Contact:ChangeTag'] },
  { name: 'importFile', address: '/imports/new', permissions: ['Contact:Import'] },
  { name: 'recordConsent', address: '/consent?open=new', permissions: ['Contact:View', 'Contact:Edit'] },
  { name: 'newCampaign', address: '/campaigns/new', permissions: ['MessagingCampaign:View', 'MessagingCampaign:Create', 'MessagingTemplate:View'] },
  { name: 'newTemplate', address: '/templates/new', permissions: ['MessagingTemplate:View', 'MessagingTemplate:Create'] },
  { name: 'invite', address: '/users?open=new', permissions: ['Users:View', 'Users:Create'] },
  { name: 'newRole', address: '/roles?open=new', permissions: ['Role:View', 'Role:Create'] },
  { name: 'newKey', address: '/api-clients?open=new', permissions: ['ApiClient:View', 'ApiClient:Create'] },
  { name: 'connectChannel', address: '/channels/new', permissions: ['Settings:Integrations'] },
  { name: 'newWebhook', address: '/webhooks?open=new', permissions: ['Settings:Integrations'] },
  { name: 'newFirm', address: '/admin/firms?open=new', permissions: [], admin: true },
  { name: 'newPlan', address: '/admin/pricing?open=new', permissions: [], admin: true },
  { name: 'newRules', address: '/admin/policies?open=new', permissions: [], admin: true },
]

// deedsOf returns what a user may begin.
export function deedsOf({ permissions, isSuperFirm }: Pick<Me, 'permissions' | 'isSuperFirm'>): Deed[] {
  return deeds.filter((deed) => (!deed.admin || isSuperFirm) && deed.permissions.every((permission) => permissions.includes(permission)))
}
