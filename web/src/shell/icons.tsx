import type { ReactNode } from 'react'

// The icons of the console, drawn on 20 by 20. They take the colour of the text beside them.
function icon(drawing: ReactNode) {
  return function Icon({ size = 18 }: { size?: number }) {
    return (
      <svg width={size} height={size} viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true" focusable="false">
        {drawing}
      </svg>
    )
  }
}

export type Icon = ReturnType<typeof icon>

export const ChartIcon = icon(<path d="M3 17h14M5.5 14v-3M10 14V6M14.5 14V9" />)
export const PeopleIcon = icon(<><circle cx="8" cy="7" r="3" /><path d="M2.5 16.5c.6-3 2.7-4.5 5.5-4.5s4.900 1.500 5.500 4.500M13 4.300a3 3 0 0 1 0 5.400M15.500 12.600c1.200.7 1.900 2 2.100 3.900" /></>)
export const ImportIcon = icon(<path d="M10 3v9m0 0-3.500-3.500M10 12l3.500-3.500M3.500 13v2.500A1.500 1.500 0 0 0 5 17h10a1.500 1.500 0 0 0 1.500-1.500V13" />)
export const WalletIcon = icon(<path d="M15 6V4.500A1.500 1.500 0 0 0 13.500 3H5a2 2 0 0 0 0 4h11a1 1 0 0 1 1 1v7.500a1.500 1.500 0 0 1-1.500 1.500H5a2 2 0 0 1-2-2V5M13.500 12h.01" />)
export const UserIcon = icon(<><circle cx="10" cy="7" r="3.200" /><path d="M4 17c.6-3.300 2.900-5 6-5s5.400 1.700 6 5" /></>)
export const RoleIcon = icon(<path d="M10 2.500 16 5v4.500c0 3.700-2.400 6.500-6 8-3.600-1.500-6-4.300-6-8V5zM7.500 10l2 2 3.500-4" />)
export const KeyIcon = icon(<><circle cx="7" cy="13" r="3.500" /><path d="m9.500 10.500 7-7M13.500 6.500l2 2M15.500 4.500l1.500 1.500" /></>)
export const WebhookIcon = icon(<><circle cx="10" cy="5.500" r="2.500" /><circle cx="5" cy="14" r="2.500" /><circle cx="15" cy="14" r="2.500" /><path d="m8.800 7.700-2.500 4.100M11.200 7.700l2.500 4.100M7.500 14h5" /></>)
export const LogIcon = icon(<path d="M5 3h7l3.500 3.500V17H5zM12 3v3.500h3.500M7.500 10h5M7.500 13h5" />)
export const SettingsIcon = icon(<path d="M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4" />)
export const FirmIcon = icon(<path d="M4 17V4.500L11 3v14M11 8h5v9M2.500 17h15M7 7h1M7 10h1M7 13h1M13.500 11h.01M13.500 14h.01" />)
export const PriceIcon = icon(<path d="M3 9.500V4a1 1 0 0 1 1-1h5.500L17 10.500 10.500 17zM6.500 6.500h.01" />)
export const RuleIcon = icon(<path d="M10 3v14M5 6h10M5 6l-2.500 5.500h5zM15 6l-2.500 5.500h5zM6.500 17h7" />)
export const JobIcon = icon(<><circle cx="10" cy="10" r="7" /><path d="M10 6v4l2.500 2" /></>)
export const CheckIcon = icon(<path d="m4 10.500 4 4 8-9" />)
export const BellIcon = icon(<path d="M5 14V9a5 5 0 0 1 10 0v5l1.500 1.500h-13zM8.500 17.500h3" />)
export const SearchIcon = icon(<><circle cx="9" cy="9" r="5" /><path d="m13 13 4 4" /></>)
export const SunIcon = icon(<><circle cx="10" cy="10" r="3.500" /><path d="M10 2v1.500M10 16.500V18M2 10h1.500M16.500 10H18M4.300 4.300l1.100 1.100M14.600 14.600l1.100 1.100M4.300 15.700l1.100-1.100M14.600 5.400l1.100-1.100" /></>)
export const MoonIcon = icon(<path d="M16.500 12A7 7 0 0 1 8 3.500a7 7 0 1 0 8.500 8.500z" />)
export const ExitIcon = icon(<path d="M8 3H4.500A1.500 1.500 0 0 0 3 4.500v11A1.500 1.500 0 0 0 4.500 17H8M13 13.500l3.500-3.500L13 6.500M16.500 10H8" />)
export const PlusIcon = icon(<path d="M10 4v12M4 10h12" />)
export const CloseIcon = icon(<path d="m5 5 10 10M15 5 5 15" />)
export const DownIcon = icon(<path d="m5.500 8 4.500 4.500L14.500 8" />)
export const RightIcon = icon(<path d="m8 5.500 4.500 4.500L8 14.500" />)
export const LeftIcon = icon(<path d="m12 5.500-4.500 4.500L12 14.500" />)
export const TrashIcon = icon(<path d="M4 6h12M8 6V4h4v2M6 6l.7 11h6.600L14 6M8.500 9v5M11.500 9v5" />)
export const TagIcon = icon(<path d="M3 9.500V4a1 1 0 0 1 1-1h5.500L17 10.500 10.500 17zM6.500 6.500h.01" />)
export const CopyIcon = icon(<path d="M7 7h9v9H7zM13 7V4H4v9h3" />)
export const DownloadIcon = icon(<path d="M10 3v9m0 0-3.500-3.500M10 12l3.500-3.500M3.500 17h13" />)
export const BookIcon = icon(<path d="M4 4.500A1.500 1.500 0 0 1 5.500 3H16v14H5.500A1.500 1.500 0 0 1 4 15.500zM4 15.500A1.500 1.500 0 0 1 5.500 14H16" />)
export const MoreIcon = icon(<path strokeWidth="2.200" d="M5 10h.01M10 10h.01M15 10h.01" />)
export const PrintIcon = icon(<path d="M6 7V3h8v4M6 14H3.500V7h13v7H14M6 11.500h8V17H6z" />)
export const InboxIcon = icon(<path d="M3 11.500 5.500 4h9l2.500 7.500V16H3zM3 11.500h4l1 2h4l1-2h4" />)
export const ChecksIcon = icon(<path d="m2 10.500 4 4 7.500-8.500M9.500 13.500l1.200 1L18 6" />)
export const WarningIcon = icon(<><circle cx="10" cy="10" r="7" /><path d="M10 6v4.500M10 13.800h.01" /></>)
export const ClipIcon = icon(<path d="m16 9-6.300 6.300a3.500 3.500 0 0 1-5-5L11.500 3.600a2.300 2.300 0 0 1 3.300 3.300L8.200 13.500a1.200 1.200 0 0 1-1.700-1.700L12.500 6" />)
export const SoundIcon = icon(<path d="M3 8v4h3l4 3.500v-11L6 8zM13 7.500a3.500 3.500 0 0 1 0 5M15.500 5a7 7 0 0 1 0 10" />)
export const MuteIcon = icon(<path d="M3 8v4h3l4 3.500v-11L6 8zM13 8l4 4M17 8l-4 4" />)
export const HelpIcon = icon(<><circle cx="10" cy="10" r="7" /><path d="M8 8a2 2 0 1 1 2.800 1.900c-.5.2-.8.6-.8 1.100v.3M10 13.800h.01" /></>)
export const ChannelIcon = icon(<path d="M10 11v6.500M7.500 17.500h5M10 8.500h.01M6.500 12a5 5 0 0 1 0-7M13.500 12a5 5 0 0 0 0-7M4 14.500a8.500 8.500 0 0 1 0-12M16 14.500a8.500 8.500 0 0 0 0-12" />)
export const TemplateIcon = icon(<path d="M8 3.500c-2 0-2.500 1-2.500 3s-.5 3.500-2 3.500c1.500 0 2 1.500 2 3.500s.5 3 2.500 3M12 3.500c2 0 2.500 1 2.500 3s.5 3.500 2 3.500c-1.500 0-2 1.500-2 3.500s-.5 3-2.500 3M8.500 10h.01M11.500 10h.01" />)
export const ConsentIcon = icon(<path d="M4 5.500A1.500 1.500 0 0 1 5.500 4h9A1.500 1.500 0 0 1 16 5.500v9a1.500 1.500 0 0 1-1.500 1.500h-9A1.500 1.500 0 0 1 4 14.500zM7 10l2 2 4-4.500" />)
export const CampaignIcon = icon(<path d="M3 8.500v3l2.500.5L15 16V4L5.500 8zM6.500 12.200V15a1.500 1.500 0 0 0 3 0v-1.500M17.500 8.500v3" />)
export const QrCodeIcon = icon(<path d="M3.500 3.500h5v5h-5zM11.500 3.500h5v5h-5zM3.500 11.500h5v5h-5zM6 6h.01M14 6h.01M6 14h.01M11.500 11.500h2v2M16.500 11.500v2M11.500 16.500h2M16.500 16.500h.01" />)
export const MessageIcon = icon(<path d="M3.500 4.500h13v9H9l-3.500 3v-3h-2zM6.500 7.500h7M6.500 10.500h4.500" />)
