import{_t as e}from"./shared.js";var t=e(`
  query FindContacts($searchTerm: String) {
    contactSearch(input: { searchTerm: $searchTerm, pageSize: 20 }) { items { id firstName lastName phones { id phone isPrimary } emails { id email isPrimary } } }
  }
`);export{t};