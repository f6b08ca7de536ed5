import { graphql } from '../../api/graphql.ts'

export const ownFirmQuery = graphql(`
  query OwnFirm {
    ownFirm { id name currency timeZone lowBalanceThreshold requireOptIn requireMfa optOutWords postalAddress updatedAt quietHours { from to } }
  }
`)

export const updateOwnFirm = graphql(`
  mutation UpdateOwnFirm($input: UpdateOwnFirmInput) {
    updateOwnFirm(input: $input) { id name currency timeZone lowBalanceThreshold requireOptIn requireMfa optOutWords postalAddress updatedAt quietHours { from to } }
  }
`)
