import{_t as e}from"./shared.js";var t=e(`
  query Properties { roleProperties { id moduleName propertyName displayName } }
`);export{t};