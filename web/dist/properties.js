import{vt as e}from"./shared.js";var t=e(`
  query Properties { roleProperties { id moduleName propertyName displayName } }
`);export{t};