import type { ComponentType } from 'react'

import {
  BookIcon, CampaignIcon, ChannelIcon, ChartIcon, ConsentIcon, FirmIcon, ImportIcon, InboxIcon, JobIcon, KeyIcon, LogIcon, MessageIcon, PeopleIcon, PriceIcon, QrCodeIcon, RoleIcon, RuleIcon, SettingsIcon, TemplateIcon, UserIcon, WalletIcon, WebhookIcon, type Icon,
} from '../shell/icons.tsx'
import { lazily } from '../parts/load.ts'
import type { Me } from '../session/me.ts'
import type { screenNames } from '../words/shell.ts'

// Screen is a page of the console with an address of its own.
export interface Screen {
  // name is the end of the address, /console/contacts, and of the test id, nav-contacts.
  name: keyof (typeof screenNames)['en']
  icon: Icon
  // permission is what a user needs to see the screen; everybody may see it without one.
  permission?: string
  // admin is set for the screens of the super-firm, at /console/admin/.
  admin?: boolean
  // Screen shows the page. id is the part of the address after the name.
  Screen: ComponentType<{ id?: string }>
}

// screens are all pages, in the order of the navigation.
export const screens: Screen[] = [
  { name: 'dashboard', icon: ChartIcon, permission: 'MessagingAnalytics:View', Screen: lazily(() => import('./dashboard/Dashboard.tsx')) },
  { name: 'inbox', icon: InboxIcon, permission: 'MessagingChat:View', Screen: lazily(() => import('./inbox/Inbox.tsx')) },
  { name: 'campaigns', icon: CampaignIcon, permission: 'MessagingCampaign:View', Screen: lazily(() => import('./campaigns/Campaigns.tsx')) },
  { name: 'messages', icon: MessageIcon, permission: 'MessagingChat:View', Screen: lazily(() => import('./messages/Messages.tsx')) },
  { name: 'contacts', icon: BookIcon, permission: 'Contact:View', Screen: lazily(() => import('./contacts/Contacts.tsx')) },
  { name: 'imports', icon: ImportIcon, permission: 'Contact:Import', Screen: lazily(() => import('./imports/Imports.tsx')) },
  { name: 'consent', icon: ConsentIcon, permission: 'Contact:View', Screen: lazily(() => import('./consent/Consent.tsx')) },
  { name: 'templates', icon: TemplateIcon, permission: 'MessagingTemplate:View', Screen: lazily(() => import('./templates/Templates.tsx')) },
  { name: 'qr-codes', icon: QrCodeIcon, permission: 'Dashboard:View', Screen: lazily(() => import('./qr-codes/QrCodes.tsx')) },
  { name: 'wallet', icon: WalletIcon, permission: 'Wallet:View', Screen: lazily(() => import('./wallet/Wallet.tsx')) },
  { name: 'users', icon: PeopleIcon, permission: 'Users:View', Screen: lazily(() => import('./users/Users.tsx')) },
  { name: 'roles', icon: RoleIcon, permission: 'Role:View', Screen: lazily(() => import('./roles/Roles.tsx')) },
  { name: 'api-clients', icon: KeyIcon, permission: 'ApiClient:View', Screen: lazily(() => import('./api-clients/ApiClients.tsx')) },
  { name: 'audit', icon: LogIcon, permission: 'Settings:View', Screen: lazily(() => import('./audit/Audit.tsx')) },
  { name: 'channels', icon: ChannelIcon, permission: 'Settings:Integrations', Screen: lazily(() => import('./channels/Channels.tsx')) },
  { name: 'webhooks', icon: WebhookIcon, permission: 'Settings:Integrations', Screen: lazily(() => import('./webhooks/Webhooks.tsx')) },
  { name: 'settings', icon: SettingsIcon, Screen: lazily(() => import('./settings/Settings.tsx')) },
  { name: 'profile', icon: UserIcon, Screen: lazily(() => import('./profile/Profile.tsx')) },
  { name: 'firms', icon: FirmIcon, admin: true, Screen: lazily(() => import('./firms/Firms.tsx')) },
  { name: 'wallets', icon: WalletIcon, admin: true, Screen: lazily(() => import('./wallets/Wallets.tsx')) },
  { name: 'pricing', icon: PriceIcon, admin: true, Screen: lazily(() => import('./pricing/Pricing.tsx')) },
  { name: 'permissions', icon: RoleIcon, admin: true, Screen: lazily(() => import('./permissions/Permissions.tsx')) },
  { name: 'policies', icon: RuleIcon, admin: true, Screen: lazily(() => import('./policies/Policies.tsx')) },
  { name: 'jobs', icon: JobIcon, admin: true, Screen: lazily(() => import('./jobs/Jobs.tsx')) },
]

export function addressOf({ name, admin }: Pick<Screen, 'name' | 'admin'>): string {
  return admin ? `/admin/${name}` : `/${name}`
}

// allows reports whether a user may see a screen. On a visit to another firm, the own account is not
// at hand.
export function allows(screen: Screen, me: Me): boolean {
  if (screen.admin) {
    return me.isSuperFirm
  }
  if (screen.name === 'profile') {
    return Boolean(me.firm?.relationId)
  }
  return !screen.permission || me.permissions.includes(screen.permission)
}
