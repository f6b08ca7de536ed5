import{_t as e}from"./shared.js";var t=e(`
  query OwnFirm {
    ownFirm { id name currency timeZone lowBalanceThreshold requireOptIn requireMfa optOutWords postalAddress updatedAt quietHours { from to } }
  }
`),n=e(`
  mutation UpdateOwnFirm($input: UpdateOwnFirmInput) {
    updateOwnFirm(input: $input) { id name currency timeZone lowBalanceThreshold requireOptIn requireMfa optOutWords postalAddress updatedAt quietHours { from to } }
  }
`);export{n,t};