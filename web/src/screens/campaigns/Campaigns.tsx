import { CampaignPage } from './CampaignPage.tsx'
import { List } from './List.tsx'

// Campaigns is the list of campaigns, a new one, or one of them.
export default function Campaigns({ id }: { id?: string }) {
  return id ? <CampaignPage id={id} /> : <List />
}
