import{s as e}from"./shell.js";var t=e(`
  query Properties { roleProperties { id moduleName propertyName displayName } }
`);export{t};