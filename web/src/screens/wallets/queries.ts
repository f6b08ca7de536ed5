import { graphql } from '../../api/graphql.ts'

export const walletDashboardQuery = graphql(`
  query WalletDashboard {
    walletDashboard {
      firmCount lowBalanceCount
      totalBalance { currency amount } creditsThisMonth { currency amount } debitsThisMonth { currency amount }
    }
  }
`)

export const clientWalletPageQuery = graphql(`
  query ClientWalletPage($input: ClientWalletPageInput) {
    clientWalletPage(input: $input) {
      items { firmId firmName balance currency lastUpdated pricingPlan { id name } }
      totalCount pageSize
    }
  }
`)

export const clientWalletQuery = graphql(`
  query ClientWallet($firmId: ID!) {
    clientWallet(firmId: $firmId) {
      firmId firmName balance currency lastUpdated pricingPlan { id name }
      totals { credit debit discount adjustment }
      transactions { id type amount balanceAfter currency reason bankRef createdBy createdAt }
    }
  }
`)

export const clientBalanceQuery = graphql(`
  query ClientBalance($firmId: ID!) { clientWalletBalance(firmId: $firmId) { balance currency } }
`)

export const creditWallet = graphql(`mutation CreditWallet($input: CreditWalletInput!) { posting: creditWallet(input: $input) { balance } }`)

export const discountWallet = graphql(`mutation DiscountWallet($input: DiscountWalletInput!) { posting: discountWallet(input: $input) { balance } }`)

export const adjustWallet = graphql(`mutation AdjustWallet($input: AdjustWalletInput!) { posting: adjustWallet(input: $input) { balance } }`)
